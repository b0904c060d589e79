package transcript

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// maxEmbedded is the maximum depth of JSON in strings of JSON.
const maxEmbedded = 4

// A value is a node of the file, or of the JSON in a string of it.
type value struct {
	*node
	text  string        // that the node is in
	base  int           // of the text in the file, if in is nil
	in    *literal.Text // whose text it is; nil for the file
	depth int           // number of strings around it
}

// at returns a descendant of this value; none for nil.
func (v *value) at(n *node) value {
	below := *v
	below.node = n
	return below
}

// raw returns a string without its quotes, undecoded.
func (v *value) raw() string { return v.text[v.start:v.end] }

// decoded returns the text of a string, or of one in several: see [value.lines].
func (v *value) decoded() *literal.Text {
	if len(v.kids) == 0 {
		return literal.Decode(v.in, v.raw(), v.base+v.start, literal.JSON)
	}
	var parts []literal.Part
	for _, line := range v.kids {
		parts = append(parts, literal.Part{Start: v.base + line.start, End: v.base + line.end, Coding: literal.JSON})
	}
	return literal.Join(v.text, v.base, v.base+v.start, parts, true).Within(v.in)
}

// lines returns a list of strings as the one text whose lines they are, as in the cells of a notebook: each but the last has
// the end of its line. Records of JSON are not.
func (v *value) lines() (text value, ok bool) {
	for i, kid := range v.kids {
		raw := v.text[kid.start:kid.end]
		record := i == 0 && strings.HasPrefix(raw, "{") && strings.HasSuffix(raw, `}\n`)
		if kid.kind != '"' || record || i < len(v.kids)-1 && !strings.HasSuffix(raw, `\n`) {
			return text, false
		}
	}
	if len(v.kids) < 2 {
		return text, false
	}
	return v.at(&node{kind: '"', key: v.key, start: v.kids[0].start, end: v.kids[len(v.kids)-1].end, kids: v.kids}), true
}

// is reports whether a node is a string with the given text, which needs no escapes, or a
// number or literal spelled like it.
func (v *value) is(n *node, text string) bool {
	return n != nil && n.kind != '{' && n.kind != '[' && v.text[n.start:n.end] == text
}

// embedded returns the JSON in a string.
func (v *value) embedded() (value, bool) {
	if v.kind != '"' || v.depth == maxEmbedded {
		return value{}, false
	}
	if raw := strings.TrimLeft(v.raw(), " "); raw == "" || strings.IndexByte(`[{\`, raw[0]) < 0 {
		return value{}, false
	}
	text := v.decoded()
	n, _, err := parse(text.String())
	if n.kind != '{' && n.kind != '[' || err != nil && len(n.kids) == 0 {
		return value{}, false
	}
	return value{node: &n, text: text.String(), in: text, depth: v.depth + 1}, true
}
