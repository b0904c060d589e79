package live

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func TestKindNames(t *testing.T) {
	for k := ThinkingRemoved; k <= CallLost; k++ {
		if k.String() == "" || k.String() == "unknown" {
			t.Errorf("deviation kind %d has no name", k)
		}
	}
	if Kind(99).String() != "unknown" {
		t.Error("an unknown kind has a name")
	}
}

// TestOdd calls everything with zero values and odd arguments.
func TestOdd(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name><arguments><a>&amp; & <![CDATA[&]]></a></arguments></tool>"
	odd.Calls(t, []any{Read, ReadChunks}, []any{
		Kind(200), &Reply{}, read(""), read(call), read("<thinking>\xff"), readChunks("<to", "ol>", "</tool><tool>"),
	},
		xmlcall.Span{Start: -1, End: 5}, xmlcall.Span{Start: 5, End: 1}, xmlcall.Span{Start: 1 << 40, End: 1 << 41},
		xmlcall.Span{Start: 0, End: 3}, xmlcall.Options{MaxSize: -1}, xmlcall.Options{MaxSize: 1}, []string(nil), []string{"", call, "\xff<to"},
	)
}
