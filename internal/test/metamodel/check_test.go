package metamodel

import (
	"encoding/json"
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
	if len(m.Requests) < 60 || len(m.Notifications) < 25 || len(m.defined) < 470 {
		t.Errorf("%d requests, %d notifications, %d definitions", len(m.Requests), len(m.Notifications), len(m.defined))
	}
	for _, method := range []string{"textDocument/inlineCompletion", "forge/calls", "textDocument/didOpen"} {
		if m.methods[method] == nil {
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
		name, of     string
		right, wrong []string
	}{
		{"string", baseType("string"), []string{`""`}, []string{`1`, `null`, `[]`, `{}`, `true`}},
		{"boolean", baseType("boolean"), []string{`true`, `false`}, []string{`"true"`, `0`, `null`}},
		{"null", baseType("null"), []string{`null`}, []string{`0`, `{}`, `""`}},
		{"decimal", baseType("decimal"), []string{`1.5`, `-1e300`}, []string{`"1"`, `null`}},
		{"integer", baseType("integer"), []string{`-2147483648`, `2147483647`}, []string{`2147483648`, `-2147483649`, `1.5`, `"1"`}},
		{"uinteger", baseType("uinteger"), []string{`0`, `2147483647`}, []string{`-1`, `2147483648`, `0.5`, `null`}},
		{"DocumentUri", baseType("DocumentUri"), []string{`"file:///a"`, `"untitled:a"`}, []string{`"a.md"`, `""`, `1`}},
		{"array", `{"kind":"array","element":` + baseType("uinteger") + `}`, []string{`[]`, `[1,2]`}, []string{`[1,"2"]`, `{}`, `null`}},
		{"tuple", `{"kind":"tuple","items":[` + baseType("uinteger") + `,` + baseType("string") + `]}`, []string{`[1,"a"]`}, []string{`[1]`, `["a",1]`, `[1,"a",2]`}},
		{"map", `{"kind":"map","key":` + baseType("DocumentUri") + `,"value":` + baseType("boolean") + `}`, []string{`{}`, `{"file:///a":true}`}, []string{`{"file:///a":1}`, `{"a":true}`, `[]`}},
		{"or", `{"kind":"or","items":[` + reference("Range") + `,` + baseType("null") + `]}`, []string{`null`, `{"start":` + position + `,"end":` + position + `}`}, []string{`{"start":` + position + `}`, `7`}},
		{"and", `{"kind":"and","items":[` + reference("Position") + `,` + reference("TextDocumentIdentifier") + `]}`, []string{`{"line":1,"character":2,"uri":"file:///a"}`}, []string{`{"line":1,"character":2}`, position, `{"line":1,"character":2,"uri":"file:///a","x":1}`}},
		{"literal", `{"kind":"literal","value":{"properties":[{"name":"a","type":` + baseType("string") + `}]}}`, []string{`{"a":""}`}, []string{`{}`, `{"a":1}`, `{"a":"","b":1}`}},
		{"stringLiteral", `{"kind":"stringLiteral","value":"full"}`, []string{`"full"`}, []string{`"Full"`, `null`}},
		{"closed enumeration", reference("DiagnosticSeverity"), []string{`1`, `4`}, []string{`5`, `0`, `"1"`}},
		{"closed enumeration of strings", reference("TraceValue"), []string{`"off"`}, []string{`"loud"`, `1`}},
		{"open enumeration", reference("CodeActionKind"), []string{`"source.fixAll.forge"`}, []string{`1`}},
		{"alias", reference("ProgressToken"), []string{`1`, `"a"`}, []string{`{}`, `1.5`, `null`}},
		{"any", reference("LSPAny"), []string{`null`, `1e300`, `[{"a":[]}]`}, nil},
		{
			"structure that extends", reference("CodeActionParams"),
			[]string{`{"textDocument":{"uri":"file:///a"},"range":{"start":` + position + `,"end":` + position + `},"context":{"diagnostics":[]},"workDoneToken":7}`},
			[]string{`{"textDocument":{"uri":"file:///a"},"range":{"start":` + position + `,"end":` + position + `},"context":{"diagnostics":[]},"workDoneToken":[]}`, `{}`},
		},
		{"member that there is not", reference("Position"), []string{position}, []string{`{"line":1,"character":2,"column":3}`}},
		{
			"null for an optional member", reference("Diagnostic"),
			[]string{`{"range":{"start":` + position + `,"end":` + position + `},"message":"m","severity":2}`},
			[]string{`{"range":{"start":` + position + `,"end":` + position + `},"message":"m","severity":null}`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ty := typeOf(t, test.of)
			check := func(text string) error {
				v, err := decode([]byte(text))
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
			for _, text := range test.wrong {
				if check(text) == nil {
					t.Errorf("%s: no mistake found", text)
				}
			}
		})
	}
}
