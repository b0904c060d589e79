package document

import "strings"

// itemMark returns the length of the list marker that a line starts with, or is; 0 for none.
func itemMark(head string) int {
	if strings.IndexByte("-+*0123456789", head[0]) < 0 {
		return 0
	}
	return marker(head + " ")
}

// isRule reports whether a line is a thematic break.
func isRule(head string) bool {
	return strings.IndexByte("*-_", head[0]) >= 0 && strings.Count(head, head[:1]) >= 3 && strings.Trim(head, head[:1]+" \t") == ""
}

// headingLevel returns the level of the heading that a line is, 0 for none.
func headingLevel(head string) int {
	n := len(head) - len(strings.TrimLeft(head, "#"))
	if n > 6 || len(head) > n && head[n] != ' ' && head[n] != '\t' {
		return 0
	}
	return n
}

// isDiagram reports whether a fence with this info string contains a diagram, in which
// <tool> is a label.
func isDiagram(info string) bool {
	lang, _, _ := strings.Cut(strings.Trim(info, "{. "), " ")
	switch strings.ToLower(strings.TrimRight(lang, "}")) {
	case "mermaid", "dot", "graphviz", "plantuml", "puml", "uml", "d2", "ditaa", "svgbob", "nomnoml", "pikchr":
		return true
	}
	return false
}

// markup are the starts of blocks of HTML that blank lines do not end, in lower case, and their ends.
var markup = [...][2]string{
	{"<script", "</script>"},
	{"<pre", "</pre>"},
	{"<style", "</style>"},
	{"<textarea", "</textarea>"},
	{"<!--", "-->"},
	{"<?", "?>"},
	{"<![cdata[", "]]>"},
	{"<!", ">"},
}

// elements are those of HTML that start a block whatever is after their tags.
const elements = " address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
	"head header hr html iframe legend li link main menu nav ol optgroup option p section summary table tbody td tfoot th thead title tr ul "

// startsHTML reports whether a line starts a block of HTML, maybe in a paragraph, and which of markup it is: -1 for one that a
// blank line ends.
func startsHTML(head string, inParagraph bool) (of int, ok bool) {
	if head[0] != '<' {
		return 0, false
	}
	lower := strings.ToLower(head[:min(len(head), len("<textarea>"))])
	for i, m := range markup {
		rest, is := strings.CutPrefix(lower, m[0])
		switch {
		case !is, m[0] == "<!" && (rest == "" || rest[0] < 'a' || rest[0] > 'z'), m[1][0] == '<' && rest != "" && strings.IndexByte(" \t>", rest[0]) < 0:
		default:
			return i, true
		}
	}
	tag := htmlTag().FindStringSubmatch(head)
	if tag == nil { // HTML has no such names
		return 0, false
	}
	return -1, strings.Contains(elements, " "+strings.ToLower(tag[1])+" ") || !inParagraph && strings.IndexByte(head, '>') == len(head)-1
}

// htmlTag finds the name of a tag at the start of a line.
var htmlTag = lazy(`^</?([A-Za-z][A-Za-z0-9-]*)(?:[ \t>/]|$)`)

// A Heading is a heading of a document outside of quotes and lists.
type Heading struct {
	Level int    // from 1
	Title string // a line, "## Title"; "" for one that does not matter
}

// maxHeading is the number of bytes of a heading that [LeadIn.Headings] has.
const maxHeading = 120

// headingOf returns a heading with a level, as it is written.
func headingOf(written string, level int) Heading {
	title, _, _ := strings.Cut(strings.TrimLeft(written, " \t>-*+"), "\n")
	title = strings.TrimSpace(strings.Trim(title, "# \t\r"))
	return Heading{level, strings.Repeat("#", level) + " " + title[:min(len(title), maxHeading)] + "\n"}
}

// Below returns the headings that apply below one, given those that apply above it, as in [LeadIn.Headings].
func (h Heading) Below(headings string) string {
	n := 0
	for line := range strings.Lines(headings) {
		if len(line)-len(strings.TrimLeft(line, "#")) >= h.Level {
			break
		}
		n += len(line)
	}
	return headings[:n] + h.Title
}
