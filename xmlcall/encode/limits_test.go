package encode

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMaxSize writes calls at a limit other than the runtime's own, smaller and larger, and one byte above it. What a
// call is appended to does not count.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{1, xmlcall.MaxSize} {
		call := Call{Tool: "x", Arguments: map[string]any{"v": strings.Repeat("a", size)}}
		text, err := call.Encode(Options{MaxSize: 2 * xmlcall.MaxSize})
		if err != nil {
			t.Fatal(err)
		}
		before := strings.Repeat("-", 300)
		if got, err := Append([]byte(before), call, Options{MaxSize: len(text)}); string(got) != before+text || err != nil {
			t.Errorf("%d: at the limit: %v", size, err)
		}
		if got, err := Append([]byte(before), call, Options{MaxSize: len(text) - 1}); string(got) != before || err == nil {
			t.Errorf("%d: above the limit %d bytes are written", size, len(got))
		}
	}
}

// TestDeepest checks that maps and lists as deep as the parser reads are written, and
// that one more level is an error.
func TestDeepest(t *testing.T) {
	for name, wrap := range map[string]func(any) any{
		"maps":     func(v any) any { return map[string]any{"m": v} },
		"lists":    func(v any) any { return []any{v} },
		"pointers": func(v any) any { return []any{&v} },
	} {
		v := any("x")
		for range xmlcall.MaxDepth - 2 { // not counting the arguments element and the argument
			v = wrap(v)
		}
		text, err := Call{Tool: "x", Arguments: map[string]any{"a": v}}.Encode(Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		arguments, _ := xmlcall.ParseAt(text, 0).Decode()
		depth := 1
		for v := arguments; len(v.Children) > 0; v = v.Children[0] {
			depth++
		}
		if depth != xmlcall.MaxDepth {
			t.Errorf("%s of %d levels are read as %d", name, xmlcall.MaxDepth, depth)
		}
		if text, err := (Call{Tool: "x", Arguments: map[string]any{"a": wrap(v)}}).Encode(Options{}); err == nil {
			t.Errorf("%s of one level more are written in %d bytes", name, len(text))
		}
	}
}
