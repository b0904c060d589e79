package xmlcall

import (
	"errors"
	"testing"
)

// TestNoTag checks that a block at an offset without a tag is as documented.
func TestNoTag(t *testing.T) {
	for _, offset := range []int{-3, 0, 1, 3, 4, 1 << 40} {
		b := ParseAt("abc", offset)
		v := b.Verdict()
		if _, placed := v.At(); v.Outcome != Refused || v.Reason == "" || placed || b.Delimiters != Unrecognized {
			t.Errorf("%d: %+v, form %d", offset, v, b.Delimiters)
		}
		if want := min(max(offset, 0), 3); b.Span != (Span{want, want}) || len(b.Tokens)+b.NumElements() > 0 {
			t.Errorf("%d: %+v with %d tokens", offset, b.Span, len(b.Tokens))
		}
		if arguments, ok := b.Decode(); arguments != nil || ok || b.ToolName() != "" || argumentsOf(b).Text != "" {
			t.Errorf("%d: there are arguments", offset)
		}
		var refused *RefusedError
		if err := b.Unmarshal(new(string)); !errors.As(err, &refused) || refused.Line != 0 {
			t.Errorf("%d: %v", offset, err)
		}
	}
	if i, ok := Find("a<tool>", -5); i != 1 || !ok {
		t.Errorf("found at %d, %v", i, ok)
	}
}
