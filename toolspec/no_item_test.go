package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestListWithoutItem reads and writes a list for which a program has only specified
// that it is one.
func TestListWithoutItem(t *testing.T) {
	tool := &Tool{Name: "a", Arguments: []Argument{
		{Name: "tags", Kind: List, Required: true},
		{Name: "ids", Kind: List, Repeated: true},
		{Name: "of", Kind: Object, Members: []Argument{{Name: "queries", Kind: List}}},
	}}
	arguments := map[string]any{
		"tags": []any{"x", "y"}, "ids": []any{"p", "q"}, "of": map[string]any{"queries": []any{"z"}},
	}
	text, err := tool.Write(arguments, encode.Automatic)
	if err != nil {
		t.Fatal(err)
	}
	reading := tool.Read(xmlcall.ParseAt(text, 0))
	if !sameValue(reading.Arguments, arguments) || len(reading.Issues) > 0 {
		t.Errorf("%s\n%v\n%v", text, reading.Arguments, reading.Issues)
	}
	if tool.Argument("tags").Item.Name != "tag" || tool.Argument("of").Child("queries").Item.Name != "query" || tool.Argument("ids").Item.Name != "ids" {
		t.Error("the items have other names")
	}
	missing := tool.Read(xmlcall.ParseAt("<tool><tool_name>a</tool_name></tool>", 0)).Issues
	if len(missing) != 1 || missing[0].Argument.Item == nil {
		t.Errorf("%+v", missing)
	}
}
