package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestKeepsHoles checks which edits leave what represents something else as it is.
func TestKeepsHoles(t *testing.T) {
	for _, test := range []struct {
		hole, old, by string
		keeps, fills  bool // fills: for a fix that fills a hole
	}{
		{"{{dir}}", "local", "other", true, true},
		{"{{dir}}", "a{{dir}}b", "x", false, true},
		{"{{dir}}", "a{{dir}}b", "x{{dir}}y", true, true},
		{"{{dir}}", "a{{dir", "x", false, true},
		{"{{dir}}", "<path>a", "<path>x", true, true},
		{"...", "...", "x", false, true},
		{"...", "local", "x", true, true},
	} {
		value := "a" + test.hole + "b"
		if test.hole == "..." {
			value = test.hole // which is a hole as a whole value only
		}
		text := "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments><path>" + value + "</path></arguments></tool>"
		c := factsOf(text, around(text))
		if len(c.Holes) != 1 || c.Block.Slice(c.Holes[0].Span) != test.hole {
			t.Fatalf("%s has the holes %v", text, c.Holes)
		}
		at := strings.Index(text, test.old)
		edits := []Edit{{Span: xmlcall.Span{Start: at, End: at + len(test.old)}, Text: test.by}}
		if keeps, fills := c.KeepsHoles(edits, false), c.KeepsHoles(edits, true); keeps != test.keeps || fills != test.fills {
			t.Errorf("%s: %q for %q keeps %t, fills %t", text, test.by, test.old, keeps, fills)
		}
	}
}

// around returns the surroundings of a text whose placeholders are {{dir}}.
func around(text string) Surroundings {
	const placeholder = "{{dir}}"
	s := Surroundings{Document: true}
	for at := range text {
		if strings.HasPrefix(text[at:], placeholder) {
			s.Placeholders = append(s.Placeholders, xmlcall.Span{Start: at, End: at + len(placeholder)})
		}
	}
	return s
}

// TestInHole checks that each of many holes is found, and the tags of which one is the name.
func TestInHole(t *testing.T) {
	const start, end = "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments>", "</arguments></tool>"
	for text, n := range map[string]int{
		start + strings.Repeat("<path>a{{dir}}b</path>", 9) + end: 9, start + "<{{dir}}>x</{{dir}}>" + end: 2, start + "<path>a</path>" + end: 0,
	} {
		c := factsOf(text, around(text))
		different := map[xmlcall.Span]bool{}
		for _, h := range c.Holes {
			different[h.Span] = true
		}
		if len(different) != n {
			t.Errorf("%s: the holes are %v", text, c.Holes)
		}
		for at := range text {
			want := strings.HasPrefix(text[at:], "<{{") || strings.HasPrefix(text[at:], "</{{")
			for h := range different {
				want = want || h.Start <= at && at < h.End
			}
			if got := c.InHole(xmlcall.Span{Start: at, End: at + 1}); got != want {
				t.Errorf("%q at %d of %s: %t", text[at:at+1], at, text, got)
			}
		}
	}
}
