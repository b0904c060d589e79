package filetools

import (
	"html"
	"slices"
	"strings"
)

// A Reason is why a text is not found.
type Reason uint8

// The reasons.
const (
	Words         Reason = iota // it has other words
	Gone                        // an earlier edit of the call has replaced it
	Elided                      // a line represents others
	LineEnds                    // the lines of the file end with CR LF
	Escaped                     // it is escaped, and the file is not
	Unescaped                   // the file is escaped, and it is not
	Quotes                      // one of both has typographic quotes, dashes or spaces
	Tabs                        // one of both is indented with tabs
	Indentation                 // they are indented differently
	TrailingSpace               // one of both has white space at the end of a line
	Spacing                     // white space within lines differs
	BlankLines                  // one of both has more empty lines
	Case                        // upper and lower case differ
)

var reasonNames = [...]string{
	"words", "an earlier edit", "elided lines", "line ends", "an escape", "an escape", "quotes", "tabs", "indentation",
	"white space at line ends", "white space", "empty lines", "case",
}

// String returns the reason in a few words, as what differs.
func (r Reason) String() string { return reasonNames[min(int(r), len(reasonNames)-1)] }

// quotes makes typographic characters plain.
var quotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "′", "'",
	"–", "-", "—", "-", "‑", "-", "−", "-", "…", "...", "\u00A0", " ", "\u202F", " ", "\u200B", "", "\uFEFF", "")

// unescaped returns a text without the references that a call is written with.
func unescaped(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return html.UnescapeString(html.UnescapeString(text))
}

var blanks = strings.NewReplacer(" ", "", "\t", "")

// each returns a function of a text that changes each line.
func each(change func(string) string) func(string) string {
	return func(text string) string {
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = change(lines[i])
		}
		return strings.Join(lines, "\n")
	}
}

// differences are what texts can differ in, with what makes them equal.
var differences = [...]struct {
	Reason
	without func(string) string
}{
	{LineEnds, func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }},
	{Escaped, unescaped},
	{Quotes, quotes.Replace},
	{Case, strings.ToLower},
	{TrailingSpace, each(func(l string) string { return strings.TrimRight(l, " \t") })},
	{Indentation, each(func(l string) string { return strings.TrimLeft(l, " \t") })},
	{Spacing, each(func(l string) string {
		start := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
		end := l[len(strings.TrimRight(l, " \t")):]
		return start + blanks.Replace(l) + end
	})},
	{BlankLines, func(s string) string {
		return strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" }), "\n")
	}},
}

// reasons returns what a text to search for and a passage differ in.
func reasons(search, passage string) (list []Reason) {
	same := func(left int) bool {
		a, b := search, passage
		for i := range differences {
			if i != left {
				a, b = differences[i].without(a), differences[i].without(b)
			}
		}
		return a == b
	}
	if !same(-1) {
		if strings.Contains(passage, "\r\n") && !strings.Contains(search, "\r\n") {
			list = append(list, LineEnds)
		}
		return append(list, Words)
	}
	for i, d := range differences {
		if same(i) {
			continue // it makes no difference
		}
		switch r := d.Reason; {
		case r == Escaped && len(unescaped(search)) == len(search):
			list = append(list, Unescaped)
		case r == Indentation && tabbed(search) != tabbed(passage):
			list = append(list, Tabs)
		default:
			list = append(list, r)
		}
	}
	return list
}

// tabbed reports whether lines of a text are indented with tabs.
func tabbed(text string) bool {
	return strings.HasPrefix(text, "\t") || strings.Contains(text, "\n\t")
}
