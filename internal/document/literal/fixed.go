package literal

import "strings"

// Fixed returns a coding that reads like another one and refuses to write.
func Fixed(c Coding) Coding { return fixed{c} }

type fixed struct{ Coding }

// OnLine returns the coding of a literal of YAML that a file writes as raw: if it is on
// several lines, one that refuses to write, since what is written may be folded.
func OnLine(raw string, c Coding) Coding {
	if strings.ContainsAny(raw, yamlBreaks) {
		return Fixed(c)
	}
	return c
}

func (fixed) Style(string) Style { return 0 }

func (fixed) Encode(string, Style) (raw string, ok bool) { return "", false }
