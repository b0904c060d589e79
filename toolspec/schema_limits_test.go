package toolspec

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// doubling returns definitions each of which refers twice to the next, and the last to
// nothing. how is the form of the references, with two places for them.
func doubling(n int, how string) string {
	var w strings.Builder
	for i := range n {
		ref := fmt.Sprintf(`{"$ref": "#/$defs/d%d"}`, i+1)
		fmt.Fprintf(&w, `"d%d": %s, `, i, strings.ReplaceAll(how, "REF", ref))
	}
	fmt.Fprintf(&w, `"d%d": {"minLength": 2, "pattern": "^a"}`, n)
	return w.String()
}

// hostileSchemas are small schemas that would take forever if values were checked against all
// of them.
var hostileSchemas = []struct {
	name, schema string
	unchecked    bool // whether this holds for "a value"
}{
	{"allOf", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(20, `{"allOf": [REF, REF]}`) + `}}`, true},
	{"anyOf", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(20, `{"anyOf": [REF, REF]}`) + `}}`, true},
	{"oneOf", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(20, `{"oneOf": [REF, REF]}`) + `}}`, true},
	{"if", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(20, `{"if": REF, "then": REF, "else": REF}`) + `}}`, true},
	{"not", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(20, `{"not": REF, "allOf": [REF]}`) + `}}`, true},
	{"hundreds", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(150, `{"allOf": [REF, REF, REF], "anyOf": [REF, REF, REF]}`) + `}}`, true},
	{"a chain", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(2000, `{"allOf": [REF]}`) + `}}`, true},
	{"a clique", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + clique(12) + `}}`, true},
	{"inside objects", `{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + doubling(30, `{"allOf": [{"properties": {"a": REF}}, {"properties": {"a": REF}}]}`) + `}}`, false},
	{"of itself", `{"properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/d"}}, "required": ["b"]}, {"properties": {"a": {"$ref": "#/$defs/d"}}, "required": ["c"]}]}}}`, false},
	{"a loop", `{"properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"$ref": "#/$defs/e"}, "e": {"anyOf": [{"$ref": "#/$defs/d"}, {"type": "string"}]}}}`, true},
	{"a pattern", `{"properties": {"a": {"pattern": "((a{0,30}b?){0,30}){0,30}"}}}`, false},
	{"many patterns", `{"properties": {` + patternsOfSize(400) + `}}`, false},
	{"an enum", `{"properties": {"a": {"type": "array", "items": {"enum": [0` + strings.Repeat(",0", 9_900) + `]}}}}`, false},
	{"long references", `{"properties": {` + longReferences(2000) + `}, "$defs": {"d": {"$ref": "#/$defs/` + strings.Repeat("x", 1<<20) + `"}, "` + strings.Repeat("x", 1<<20) + `": {}}}`, false},
	{"unique items", `{"properties": {"a": {"uniqueItems": true, "items": {"uniqueItems": true}}}}`, false},
}

// clique returns definitions each of which refers to all of them.
func clique(n int) string {
	var refs, defs []string
	for i := range n {
		refs = append(refs, fmt.Sprintf(`{"$ref": "#/$defs/d%d"}`, i))
	}
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d": {"anyOf": [%s]}`, i, strings.Join(refs, ",")))
	}
	return strings.Join(defs, ",")
}

func patternsOfSize(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"a%d": {"pattern": "[a-z]{900}%d"}`, i, i))
	}
	return strings.Join(all, ",")
}

func longReferences(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"a%d": {"$ref": "#/$defs/d"}`, i))
	}
	return strings.Join(all, ",")
}

// TestHostileSchemas loads, checks, reads calls with and generates examples of schemas
// that take exponential time to walk. Without budgets none of this would end.
func TestHostileSchemas(t *testing.T) {
	calls := map[string]string{
		"a value": "<a>abc</a>",
		"nested":  strings.Repeat("<a>", 40) + "x" + strings.Repeat("</a>", 40),
		"items":   "<a>" + strings.Repeat("<item>x</item>", 10_000) + "</a>",
		"text":    "<a>" + strings.Repeat("ab", 1<<19) + "</a>",
		"deep":    strings.Repeat("<a>", 20_000) + "x" + strings.Repeat("</a>", 20_000),
	}
	for _, hostile := range hostileSchemas {
		t.Run(hostile.name, func(t *testing.T) {
			tools, errs := Load("tools.json", []byte(`[{"name": "sound"}, {"name": "x", "schema": `+"\n"+hostile.schema+`}]`))
			if len(errs) > 0 || len(tools) != 2 {
				t.Fatalf("%d tools, %v", len(tools), errs)
			}
			Check(tools)
			tool := tools[1]
			for _, all := range []bool{false, true} {
				_, _ = tool.ExampleCall(ExampleOptions{All: all})
			}
			for name, arguments := range calls {
				got := tool.Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>", 0))
				if err := tool.fits(got.Arguments); name == "a value" && errors.Is(err, errTooMuch) != hostile.unchecked {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// TestUsualSchemas checks that schemas of realistic sizes are not refused.
func TestUsualSchemas(t *testing.T) {
	var branches []string
	for i := range 300 {
		branches = append(branches, fmt.Sprintf(`{"type": "object", "properties": {"kind": {"const": "k%d"}, "inner": {"$ref": "#/$defs/any"}}, "required": ["kind"]}`, i))
	}
	schema := `{"properties": {"a": {"$ref": "#/$defs/any"}}, "$defs": {"any": {"anyOf": [` + strings.Join(branches, ",") + `]}}}`
	tools, errs := Load("tools.json", []byte(`{"name": "x", "schema": `+schema+`}`))
	if len(errs) > 0 || len(tools) != 1 {
		t.Fatal(errs)
	}
	wrong := tools[0].Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a><kind>none</kind></a></arguments></tool>", 0))
	if len(wrong.Issues) != 1 || wrong.Issues[0].Kind != InvalidValue {
		t.Errorf("a value that no branch allows: %+v", wrong.Issues)
	}
	right := tools[0].Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a><kind>k7</kind></a></arguments></tool>", 0))
	if len(right.Issues) != 0 {
		t.Errorf("a value that a branch allows: %+v", right.Issues)
	}
	// Each branch tries all of them on the values inside.
	inside := tools[0].Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a><kind>k7</kind><inner><kind>k8</kind><inner><kind>k9</kind></inner></inner></a></arguments></tool>", 0))
	if len(inside.Issues) != 1 || inside.Issues[0].Kind != NotChecked {
		t.Errorf("values that take too long to check: %+v", inside.Issues)
	}
}

// TestManyUnknown checks the number of issues for unknown arguments, which no tool
// reads.
func TestManyUnknown(t *testing.T) {
	for n, want := range map[int]int{maxUnknown: maxUnknown, 3 * maxUnknown: maxUnknown} {
		text := "<tool><tool_name>read_file</tool_name><arguments><path>a</path>" + strings.Repeat("<a/>", n) + "</arguments></tool>"
		b := xmlcall.ParseAt(text, 0)
		if issues := Builtins().Of(b).Read(b).Issues; len(issues) != want {
			t.Errorf("%d issues of %d unknown arguments", len(issues), n)
		}
	}
}
