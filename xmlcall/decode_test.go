package xmlcall

import (
	"strings"
	"testing"
)

// TestDepth decodes a call of a million nested elements. It checks that this neither
// needs a stack of a million calls nor loses the elements beside them.
func TestDepth(t *testing.T) {
	const n = 1_000_000
	b := ParseAt("<tool><tool_name>x</tool_name><arguments>"+strings.Repeat("<a>", n)+strings.Repeat("</a>", n)+"<b>after</b></arguments></tool>", 0)
	if v := b.Verdict(); v.Outcome != Runs || b.NumElements() != n+4 {
		t.Fatalf("%+v with %d elements", v, b.NumElements())
	}
	args, ok := b.Decode()
	if !ok || len(args.Children) != 2 || args.Children[1].Text != "after" {
		t.Fatalf("decoded: %v", ok)
	}
	depth := 0
	for v := args; len(v.Children) > 0; v = v.Children[0] {
		depth++
	}
	if depth != MaxDepth {
		t.Errorf("%d levels, want %d", depth, MaxDepth)
	}
	if m := args.Infer(); m["b"] != "after" {
		t.Errorf("inferred: %v", m["b"])
	}
}
