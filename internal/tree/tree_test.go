package tree

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/text"
)

// TestFormats reads the same values from each format, and checks the places of some.
func TestFormats(t *testing.T) {
	want := map[string]any{"c": "é", "a": map[string]any{"b": []any{json.Number("1"), "x/~", true}, "d": map[string]any{}}}
	for _, test := range []struct {
		format, text, places string
		read                 func([]byte) ([]*Node, []*Error, bool)
	}{
		{"JSON", "\uFEFF{\"c\": \"é\", \"a\": {\n\"b\": [1, \"x/~\", true], \"d\": {}}}", "/a 1:17, /a/b 2:6, /a/b/1 2:10, /a/d 2:29", JSON},
		{"YAML", "c: é\na: &x\n  b: [1, x/~, true]\n  d: {}\n", "/a 2:4, /a/b 3:6, /a/b/1 3:10, /a/d 4:6", YAML},
		{"TOML", "c = 'é'\n[a]\nb = [1, 'x/~', true]\n[a.d]\n", "/a 2:2, /a/b 3:1, /a/b/1 3:9, /a/d 4:4", func(data []byte) ([]*Node, []*Error, bool) {
			root, errs := TOML(data)
			return []*Node{root}, errs, len(errs) == 0
		}},
	} {
		documents, errs, ok := test.read([]byte(test.text))
		if !ok || len(documents) != 1 {
			t.Errorf("%s: %v", test.format, errs)
			continue
		}
		root := documents[0]
		if got := root.Plain(); !reflect.DeepEqual(got, any(want)) {
			t.Errorf("%s: %v, want %v", test.format, got, want)
		}
		var places []string
		for _, path := range []string{"a", "a/b", "a/b/1", "a/d"} {
			n := root.Below(strings.Split(path, "/"))
			line, column := n.At.Position(text.UTF16)
			places = append(places, fmt.Sprintf("%s %d:%d", n.Pointer(), line, column))
		}
		if got := strings.Join(places, ", "); got != test.places {
			t.Errorf("%s: %s, want %s", test.format, got, test.places)
		}
	}
}
