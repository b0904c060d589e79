package stream

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEndsOfTags checks that the end of a tag alone does not close anything, wherever
// the stream is cut, and that a second call is read like the first.
func TestEndsOfTags(t *testing.T) {
	const call = "<tool>/tool><tool_name>x</tool_name></tool>"
	text := call + "/tool>" + call + "</tool>" + call
	want := []string{
		`0-6 call begins`, `23-24 tool name x`, `0-43 call complete "` + call + `"`,
		`43-49 prose "/tool>"`,
		`49-55 call begins`, `72-73 tool name x`, `49-92 call complete "` + call + `"`,
		`92-99 prose "</tool>"`,
		`99-105 call begins`, `122-123 tool name x`, `99-142 call complete "` + call + `"`,
	}
	for n := 1; n <= len(text)+1; n++ {
		if diff := cmp.Diff(want, events(t, 0, cut(text, n)...)); diff != "" {
			t.Fatalf("in pieces of %d bytes (-want +got):\n%s", n, diff)
		}
	}
}

// TestOneName checks that the name of a call's tool is reported once, wherever the stream is cut.
func TestOneName(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name><arguments><tool_name>y</tool_name></arguments></tool>"
	for n := 1; n <= len(call)+1; n++ {
		names := slices.DeleteFunc(events(t, 0, cut(call, n)...), func(e string) bool { return !strings.Contains(e, " tool name ") })
		if diff := cmp.Diff([]string{"17-18 tool name x"}, names); diff != "" {
			t.Fatalf("in pieces of %d bytes (-want +got):\n%s", n, diff)
		}
	}
}
