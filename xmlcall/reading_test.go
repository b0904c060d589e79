package xmlcall_test

import (
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
