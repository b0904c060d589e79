package metamodel

import (
	"encoding/json"
	"strings"
	"testing"
)

func model(t testing.TB) *Model {
	t.Helper()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLoad checks that the model is complete: it has what the server needs, and more
// than the last release had.
func TestLoad(t *testing.T) {
	m := model(t)
	if len(m.Requests) < 60 || len(m.Notifications) < 25 || len(m.Structures) < 380 {
		t.Errorf("%d requests, %d notifications, %d structures", len(m.Requests), len(m.Notifications), len(m.Structures))
	}
	for _, method := range []string{"textDocument/inlineCompletion", "forge/calls", "textDocument/didOpen"} {
		if m.Method(method) == nil {
			t.Errorf("no %s", method)
		}
	}
}

// typeOf returns a type of the model by the JSON of one.
func typeOf(t testing.TB, text string) *Type {
	t.Helper()
	var ty Type
	if err := json.Unmarshal([]byte(text), &ty); err != nil {
		t.Fatal(err)
	}
	return &ty
}

func reference(name string) string { return `{"kind":"reference","name":"` + name + `"}` }
func baseType(name string) string  { return `{"kind":"base","name":"` + name + `"}` }

const position = `{"line":0,"character":2147483647}`

// TestCheck checks that each kind of type accepts valid values and detects planted
// mistakes.
func TestCheck(t *testing.T) {
	m := model(t)
	for _, test := range []struct {
		name, of    string
		right       []string
		wrong, why  string
		wrongOthers []string
	}{
		{"string", baseType("string"), []string{`""`}, `1`, "expected a string", []string{`null`, `[]`, `{}`, `true`}},
		{"boolean", baseType("boolean"), []string{`true`, `false`}, `"true"`, "expected a boolean", []string{`0`, `null`}},
		{"null", baseType("null"), []string{`null`}, `0`, "expected null", []string{`{}`, `""`}},
		{"decimal", baseType("decimal"), []string{`1.5`, `-1e300`}, `"1"`, "expected a number", []string{`null`}},
		{"integer", baseType("integer"), []string{`-2147483648`, `2147483647`}, `2147483648`, "expected an integer", []string{`-2147483649`, `1.5`, `1.0`, `"1"`}},
		{"uinteger", baseType("uinteger"), []string{`0`, `2147483647`}, `-1`, "from 0", []string{`2147483648`, `0.5`, `null`}},
		{"DocumentUri", baseType("DocumentUri"), []string{`"file:///a"`, `"untitled:a"`}, `"a.md"`, "a URI", []string{`""`, `1`}},
		{"array", `{"kind":"array","element":` + baseType("uinteger") + `}`, []string{`[]`, `[1,2]`}, `[1,"2"]`, "[1]: expected", []string{`{}`, `null`}},
		{"tuple", `{"kind":"tuple","items":[` + baseType("uinteger") + `,` + baseType("string") + `]}`, []string{`[1,"a"]`}, `[1]`, "an array of 2", []string{`["a",1]`, `[1,"a",2]`}},
		{"map", `{"kind":"map","key":` + baseType("DocumentUri") + `,"value":` + baseType("boolean") + `}`, []string{`{}`, `{"file:///a":true}`}, `{"file:///a":1}`, "file:///a: expected a boolean", []string{`{"a":true}`, `[]`}},
		{"or", `{"kind":"or","items":[` + reference("Range") + `,` + baseType("null") + `]}`, []string{`null`, `{"start":` + position + `,"end":` + position + `}`}, `{"start":` + position + `}`, "end: missing", []string{`7`}},
		{"and", `{"kind":"and","items":[` + reference("Position") + `,` + reference("TextDocumentIdentifier") + `]}`, []string{`{"line":1,"character":2,"uri":"file:///a"}`}, `{"line":1,"character":2}`, "uri: missing", []string{position, `{"line":1,"character":2,"uri":"file:///a","x":1}`}},
		{"literal", `{"kind":"literal","value":{"properties":[{"name":"a","type":` + baseType("string") + `}]}}`, []string{`{"a":""}`}, `{}`, "a: missing", []string{`{"a":1}`, `{"a":"","b":1}`}},
		{"stringLiteral", `{"kind":"stringLiteral","value":"full"}`, []string{`"full"`}, `"Full"`, `expected "full"`, []string{`null`}},
		{"closed enumeration", reference("DiagnosticSeverity"), []string{`1`, `4`}, `5`, "not a value of DiagnosticSeverity", []string{`0`, `"1"`}},
		{"closed enumeration of strings", reference("TraceValue"), []string{`"off"`}, `"loud"`, "not a value", []string{`1`}},
		{"open enumeration", reference("CodeActionKind"), []string{`"source.fixAll.forge"`}, `1`, "expected a string", nil},
		{"alias", reference("ProgressToken"), []string{`1`, `"a"`}, `{}`, "expected", []string{`1.5`, `null`}},
		{"any", reference("LSPAny"), []string{`null`, `1e300`, `[{"a":[]}]`}, ``, "", nil},
		{
			"structure that extends", reference("CodeActionParams"),
			[]string{`{"textDocument":{"uri":"file:///a"},"range":{"start":` + position + `,"end":` + position + `},"context":{"diagnostics":[]},"workDoneToken":7}`},
			`{"textDocument":{"uri":"file:///a"},"range":{"start":` + position + `,"end":` + position + `},"context":{"diagnostics":[]},"workDoneToken":[]}`, "workDoneToken: expected",
			[]string{`{}`},
		},
		{"member that there is not", reference("Position"), []string{position}, `{"line":1,"character":2,"column":3}`, "column: there is no such member", nil},
		{
			"null for an optional member", reference("Diagnostic"),
			[]string{`{"range":{"start":` + position + `,"end":` + position + `},"message":"m","severity":2}`},
			`{"range":{"start":` + position + `,"end":` + position + `},"message":"m","severity":null}`, "severity: expected", nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ty := typeOf(t, test.of)
			check := func(text string) error {
				v, err := Decode([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				return m.Check(ty, v)
			}
			for _, text := range test.right {
				if err := check(text); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
			if test.wrong == "" {
				return
			}
			if err := check(test.wrong); err == nil || !strings.Contains(err.Error(), test.why) {
				t.Errorf("%s: %v, want %q", test.wrong, err, test.why)
			}
			for _, text := range test.wrongOthers {
				if check(text) == nil {
					t.Errorf("%s: no mistake found", text)
				}
			}
		})
	}
}
