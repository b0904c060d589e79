package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestScanned checks that the messages of calls, and the calls that leaked, are the same for a
// text of which only findings are kept.
func TestScanned(t *testing.T) {
	small(t, 100, 300)
	inJSON := func(s string) string { return strings.NewReplacer("\"", `\"`, "\n", `\n`).Replace(s) }
	line := `{"messages":[{"role":"user","content":"Go on."},{"role":"assistant","content":"` + inJSON(plainCall) +
		`"},{"role":"assistant","content":"` + inJSON(`<invoke name="Bash"><parameter name="x">1</parameter></invoke>`) + `"}]}` + "\n"
	for name, test := range map[string]struct {
		text  string
		kind  document.Kind
		leaks bool
	}{
		"lines":         {strings.Repeat(line, 20) + `{"messages":[{"role":"system","content":"Write <tool>."},{"role":"assistant","tool_calls":[{"id":"1"}]}]}` + "\n", document.JSON, true},
		"a transcript":  {strings.Repeat("**User:** Go on.\n\n**Assistant:** Yes.\n\n"+plainCall+"\n", 20), document.Reply, false},
		"long messages": {strings.Repeat("**User:** Go on.\n\n**Assistant:** Yes.\n\n"+strings.Repeat(plainCall+"\n", 10), 4), document.Reply, false},
	} {
		kept, scanned := Options{}.Open(text.New(test.text), test.kind), Options{}.Scan(text.New(test.text), test.kind)
		type place struct {
			at, number int
			role       document.Role
		}
		places := func(d *Document) (list []place) {
			for c := range d.Calls() {
				number, role := d.Message(c)
				list = append(list, place{c.Span.Start + c.Shift, number, role})
			}
			return list
		}
		want, got := places(kept), places(scanned)
		if len(want) < 20 || want[len(want)-1].number < 2 {
			t.Fatalf("%s: %v", name, want)
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("%s: %v, want %v", name, got[k], want[k])
			}
		}
		leaks := func(d *Document) (list []place) {
			for p := range d.Diagnostics() {
				if l, number := d.Leak(&p); l != nil {
					list = append(list, place{p.Place(p.Span).Start, number, document.Agent})
				}
			}
			return list
		}
		is, should := leaks(scanned), leaks(kept)
		if (len(should) > 0) != test.leaks || len(is) != len(should) {
			t.Fatalf("%s: leaks %v, want %v", name, is, should)
		}
		for k := range should {
			if is[k] != should[k] {
				t.Errorf("%s: leak %v, want %v", name, is[k], should[k])
			}
		}
	}
}
