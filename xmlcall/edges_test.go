package xmlcall_test

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// TestEdges checks that a block in a reply is read as the live runtime reads it, whatever white
// space is at the ends of its content, and otherwise as alone.
func TestEdges(t *testing.T) {
	const call = "<tool_name>a</tool_name><arguments><b>c</b></arguments>"
	spaces := []string{"", " ", "\v", "\f\n\v", "\u00a0\v\u0085", "\x00", "\f<!-- -->\f", "<!-- \f -->\v", "a\v", "\va", "\v&\f", "\xff\v", "\ufffe"}
	for _, before := range spaces {
		for _, after := range spaces {
			for _, value := range []string{call, "", strings.Replace(call, "c", "c\f", 1), strings.Replace(call, "c", "c & d", 1), strings.Replace(call, "</b>", "", 1)} {
				for _, end := range []string{"</tool>", "</tool> \v"} {
					text := "<tool>" + before + value + after + end
					alone, inReply := xmlcall.ParseAt(text, 0), xmlcall.NewParser(text, xmlcall.Options{Live: true}).At(0)
					want := live.Read(text, xmlcall.Options{})
					if strings.TrimSpace(before+value+after) == "" || strings.Contains(text, "\xff") {
						continue // which are not calls to the live runtime, or valid
					}
					if got := inReply.Verdict(); got.Outcome != want.Verdict.Outcome {
						t.Errorf("%q: %v %s, live %v %s", text, got.Outcome, got.Reason, want.Verdict.Outcome, want.Verdict.Reason)
					}
					odd := strings.ContainsAny(before+after, "\v\f\x00\ufffe")
					if !odd && (alone.Verdict() != inReply.Verdict() || len(alone.Problems) != len(inReply.Problems)) {
						t.Errorf("%q: %v alone, %v in a reply", text, alone.Verdict(), inReply.Verdict())
					}
				}
			}
		}
	}
	// Each of many is looked at once.
	text := "<tool>" + strings.Repeat("\v", 1<<18) + call + "</tool>"
	if b := xmlcall.NewParser(text, xmlcall.Options{Live: true}).At(0); b.Verdict().Outcome != xmlcall.Runs || len(b.Problems) > 0 {
		t.Errorf("many: %v, %d problems", b.Verdict(), len(b.Problems))
	}
}
