package toolspec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestPlainly checks the obvious meaning of a text that cannot be read as a kind, "-"
// for none.
func TestPlainly(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		text string
		want string
	}{
		{Boolean, "yes", "true"},
		{Boolean, "On", "true"},
		{Boolean, `"true"`, "true"},
		{Boolean, "' y '", "true"},
		{Boolean, "ENABLED", "true"},
		{Boolean, "no", "false"},
		{Boolean, "off", "false"},
		{Boolean, "n", "false"},
		{Boolean, "disabled", "false"},
		{Boolean, "maybe", "-"},
		{Boolean, `"true'`, "-"},
		{Integer, `"5"`, "5"},
		{Integer, "+5", "5"},
		{Integer, "007", "7"},
		{Integer, "0x10", "16"},
		{Integer, "5.0", "5"},
		{Integer, "1e3", "1000"},
		{Integer, "1_000", "1000"},
		{Integer, "5.5", "-"},
		{Integer, "9007199254740992.0", "-"},
		{Integer, "9007199254740991.0", "9007199254740991"},
		{Integer, "five", "-"},
		{Integer, `"`, "-"},
		{Integer, "'", "-"},
		{Integer, "''", "-"},
		{Number, "5 ms", "5"},
		{Number, "1.5s", "1.5"},
		{Number, "2sec", "2"},
		{Number, "50%", "50"},
		{Number, "12 px", "12"},
		{Number, "12 pt", "-"},
		{Number, "ms", "-"},
		{String, "a", "-"},
	} {
		got := "-"
		if list := plainly(test.kind, test.text); len(list) > 0 {
			got = strings.Join(list, ", ")
		}
		if got != test.want {
			t.Errorf("%v %q: %s, want %s", test.kind, test.text, got, test.want)
		}
	}
}

// TestTextValues checks the meaning of a text in place of a list, by the kind of its
// items.
func TestTextValues(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		text string
		want string
	}{
		{Object, `[{"a": 1}, {"a": 2}]`, "[map[a:1] map[a:2]]"},
		{Object, `{"a": 1}`, "[map[a:1]]"},
		{Any, `[{"a": 1}]`, "[map[a:1]]"},
		{Any, `["a", 1]`, "[a 1]"},
		{Object, `["a"]`, "[]"},
		{String, `[{"a": 1}]`, "[]"},
		{String, `["a", "b"]`, "[a b]"},
		{String, `[["a"]]`, "[]"},
		{String, `[null]`, "[]"},
		{String, `["a"] ["b"]`, "[]"},
		{String, `["a"`, "[]"},
		{Integer, `[1, 2.5]`, "[1 2.5]"},
		{String, "a, b", "[a b]"},
		{String, "<a>b</a>", "[]"},
		{Object, "a, b", "[]"},
	} {
		got := textValues(&Argument{Kind: test.kind}, test.text)
		if fmt.Sprint(got) != test.want {
			t.Errorf("%v %s: %v, want %s", test.kind, test.text, got, test.want)
		}
	}
}

// TestGoLiterals checks the values of a schema in Go source, as far as they can be
// read.
func TestGoLiterals(t *testing.T) {
	tools, errs := Load("a.go", []byte(`package p

type tool struct{}

const low = -2

func (tool) Name() string { return ("a" + "b") }

func (tool) Schema() map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{
		"n": map[string]any{"type": "integer", "minimum": low, "maximum": (7)},
		"f": map[string]any{"type": "number", "minimum": -0.25, "maximum": 1e2},
		"x": &map[string]any{"type": "string", "minLength": 2, "enum": []string{"aa", 'b', "cc" + "d"}},
		"b": map[string]any{"type": "boolean", "default": !true},
	}}
}
`))
	if len(errs) > 0 || len(tools) != 1 || tools[0].Name != "ab" {
		t.Fatalf("%v, %v", tools, errs)
	}
	for arguments, want := range map[string]string{
		"<n>-2</n><f>-0.25</f>": "",
		"<n>7</n><f>100</f>":    "",
		"<n>-3</n>":             "n",
		"<n>8</n>":              "n",
		"<f>-0.26</f>":          "f",
		"<f>100.5</f>":          "f",
		"<b>true</b>":           "",
	} {
		var names []string
		for _, i := range readCall(t, tools[0], arguments).Issues {
			names = append(names, i.Name)
		}
		if got := strings.Join(slices.Compact(names), " "); got != want {
			t.Errorf("%s: issues about %q, want %q", arguments, got, want)
		}
	}
}

// TestContains checks that an example of a list has the required number of matching
// items, and no more items than allowed.
func TestContains(t *testing.T) {
	for _, test := range []struct {
		schema       string
		fives, least int
		most         int
	}{
		{`"contains": {"const": 5}`, 1, 1, 99},
		{`"contains": {"const": 5}, "minContains": 3`, 3, 3, 99},
		{`"contains": {"const": 5}, "minContains": 2, "maxContains": 2`, 2, 2, 99},
		{`"contains": {"const": 5}, "maxItems": 1`, 1, 1, 1},
		{`"contains": {"const": 5}, "minItems": 3, "maxItems": 3`, 1, 3, 3},
		{`"contains": {"const": 5}, "minContains": 0`, 0, 0, 99},
	} {
		tool := toolFrom(t, `{"name": "x", "schema": {"required": ["l"], "properties": {"l": {"type": "array", "items": {"type": "integer"}, `+test.schema+`}}}}`)
		call, err := tool.ExampleCall(ExampleOptions{})
		if err != nil {
			t.Errorf("%s: %v", test.schema, err)
			continue
		}
		reading := tool.Read(xmlcall.ParseAt(call, 0))
		list, _ := reading.Arguments["l"].([]any)
		fives := 0
		for _, v := range list {
			if v == int64(5) {
				fives++
			}
		}
		if fives < test.fives || len(list) < test.least || len(list) > test.most || len(reading.Issues) > 0 {
			t.Errorf("%s: %v, %v", test.schema, list, reading.Issues)
		}
	}
}
