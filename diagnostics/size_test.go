package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestMaxSizeOfFixes checks that no fix makes a call too large for a runtime with a
// smaller limit, or with its own.
func TestMaxSizeOfFixes(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>"
	fixed := strings.Replace(text, "&", "&amp;", 1)
	for _, test := range []struct {
		size int
		want string
	}{
		{len(text), text}, // it runs after the repair
		{len(fixed) - 1, text},
		{len(fixed), fixed},
		{0, fixed},
	} {
		o := Options{MaxSize: test.size}
		if got := o.fixAll(text, document.Reply, nil); got != test.want {
			t.Errorf("limit %d: %s", test.size, got)
		}
		res := o.run(text, document.Reply)
		if len(res.Diagnostics) != 1 || res.Summary().Outcomes[Repaired] != 1 {
			t.Errorf("limit %d: %+v", test.size, res.Diagnostics)
		}
	}
	large := strings.Replace(text, "a & b", strings.Repeat("a", xmlcall.MaxSize), 1)
	for size, want := range map[int]bool{0: false, xmlcall.MaxSize + 1000: true} {
		if written, ok := (Options{MaxSize: size}).Write(xmlcall.NewParser(large, xmlcall.Options{MaxSize: size}).At(0), encode.Automatic); ok != want || ok && len(written) < len(large) {
			t.Errorf("with the limit %d a large call is written: %t, %d bytes", size, ok, len(written))
		}
	}
	if res := (Options{MaxSize: len(text) - 1}).run(text, document.Reply); res.Summary().Outcomes[Refused] != 1 {
		t.Errorf("one byte more than the limit: %+v", res.Diagnostics)
	}
}
