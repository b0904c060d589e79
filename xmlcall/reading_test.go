package xmlcall_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestAttributes checks that an element has the attributes of its start tag, whether
// the call runs or not.
func TestAttributes(t *testing.T) {
	type attribute [3]string // whole, name, value
	const call = `<tool><tool_name a="1">x</tool_name><arguments><path b='x y' c = "">p</path><none/><d e="2"/>`
	for _, rest := range []string{"</arguments></tool>", " < </arguments></tool>", "</tool>", ""} {
		b := xmlcall.ParseAt(call+rest, 0)
		got := map[string][]attribute{}
		for id, e := range b.Elements() {
			for _, a := range e.Attributes() {
				got[e.Name()] = append(got[e.Name()], attribute{b.Slice(a.Span), b.Slice(a.Name), b.Slice(a.Value)})
				if a.Element != id {
					t.Errorf("%q: of element %d, not of %d", b.Slice(a.Span), a.Element, id)
				}
			}
		}
		if diff := cmp.Diff(map[string][]attribute{
			"tool_name": {{`a="1"`, "a", "1"}},
			"path":      {{`b='x y'`, "b", "x y"}, {`c = ""`, "c", ""}},
			"d":         {{`e="2"`, "e", "2"}},
		}, got); diff != "" {
			t.Errorf("%q:\n%s", rest, diff)
		}
	}
}

// TestEnvelope checks that the name and arguments of a call are those of the intended
// call, even if a mention of <tool> swallowed it.
func TestEnvelope(t *testing.T) {
	const call = "<tool>\n<server_name>s</server_name>\n<tool_name>x</tool_name>\n<arguments><a>1</a></arguments>\n</tool>"
	for _, test := range []struct {
		before string
		first  bool // whether the envelope is the first element
	}{{"", true}, {"Write <tool> so:\n", false}, {"<tool> and <arguments> so:\n", false}} {
		blocks := slices.Collect(xmlcall.Blocks(test.before+call, xmlcall.Options{}))
		if len(blocks) != 1 {
			t.Errorf("%q: %d blocks", test.before, len(blocks))
			continue
		}
		b := blocks[0]
		arguments := b.Arguments()
		if value := b.Value(arguments); arguments == xmlcall.NoElement || b.ToolName() != "x" || b.ServerName() != "s" || len(value.Children) != 1 || value.Children[0].Text != "1" {
			t.Errorf("%q: %s of %s with %v", test.before, b.ToolName(), b.ServerName(), value)
		}
		if (b.Envelope() == 0) != test.first {
			t.Errorf("%q: the envelope is element %d", test.before, b.Envelope())
		}
	}
}

// TestWithoutEnd checks that a call without </tool> that is otherwise complete ends
// after its arguments, and that an incomplete one includes the text that follows.
func TestWithoutEnd(t *testing.T) {
	const name, arguments = "<tool>\n<tool_name>x</tool_name>\n", "<arguments><a>1</a></arguments>"
	for _, test := range []struct{ text, want string }{
		{name + arguments + "\nWords.", name + arguments},
		{name + arguments, name + arguments},
		{name + "<arguments/>\nWords.", name + "<arguments/>"},
		{"<tool>" + arguments + "\nWords.", "<tool>" + arguments + "\nWords."},
		{name + "\nWords.", name + "\nWords."},
		{name + "<arguments><a>1</a>\nWords.", name + "<arguments><a>1</a>\nWords."},
	} {
		b := xmlcall.ParseAt(test.text, 0)
		if b.Source() != test.want || b.Delimiters != xmlcall.Unclosed || b.Verdict().Outcome != xmlcall.Refused {
			t.Errorf("%q: the call is %q, %v", test.text, b.Source(), b.Verdict())
		}
	}
}

// TestSlashes checks which tags were meant to be the end tag of the element before them, and
// which are text.
func TestSlashes(t *testing.T) {
	for _, test := range []struct{ arguments, path, rest string }{
		{"<path>a<path><b>1</b>", "a", "1"},
		{"<path>a<path/><b>1</b>", "a", "1"},
		{"<path>a &amp; <!-- no --><path/><b>1</b>", "a & ", "1"},
		{"<path>the <path> tag</path><b>1</b>", "the <path> tag", "1"},
		{"<path>the <path> and <path> tags</path><b>1</b>", "the <path> and <path> tags", "1"},
		{"<path>a</pat><b>1</b>", "a", "1"},
		{"<path>a</PATH><b>1</b>", "a", "1"},
		{"<path>a</path2><b>1</b>", "a", "1"},
	} {
		b := xmlcall.ParseAt("<tool>\n<tool_name>x</tool_name>\n<arguments>"+test.arguments+"</arguments>\n</tool>", 0)
		arguments := b.Arguments()
		got := map[string]string{}
		for _, c := range b.Value(arguments).Children {
			got[c.Name] = c.Text
		}
		if diff := cmp.Diff(map[string]string{"path": test.path, "b": test.rest}, got); diff != "" {
			t.Errorf("%s:\n%s", test.arguments, diff)
		}
	}
}
