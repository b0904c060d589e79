package filetools

import (
	"html"
	"slices"
	"strings"
)

// A Reason is why a text is not found: a few words for what differs.
type Reason string

// The reasons.
const (
	Words         Reason = "words"
	Elided        Reason = "elided lines" // a line represents others
	LineEnds      Reason = "line ends"    // the lines of the file end with CR LF
	Escaped       Reason = "an escape"    // one of both is escaped
	Quotes        Reason = "quotes"       // one of both has typographic quotes, dashes or spaces
	Tabs          Reason = "tabs"         // one of both is indented with tabs
	Indentation   Reason = "indentation"
	TrailingSpace Reason = "white space at line ends"
	Spacing       Reason = "white space" // within lines
	BlankLines    Reason = "empty lines" // one of both has more
	Case          Reason = "case"
)

// quotes makes typographic characters plain.
var quotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "′", "'",
	"–", "-", "—", "-", "‑", "-", "−", "-", "…", "...", "\u00A0", " ", "\u202F", " ", "\u200B", "", "\uFEFF", "")

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
	{Escaped, func(s string) string { return html.UnescapeString(html.UnescapeString(s)) }},
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
		if d.Reason == Indentation && tabbed(search) != tabbed(passage) {
			d.Reason = Tabs
		}
		list = append(list, d.Reason)
	}
	return list
}

// tabbed reports whether lines of a text are indented with tabs.
func tabbed(text string) bool {
	return strings.HasPrefix(text, "\t") || strings.Contains(text, "\n\t")
}
