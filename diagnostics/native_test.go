package diagnostics

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
)

const nativeSchema = `{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"},"mode":{"enum":["read","write"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["path"]}`

// nested returns JSON as a string of JSON.
func nested(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// nativeForms are the forms of native calls: a file with a call of a TOOL with some ARGUMENTS, and the definition of
// read_page with its SCHEMA in the way of the vendor. What is in « » is JSON in a string.
var nativeForms = map[string]string{
	"OpenAI chat":               `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"TOOL","arguments":«ARGUMENTS»}}]}],"tools":[{"type":"function","function":{"name":"read_page","parameters":SCHEMA}}]}`,
	"OpenAI functions":          `{"functions":[{"name":"read_page","parameters":SCHEMA}],"messages":[{"role":"assistant","content":null,"function_call":{"name":"TOOL","arguments":«ARGUMENTS»}}]}`,
	"OpenAI batch":              `{"body":{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"read_page","parameters":SCHEMA}}]},"response":{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"TOOL","arguments":«ARGUMENTS»}}]}}]}}` + "\n" + `{}`,
	"OpenAI responses":          `{"tools":[{"type":"function","name":"read_page","strict":null,"parameters":SCHEMA}],"output":[{"type":"function_call","call_id":"1","name":"TOOL","arguments":«ARGUMENTS»}]}`,
	"Codex rollout":             `{"type":"session_meta","payload":{"tools":[{"name":"read_page","parameters":SCHEMA}]}}` + "\n" + `{"type":"response_item","payload":{"type":"function_call","name":"TOOL","arguments":«ARGUMENTS»,"call_id":"1"},"tools":[{"name":"read_page","parameters":SCHEMA}]}`,
	"Anthropic":                 `{"system":"x","tools":[{"name":"read_page","input_schema":SCHEMA}],"messages":[{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"1","name":"TOOL","input":ARGUMENTS}]}]}`,
	"Claude Code":               `{"type":"system","tools":[{"name":"read_page","input_schema":SCHEMA}]}` + "\n" + `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"TOOL","input":ARGUMENTS}]}}` + "\n",
	"Gemini":                    `{"tools":[{"functionDeclarations":[{"name":"read_page","parametersJsonSchema":SCHEMA}]}],"contents":[{"role":"model","parts":[{"functionCall":{"name":"TOOL","args":ARGUMENTS}}]}]}`,
	"Gemini, types in capitals": `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"TOOL","args":ARGUMENTS}}]}],"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"read_page","parameters":{"type":"OBJECT","properties":{"path":{"type":"STRING","minLength":"1"},"limit":{"type":"INTEGER"},"mode":{"type":"STRING","format":"enum","enum":["read","write"]},"tags":{"type":"ARRAY","items":{"type":"STRING"}}},"required":["path"]}}]}]}`,
	"Bedrock":                   `{"toolConfig":{"tools":[{"toolSpec":{"name":"read_page","inputSchema":{"json":SCHEMA}}}]},"messages":[{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"TOOL","input":ARGUMENTS}}]}]}`,
	"system prompt":             `{"messages":[{"role":"system","content":«# Tools` + "\n" + `<tools>` + "\n" + `{"type":"function","function":{"name":"other"}}` + "\n" + `{"type":"function","function":{"name":"read_page","parameters":SCHEMA}}` + "\n" + `</tools>` + "\n" + `Go on.»},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"TOOL","arguments":«ARGUMENTS»}}]}]}`,
	"OpenTelemetry":             `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"gen_ai.tool.definitions","value":{"stringValue":«[{"type":"function","name":"read_page","parameters":SCHEMA}]»}},{"key":"gen_ai.output.messages","value":{"stringValue":«[{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"TOOL","arguments":ARGUMENTS}]}]»}}]}]}]}]}`,
	"Langfuse":                  `{"type":"GENERATION","input":«{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"read_page","parameters":SCHEMA}}]}»,"output":«{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"TOOL","arguments":«ARGUMENTS»}}]}»,"tool_calls":[{}]}`,
	"Inspect":                   `{"messages":[{"role":"assistant","content":"","tool_calls":[{"id":"1","function":"TOOL","arguments":ARGUMENTS,"type":"function"}]}],"tools":[{"name":"read_page","parameters":SCHEMA}]}`,
	"ATIF":                      `{"steps":[{"source":"agent","message":"","tool_calls":[{"tool_call_id":"1","function_name":"TOOL","arguments":ARGUMENTS}]}],"tools":[{"name":"read_page","parameters":SCHEMA}]}`,
	"OpenTelemetry, lists of keys": `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"gen_ai.tool.definitions","value":{"stringValue":«[{"type":"function","name":"read_page","parameters":SCHEMA}]»}},` +
		`{"key":"gen_ai.output.messages","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"assistant"}},{"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[` +
		`{"key":"type","value":{"stringValue":"tool_call"}},{"key":"id","value":{"stringValue":"1"}},{"key":"name","value":{"stringValue":"TOOL"}},{"key":"arguments","value":VALUE}]}}]}}}]}}]}}}]}]}]}]}`,
}

// nativeFile returns the file of a form.
func nativeFile(form, tool, arguments string) string {
	file := strings.NewReplacer("TOOL", tool, "ARGUMENTS", arguments, "VALUE", anyValue(arguments), "SCHEMA", nativeSchema).Replace(nativeForms[form])
	for at := strings.LastIndex(file, "«"); at >= 0; at = strings.LastIndex(file, "«") {
		inner, rest, _ := strings.Cut(file[at+len("«"):], "»")
		file = file[:at] + nested(inner) + rest
	}
	return file
}

// anyValue returns JSON as a value of OpenTelemetry.
func anyValue(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	value := func(kind, text string) string { return `{"` + kind + `":` + text + `}` }
	var read func() string
	read = func() string {
		token, err := d.Token()
		switch token := token.(type) {
		case json.Delim:
			var list []string
			for d.More() {
				if token == '{' {
					name := read()
					list = append(list, `{"key":`+strings.TrimSuffix(strings.TrimPrefix(name, `{"stringValue":`), "}")+`, "value": `+read()+`}`)
				} else {
					list = append(list, read())
				}
			}
			_, _ = d.Token()
			return value(map[json.Delim]string{'{': "kvlistValue", '[': "arrayValue"}[token], `{"values":[`+strings.Join(list, ",")+`]}`)
		case json.Number:
			return value("intValue", `"`+token.String()+`"`)
		case string:
			return value("stringValue", nested(token))
		}
		return fmt.Sprint(err) // of a text that is not JSON
	}
	return read()
}

// TestNativeRules checks each rule in each container: the places of its findings, and that a fix
// changes nothing else.
func TestNativeRules(t *testing.T) {
	if len(nativeForms) < 12 {
		t.Errorf("%d nativeForms", len(nativeForms))
	}
	for _, test := range []struct{ name, tool, arguments, want, fixed string }{
		{"sound", "read_page", `{"path": "a \"b\" é\\n"}`, "", ""},
		{"unknown tool", "read_pag", `{"path": "a"}`, `unknown-tool "read_pag"`, "read_page"},
		{"missing", "read_page", `{"limit": 3}`, `missing-argument "read_page"`, ""},
		{"unknown, near", "read_page", `{"path": "a", "limt": 3}`, "unknown-argument limt", `{"path": "a", "limit": 3}`},
		{"unknown", "read_page", `{"path": "a", "colour": 3}`, "unknown-argument colour", ""},
		{"type", "read_page", `{"path": "ü\"", "limit": "5"}`, `type-mismatch "5"`, `{"path": "ü\"", "limit": 5}`},
		{"type within", "read_page", `{"path": "a", "tags": ["x", 5]}`, "type-mismatch 5", ""},
		{"value", "read_page", `{"path": "a", "mode": "reed"}`, `invalid-value "reed"`, `{"path": "a", "mode": "read"}`},
		{"duplicate", "read_page", `{"path": "a", "path": "b"}`, "duplicate-argument path", ""},
	} {
		for name := range nativeForms {
			file := nativeFile(name, test.tool, test.arguments)
			var got []string
			d := Options{}.Open(text.New(file), document.JSON)
			for p := range d.Diagnostics() {
				at := p.Place(p.Span)
				got = append(got, p.Code+" "+plain(file[at.Start:at.End]))
				if test.fixed == "" {
					continue
				}
				want := nativeFile(name, test.tool, test.fixed)
				if p.Code == "unknown-tool" {
					want = nativeFile(name, test.fixed, test.arguments)
				}
				if p.Code == "type-mismatch" && name == "OpenTelemetry, lists of keys" && len(p.Fixes) == 0 {
					continue // the type is written beside the value
				}
				if len(p.Fixes) != 1 {
					t.Fatalf("%s in %s: %d fixes", test.name, name, len(p.Fixes))
				}
				if fixed := Apply(file, p.Fixes[0].Edits); fixed != want {
					t.Errorf("%s in %s:\n%s, want\n%s", test.name, name, fixed, want)
				}
			}
			if got := strings.Join(got, ", "); got != test.want {
				t.Errorf("%s in %s: %q, want %q\n%s", test.name, name, got, test.want, file)
			}
		}
	}
}

// plain returns a stretch of JSON without the escapes of strings around it.
func plain(stretch string) string { return strings.ReplaceAll(stretch, `\`, "") }

// TestNativeOutcomes checks what happens to native calls that are wrong in other ways.
func TestNativeOutcomes(t *testing.T) {
	chat := func(arguments, reason string) string {
		return `{"choices":[{"finish_reason":"` + reason + `","message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":` + nested(arguments) + `}}]}}]}`
	}
	for _, test := range []struct {
		name, file, want string
		outcome          Outcome
	}{
		{"no definitions", chat(`{"a": 1}`, "tool_calls"), "", Runs},
		{"empty", chat(``, "tool_calls"), "", Runs},
		{"cut off", chat(`{"a": 1}`, "length"), "cut-off-call", Refused},
		{"cut off within", chat(`{"a": "x`, "length"), "cut-off-call", Refused},
		{"cut off, Anthropic", `{"role":"assistant","stop_reason":"max_tokens","content":[{"type":"tool_use","id":"1","name":"f","input":{}}]}`, "cut-off-call", Refused},
		{"invalid", chat(`{"a": 1`, "tool_calls"), "invalid-json", Refused},
		{"text after it", chat(`{"a": 1} and more`, "tool_calls"), "invalid-json", Refused},
		{"no object", chat(`[1]`, "tool_calls"), "type-mismatch", Refused},
		{"same value twice", chat(`{"a": 1, "a": 1}`, "tool_calls"), "duplicate-argument", Runs},
		{"two values", chat(`{"a": 1, "a": 2}`, "tool_calls"), "duplicate-argument", Altered},
		{"free text", `{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin"}}`, "", Runs},
	} {
		d := Options{}.Open(text.New(test.file), document.JSON)
		var codes []string
		for p := range d.Diagnostics() {
			codes = append(codes, p.Code)
		}
		calls := d.Natives()
		if got := strings.Join(codes, ", "); got != test.want || len(calls) != 1 || calls[0].Outcome != test.outcome {
			t.Errorf("%s: %q, %d calls, want %q, %v\n%s", test.name, got, len(calls), test.want, test.outcome, test.file)
		}
	}
}

// TestNativeDamaged checks that native calls in damaged files are read, that places are in the file,
// and that an edit gives what reading the result gives.
func TestNativeDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 2))
	names := slices.Sorted(maps.Keys(nativeForms))
	found := func(d *Document) (list []string) {
		for p := range d.Diagnostics() {
			at := p.Place(p.Span)
			if at.Start < 0 || at.End < at.Start || at.End > d.Text().Len() {
				t.Fatalf("%s at %v of %d bytes", p.Code, at, d.Text().Len())
			}
			list = append(list, fmt.Sprint(p.Code, at, p.Message))
		}
		return list
	}
	for range 1500 {
		file := nativeFile(names[r.IntN(len(names))], "read_pag", `{"path": "a", "limit": "5", "limit": 6, "mde": [1, {"x": "y"}]}`)
		d := Options{}.Open(text.New(file), document.JSON)
		for range 1 + r.IntN(3) {
			at := r.IntN(d.Text().Len())
			d = d.Edit(at, min(at+r.IntN(4), d.Text().Len()), []string{"", `"`, "{", "}", "]", `\`, ",", "\n", "x", "é"}[r.IntN(10)])
			if d.Text().Len() == 0 {
				break
			}
		}
		read := Options{}.Open(d.Text(), document.JSON)
		if got, want := found(d), found(read); !slices.Equal(got, want) {
			t.Fatalf("%s\nedited: %q\nread:   %q", d.Text().String(), got, want)
		}
		for _, c := range read.Natives() {
			if c.Start < 0 || c.End > read.Text().Len() || c.Start >= c.End {
				t.Fatalf("a call from %d to %d in %s", c.Start, c.End, read.Text().String())
			}
		}
	}
}

// TestSDKCalls checks that the file with native calls, which make test-sdks compares with the types of
// vendors' SDKs, has the forms of these tests.
func TestSDKCalls(t *testing.T) {
	calls := map[string]json.RawMessage{}
	for _, name := range []string{"OpenAI chat", "OpenAI functions", "OpenAI responses", "Anthropic", "Gemini"} {
		calls[name] = json.RawMessage(nativeFile(name, "read_page", `{"path":"a","limit":3}`))
	}
	text, err := json.MarshalIndent(calls, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/sdks/calls.json", append(text, '\n'))
}

// TestNativeResults checks which result each native call has.
func TestNativeResults(t *testing.T) {
	call := func(id string) string {
		return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	}
	result := func(id, text string) string {
		return `{"role":"tool","tool_call_id":"` + id + `","content":"` + text + `"}`
	}
	named := `{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]}`
	answer := func(text string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"f","response":"` + text + `"}}]}`
	}
	alone := func(text string) string {
		return `{"messages":[` + call("1") + `,` + result("1", text) + `,{"role":"user","content":"x"}]}`
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"by ID", []string{call("1"), call("2"), result("2", "b"), result("1", "a")}, []string{"a", "b"}},
		{"none", []string{call("1"), result("2", "b")}, []string{""}},
		{"before its call", []string{result("1", "a"), call("1")}, []string{"a"}},
		{"an ID twice", []string{call("1"), call("1"), result("1", "a"), result("1", "b")}, []string{"a", "a"}},
		{"by name", []string{named, named, answer("a"), answer("b"), answer("c")}, []string{"a", "b"}},
		{"a name before its call", []string{answer("a"), named, answer("b")}, []string{"b"}},
		{"an ID and a name", []string{call("f"), answer("a"), named, answer("b")}, []string{"", "b"}},
		{"conversations", []string{alone("a"), alone("b")}, []string{"a", "b"}},
	} {
		d := Options{}.Open(text.New(strings.Join(test.lines, "\n")+"\n"), document.JSON)
		var got []string
		for _, c := range d.Natives() {
			if r := c.Result; r == nil {
				got = append(got, "")
			} else {
				got = append(got, r.Text)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
