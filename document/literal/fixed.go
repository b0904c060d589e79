package literal

// Fixed returns a coding that reads like another one and refuses to write.
func Fixed(c Coding) Coding { return fixed{c} }

type fixed struct{ Coding }

func (fixed) Style(string) Style { return 0 }

func (fixed) Encode(string, Style) (raw string, ok bool) { return "", false }
