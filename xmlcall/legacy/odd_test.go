package legacy

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	loop := &xmlcall.Value{Name: "a"}
	loop.Children = []*xmlcall.Value{loop}
	odd.Calls(t, []any{JSON, Of, Parse, ParseValue}, []any{&Call{}, &Call{Arguments: loop}, &Error{}},
		&xmlcall.Block{}, xmlcall.ParseAt("", 0), xmlcall.ParseAt("<tool>", 0), xmlcall.ParseAt(`<tool>{"tool_name":"x"}</tool>`, 0),
		encode.Options{Method: 200}, encode.Options{ItemName: func(string) string { return "<" }},
		loop, &xmlcall.Value{Name: "<", Children: []*xmlcall.Value{nil}}, (*xmlcall.Value)(nil),
		`{"tool_name":"x","arguments":{"a":[1]}}`, `[`, "\xff",
	)
}
