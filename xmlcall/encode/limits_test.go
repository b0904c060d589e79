package encode

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestAppendLimit checks that what a call is appended to does not count towards its
// size.
func TestAppendLimit(t *testing.T) {
	c := Call{Tool: "x", Arguments: map[string]any{"a": "b"}}
	text, err := c.Encode(Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Repeat("-", len(text))
	for size, ok := range map[int]bool{len(text) - 1: false, len(text): true} {
		got, err := Append([]byte(before), c, Options{MaxSize: size})
		want := before
		if ok {
			want += text
		}
		if (err == nil) != ok || string(got) != want {
			t.Errorf("limit %d: %q, %v", size, got, err)
		}
	}
}

// TestNoArguments checks that absent arguments of every kind are written as an empty
// element.
func TestNoArguments(t *testing.T) {
	var none *xmlcall.Value
	for _, arguments := range []any{nil, none, &xmlcall.Value{}, map[string]any{}, struct{}{}, &map[string]string{}} {
		text, err := Call{Tool: "x", Arguments: arguments}.Encode(Options{})
		if err != nil {
			t.Errorf("%#v: %v", arguments, err)
			continue
		}
		b := xmlcall.ParseAt(text, 0)
		if got, ok := b.Decode(); !ok || len(got.Children) != 0 || strings.TrimSpace(got.Text) != "" {
			t.Errorf("%#v: %q", arguments, text)
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
