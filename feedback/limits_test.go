package feedback

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMaxSize uses a call that fits as written but not as corrected, because the
// correction is longer.
func TestMaxSize(t *testing.T) {
	src := "<tool><tool_name>x</tool_name><arguments><v>a & b</v></arguments></tool>"
	for _, c := range []struct {
		size  int
		given bool
	}{{len(src), false}, {len(src) + len("amp;"), true}, {0, true}} {
		o := xmlcall.Options{MaxSize: c.size}
		got := Message(xmlcall.NewParser(src, o).At(0), 4<<10, o)
		if given := strings.Contains(got, "The corrected call:"); given != c.given {
			t.Errorf("limit %d: corrected %v, want %v", c.size, given, c.given)
		}
	}
	o := xmlcall.Options{MaxSize: len(src) - 1}
	b := xmlcall.NewParser(src, o).At(0)
	if got := Message(b, 4<<10, o); !strings.Contains(got, b.Verdict().Reason) || !strings.Contains(got, fmt.Sprintf("calls of less than %d bytes", len(src)-1)) {
		t.Errorf("above the limit: %q", got)
	}
}

// TestRewrittenSize checks that a call that is too large as elements is not written as such.
func TestRewrittenSize(t *testing.T) {
	const text = `<tool>{"tool_name":"x","arguments":{"a":"b"}}</tool>`
	b := &call{Block: xmlcall.ParseAt(text, 0)}
	written := b.rewritten()
	if !strings.Contains(written, "<a>b</a>") {
		t.Fatalf("not written as elements: %q", written)
	}
	for size, want := range map[int]string{len(written): written, len(written) - 1: ""} {
		b.options.MaxSize = size
		if got := b.rewritten(); got != want {
			t.Errorf("at most %d bytes: %q, want %q", size, got, want)
		}
	}
}

// TestManyAmpersands corrects calls with more problems than are recorded.
func TestManyAmpersands(t *testing.T) {
	const most = 1000 // recorded for one call
	for _, n := range []int{most - 1, most, most + 1, 3 * most} {
		want := strings.Repeat("a & b &c; ", n)
		src := "<tool><tool_name>x</tool_name><arguments at='&'><text>" + want + "</text><!-- & --><code at='& &'><![CDATA[a && b]]></code></arguments></tool>"
		b := xmlcall.ParseAt(src, 0)
		got := messageOf(b, 4*len(src))
		_, call, _ := strings.Cut(got, "The corrected call:\n")
		call, _, _ = strings.Cut(call, "</tool>")
		after := xmlcall.ParseAt(call+"</tool>", 0)
		if after.Verdict().Outcome != xmlcall.Runs || len(after.Problems) > 0 {
			t.Errorf("%d ampersands: the corrected call: %+v", n, after.Verdict())
		}
		if arguments, ok := after.Decode(); !ok || arguments.Children[0].Text != want || arguments.Children[1].Text != "a && b" {
			t.Errorf("%d ampersands: the corrected call has other values", n)
		}
		if atLeast := strings.Contains(got, "And at least "); atLeast != b.MoreProblems {
			t.Errorf("%d ampersands: the rest is counted as all of them:\n%.2000s", n, got)
		}
	}
}
