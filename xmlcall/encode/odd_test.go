package encode

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	loop := &xmlcall.Value{Name: "a"}
	loop.Children = []*xmlcall.Value{loop}
	odd.Calls(t, []any{Append, Arguments, Escape, Lines, PrefersCDATA, Section}, []any{
		Call{}, Call{Tool: "x", Arguments: loop}, &Error{},
	},
		Options{MaxSize: -1}, Options{MaxSize: 1}, Options{Method: 200}, Options{ItemName: func(string) string { return "<" }},
		loop, &xmlcall.Value{Name: "<", Children: []*xmlcall.Value{nil}}, (*xmlcall.Value)(nil), xmlcall.Value{Children: []*xmlcall.Value{nil, nil}},
		Call{Tool: "x", Arguments: (*xmlcall.Value)(nil)}, Call{Tool: "x", Arguments: loop}, Call{Tool: "x", Arguments: 5},
		new(map[string]any), (*int)(nil), new(string), func() {},
	)
}
