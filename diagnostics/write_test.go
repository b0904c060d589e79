package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestWrite: however a call that runs is written, it runs as it is written, with the same values, and
// written again it is the same. Most calls can be written in all forms.
func TestWrite(t *testing.T) {
	source := editSource(t)
	calls, written := 0, map[string]int{}
	for seed := range uint64(400) {
		c := drawCase(source, rand.New(rand.NewPCG(seed, 23)))
		for call := range c.Open(text.New(c.before), c.kind).Calls() {
			block := call.Block()
			if block.Verdict().Outcome != xmlcall.Runs {
				if _, ok := c.Write(block, encode.Escapes); ok {
					t.Fatalf("seed %d: a call that does not run as it is written was written", seed)
				}
				continue
			}
			calls++
			for name, write := range map[string]func(*xmlcall.Block) (string, bool){
				"escapes": func(b *xmlcall.Block) (string, bool) { return c.Write(b, encode.Escapes) },
				"cdata":   func(b *xmlcall.Block) (string, bool) { return c.Write(b, encode.Sections) },
			} {
				text, ok := write(block)
				if !ok {
					continue
				}
				written[name]++
				after := xmlcall.ParseAt(text, 0)
				if name == "escapes" && strings.Contains(text, "<![CDATA[") {
					t.Fatalf("seed %d: a section among escapes: %s", seed, text)
				}
				if !argumentsOf(block).Equal(argumentsOf(after)) || block.ToolName() != after.ToolName() {
					t.Fatalf("seed %d, %s: %q became %q", seed, name, block.Source(), text)
				}
				if again, ok := write(after); !ok || again != text {
					t.Fatalf("seed %d, %s: %q, and written again %q", seed, name, text, again)
				}
			}
			if payload, ok := c.WriteJSON(block); ok {
				written["json"]++
				if strings.ContainsAny(payload, "<\n") {
					t.Fatalf("seed %d: %q", seed, payload)
				}
			}
		}
	}
	for _, form := range []string{"escapes", "cdata", "json"} {
		if written[form] < calls*3/4 {
			t.Errorf("%s: %d of %d calls", form, written[form], calls)
		}
	}
	t.Logf("of %d calls: %v", calls, written)
}

// TestWriteJSON: a value is of the type that its tool reads, a list of one item is a list, and what
// a tool is not known to read is typed by its look.
func TestWriteJSON(t *testing.T) {
	for call, want := range map[string]string{
		"<tool><tool_name>write_file</tool_name><arguments><path>5</path><content>true</content></arguments></tool>":                                  `{"server_name":"local","tool_name":"write_file","arguments":{"path":"5","content":"true"}}`,
		"<tool><tool_name>read_file</tool_name><arguments><path>a</path><start_line> 007 </start_line></arguments></tool>":                            `{"server_name":"local","tool_name":"read_file","arguments":{"path":"a","start_line":7}}`,
		"<tool><tool_name>apply_diff</tool_name><arguments><path>a</path><edits><edit><search>1</search><replace/></edit></edits></arguments></tool>": `{"server_name":"local","tool_name":"apply_diff","arguments":{"path":"a","edits":[{"search":"1","replace":""}]}}`,
		"<tool><tool_name>nobody</tool_name><arguments><n>5</n><s><![CDATA[5]]></s></arguments></tool>":                                               `{"server_name":"local","tool_name":"nobody","arguments":{"n":5,"s":"5"}}`,
		"<tool><tool_name>nobody</tool_name><arguments><files><file>a</file></files></arguments></tool>":                                              `{"server_name":"local","tool_name":"nobody","arguments":{"files":["a"]}}`,
		"<tool><tool_name>nobody</tool_name><arguments><files><file>a</file><file>b</file></files></arguments></tool>":                                `{"server_name":"local","tool_name":"nobody","arguments":{"files":["a","b"]}}`,
		"<tool><tool_name>list_tags</tool_name></tool>":                                                                                               `{"server_name":"local","tool_name":"list_tags","arguments":{}}`,
	} {
		block := run(call, document.Reply).Calls[0].Block()
		if got, ok := (Options{}).WriteJSON(block); !ok || got != want {
			t.Errorf("%s\n got %s\nwant %s", call, got, want)
		}
	}
	if _, ok := (Options{}).WriteJSON(nil); ok {
		t.Error("no block was written")
	}
	// The tool reads the text of elements, which JSON for it does not have.
	for _, call := range []string{
		callTo("task_completion", "<result>So <b>bold</b></result>"),
		callTo("read_file", "<path>a</path><path>b</path>"),
	} {
		if got, ok := (Options{}).WriteJSON(run(call, document.Reply).Calls[0].Block()); ok {
			t.Errorf("%s\nis not %s", call, got)
		}
	}
}

// TestWriteJSONOwn checks that a list is a list whatever its tool calls the items, and that null is one where the tool
// reads it as no value, while other text of the same argument stays text.
func TestWriteJSONOwn(t *testing.T) {
	tool := &toolspec.Tool{Name: "note", Arguments: []toolspec.Argument{
		{Name: "data", Kind: toolspec.List, Item: &toolspec.Argument{Name: "point", Kind: toolspec.String}},
		{Name: "text", Kind: toolspec.String, Nullable: true},
	}}
	o := Options{Tools: toolspec.Builtins().With(tool)}
	for arguments, want := range map[string]string{
		"<data><point>5</point></data>": `"data":["5"]`, "<text>null</text>": `"text":null`, "<text> null </text>": `"text":null`, "<text>5</text>": `"text":"5"`, "<text>x</text>": `"text":"x"`,
	} {
		got, ok := o.WriteJSON(o.run(callTo("note", arguments), document.Reply).Calls[0].Block())
		if want = `"arguments":{` + want + "}"; !ok || !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}

// TestReceivesSame checks that a call of another tool, or of another server, is another one.
func TestReceivesSame(t *testing.T) {
	call := callTo("read_file", "<path>a</path>")
	for _, tool := range []*toolspec.Tool{nil, toolspec.Builtins().Find("local", "read_file")} {
		for text, want := range map[string]bool{
			call: true, callTo("read_file", "<path><![CDATA[a]]></path>"): true, callTo("read_file", "<path>b</path>"): false,
			callTo("write_file", "<path>a</path>"): false, strings.Replace(call, "local", "other", 1): false,
		} {
			if got := receivesSame(xmlcall.ParseAt(call, 0), xmlcall.ParseAt(text, 0), tool); got != want {
				t.Errorf("%q for %+v: %v", text, tool, got)
			}
		}
	}
}
