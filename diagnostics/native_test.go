package diagnostics

import (
	"encoding/json"
	"fmt"
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

// nativeForms are the forms of native calls: a file with a call of a tool with some arguments, and the
// definition of read_page in the way of the vendor.
var nativeForms = map[string]func(tool, arguments string) string{
	"OpenAI chat": func(tool, arguments string) string {
		return `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"` + tool + `","arguments":` + nested(arguments) + `}}]}],"tools":[{"type":"function","function":{"name":"read_page","parameters":` + nativeSchema + `}}]}`
	},
	"OpenAI functions": func(tool, arguments string) string {
		return `{"functions":[{"name":"read_page","parameters":` + nativeSchema + `}],"messages":[{"role":"assistant","content":null,"function_call":{"name":"` + tool + `","arguments":` + nested(arguments) + `}}]}`
	},
	"OpenAI batch": func(tool, arguments string) string {
		return `{"body":{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"read_page","parameters":` + nativeSchema + `}}]},"response":{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"` + tool + `","arguments":` + nested(arguments) + `}}]}}]}}` + "\n{}"
	},
	"OpenAI responses": func(tool, arguments string) string {
		return `{"tools":[{"type":"function","name":"read_page","strict":null,"parameters":` + nativeSchema + `}],"output":[{"type":"function_call","call_id":"1","name":"` + tool + `","arguments":` + nested(arguments) + `}]}`
	},
	"Codex rollout": func(tool, arguments string) string {
		return `{"type":"session_meta","payload":{"tools":[{"name":"read_page","parameters":` + nativeSchema + `}]}}` + "\n" + `{"type":"response_item","payload":{"type":"function_call","name":"` + tool + `","arguments":` + nested(arguments) + `,"call_id":"1"},"tools":[{"name":"read_page","parameters":` + nativeSchema + `}]}`
	},
	"Anthropic": func(tool, arguments string) string {
		return `{"system":"x","tools":[{"name":"read_page","input_schema":` + nativeSchema + `}],"messages":[{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"1","name":"` + tool + `","input":` + arguments + `}]}]}`
	},
	"Claude Code": func(tool, arguments string) string {
		return `{"type":"system","tools":[{"name":"read_page","input_schema":` + nativeSchema + `}]}` + "\n" + `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"` + tool + `","input":` + arguments + `}]}}` + "\n"
	},
	"Gemini": func(tool, arguments string) string {
		return `{"tools":[{"functionDeclarations":[{"name":"read_page","parametersJsonSchema":` + nativeSchema + `}]}],"contents":[{"role":"model","parts":[{"functionCall":{"name":"` + tool + `","args":` + arguments + `}}]}]}`
	},
	"Gemini, types in capitals": func(tool, arguments string) string {
		return `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"` + tool + `","args":` + arguments + `}}]}],"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"read_page","parameters":{"type":"OBJECT","properties":{"path":{"type":"STRING","minLength":"1"},"limit":{"type":"INTEGER"},"mode":{"type":"STRING","format":"enum","enum":["read","write"]},"tags":{"type":"ARRAY","items":{"type":"STRING"}}},"required":["path"]}}]}]}`
	},
	"Bedrock": func(tool, arguments string) string {
		return `{"toolConfig":{"tools":[{"toolSpec":{"name":"read_page","inputSchema":{"json":` + nativeSchema + `}}}]},"messages":[{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"` + tool + `","input":` + arguments + `}}]}]}`
	},
	"system prompt": func(tool, arguments string) string {
		return `{"messages":[{"role":"system","content":` + nested("# Tools\n<tools>\n"+`{"type":"function","function":{"name":"other"}}`+"\n"+`{"type":"function","function":{"name":"read_page","parameters":`+nativeSchema+`}}`+"\n</tools>\nGo on.") + `},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"` + tool + `","arguments":` + nested(arguments) + `}}]}]}`
	},
	"OpenTelemetry": func(tool, arguments string) string {
		return `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"gen_ai.tool.definitions","value":{"stringValue":` + nested(`[{"type":"function","name":"read_page","parameters":`+nativeSchema+`}]`) + `}},{"key":"gen_ai.output.messages","value":{"stringValue":` + nested(`[{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"`+tool+`","arguments":`+arguments+`}]}]`) + `}}]}]}]}]}`
	},
	"OpenTelemetry, lists of keys": func(tool, arguments string) string {
		defined := `{"key":"gen_ai.tool.definitions","value":{"stringValue":` + nested(`[{"type":"function","name":"read_page","parameters":`+nativeSchema+`}]`) + `}}`
		list := func(members ...string) string {
			return `{"kvlistValue":{"values":[` + strings.Join(members, ",") + `]}}`
		}
		key := func(name, value string) string { return `{"key":"` + name + `","value":` + value + `}` }
		text := func(text string) string { return `{"stringValue":"` + text + `"}` }
		call := list(key("type", text("tool_call")), key("id", text("1")), key("name", text(tool)), key("arguments", anyValue(arguments)))
		message := list(key("role", text("assistant")), key("parts", `{"arrayValue":{"values":[`+call+`]}}`))
		return `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[` + defined + `,` + key("gen_ai.output.messages", `{"arrayValue":{"values":[`+message+`]}}`) + `]}]}]}]}`
	},
	"Langfuse": func(tool, arguments string) string {
		return `{"type":"GENERATION","input":` + nested(`{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"read_page","parameters":`+nativeSchema+`}}]}`) + `,"output":` + nested(`{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"`+tool+`","arguments":`+nested(arguments)+`}}]}`) + `,"tool_calls":[{}]}`
	},
	"Inspect": func(tool, arguments string) string {
		return `{"messages":[{"role":"assistant","content":"","tool_calls":[{"id":"1","function":"` + tool + `","arguments":` + arguments + `,"type":"function"}]}],"tools":[{"name":"read_page","parameters":` + nativeSchema + `}]}`
	},
	"ATIF": func(tool, arguments string) string {
		return `{"steps":[{"source":"agent","message":"","tool_calls":[{"tool_call_id":"1","function_name":"` + tool + `","arguments":` + arguments + `}]}],"tools":[{"name":"read_page","parameters":` + nativeSchema + `}]}`
	},
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
		for name, container := range nativeForms {
			file := container(test.tool, test.arguments)
			var got []string
			d := Options{}.Open(text.New(file), document.JSON)
			for p := range d.Diagnostics() {
				at := p.Place(p.Span)
				got = append(got, p.Code+" "+plain(file[at.Start:at.End]))
				if test.fixed == "" {
					continue
				}
				want := container(test.tool, test.fixed)
				if p.Code == "unknown-tool" {
					want = container(test.fixed, test.arguments)
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
	var names []string
	for name := range nativeForms {
		names = append(names, name)
	}
	slices.Sort(names)
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
		file := nativeForms[names[r.IntN(len(names))]]("read_pag", `{"path": "a", "limit": "5", "limit": 6, "mde": [1, {"x": "y"}]}`)
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
		calls[name] = json.RawMessage(nativeForms[name]("read_page", `{"path":"a","limit":3}`))
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
		for _, r := range d.NativeResults() {
			if r == nil {
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
