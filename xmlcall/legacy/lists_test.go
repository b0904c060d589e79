package legacy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestLists checks lists of any length, in both directions.
func TestLists(t *testing.T) {
	for n := 1; n < 6; n++ {
		items := make([]string, n)
		for i := range items {
			items[i] = fmt.Sprint(i)
		}
		want := `{"ids":[` + strings.Join(items, ",") + `]}`
		v, exact, err := ParseValue("arguments", want, encode.Options{})
		if err != nil || !exact {
			t.Fatalf("%s: exact %v, %v", want, exact, err)
		}
		if got := JSON(v, encode.Options{}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestInexact checks that a loss is still reported when exact values follow it.
func TestInexact(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":"x","b":[1]}`:         true,
		`{"a":null,"b":[1]}`:        false,
		`{"a":[],"b":[1]}`:          false,
		`{"a":[1],"b":[]}`:          false,
		`{"a":{},"b":{"c":1}}`:      false,
		`{"a":"\ud800","b":"x"}`:    false,
		`{"a":"x","b":[[1],[2,3]]}`: true,
	} {
		if _, exact, err := ParseValue("arguments", text, encode.Options{}); err != nil || exact != want {
			t.Errorf("%s: exact %v, %v", text, exact, err)
		}
	}
}

// TestDepthOfJSON checks that JSON is written to the depth to which elements are read,
// and no deeper.
func TestDepthOfJSON(t *testing.T) {
	const more = 5
	v := &xmlcall.Value{Name: "a", Text: "x"}
	for range xmlcall.MaxDepth + more {
		v = &xmlcall.Value{Name: "a", Children: []*xmlcall.Value{v, {Name: "b", Text: "y"}}}
	}
	if got := strings.Count(JSON(v, encode.Options{}), `"b"`); got != xmlcall.MaxDepth {
		t.Errorf("%d levels, want %d", got, xmlcall.MaxDepth)
	}
}
