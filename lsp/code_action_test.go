package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

// codeActionText has two findings with safe fixes in its first call, one with only
// suggested fixes in its second and one with a safe fix in its third.
const codeActionText = "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments>\n" +
	"<path>😀 & x</path>\n" +
	"<content>$ & ~</content></arguments></tool>\n" +
	"<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments>\n" +
	"<path>a</path><content>x &nbsp; y</content></arguments></tool>\n" +
	"\n" +
	"<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments>\n" +
	"<path>a < b</path></arguments></tool>\n"

// replaced returns codeActionText with pairs of old and new texts replaced.
func replaced(oldnew ...string) string { return strings.NewReplacer(oldnew...).Replace(codeActionText) }

func TestCodeActions(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.open(aURI, 1, codeActionText)
	const (
		// Of two bare ampersands neither is wrapped: the other one corrupts CDATA.
		path    = "Escape as `&amp;`"
		content = path
		entity  = "Escape as `&amp;nbsp;`|Wrap `<content>` in CDATA|Replace with `U+00A0`"
		less    = "Escape as `&lt;`|Wrap `<path>` in CDATA"
		call    = "|Fix all in this call"
		kind    = "|Fix all: unescaped-ampersand"
		disable = "|Disable unescaped-ampersand for this call"
		all     = "|Fix all safe problems"
	)
	for _, test := range []struct{ name, at, context, want string }{
		{"on a finding", wire.RangeJSON(1, 9, 1, 10), ``, path + call + kind + disable + all},
		{"cursor before", wire.RangeJSON(1, 9, 1, 9), ``, path + call + kind + disable + all},
		{"cursor after", wire.RangeJSON(1, 10, 1, 10), ``, path + call + kind + disable + all},
		{"beside, on its line", wire.RangeJSON(1, 11, 1, 12), ``, path + all},
		{"on another line", wire.RangeJSON(0, 0, 0, 1), ``, all[1:]},
		{"only one of its kind", wire.RangeJSON(7, 8, 7, 8), ``, less + "|Disable raw-less-than for this call" + all},
		{"nothing safe", wire.RangeJSON(4, 25, 4, 26), `,"only":["quickfix"]`, entity + "|Disable unknown-entity for this call"},
		{"everything", wire.RangeJSON(0, 0, 9, 0), ``, path + "|" + content + "|" + entity + "|" + less + call + kind + disable +
			"|Disable unknown-entity for this call|Disable raw-less-than for this call" + all},
		{"by itself", wire.RangeJSON(1, 9, 1, 10), `,"triggerKind":2`, path + call + kind + disable},
		{"by itself, on another line", wire.RangeJSON(0, 0, 0, 1), `,"triggerKind":2`, ""},
		{"invoked", wire.RangeJSON(0, 0, 0, 1), `,"triggerKind":1`, all[1:]},
		{"on save", wire.RangeJSON(0, 0, 2, 0), `,"triggerKind":2,"only":["source.fixAll"]`, all[1:]},
		{"exact kind", wire.RangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.forge"]`, all[1:]},
		{"parent of parent", wire.RangeJSON(0, 0, 2, 0), `,"only":["source"]`, all[1:]},
		{"sibling", wire.RangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.eslint","source.organizeImports"]`, ""},
		{"no prefix by letters", wire.RangeJSON(0, 0, 2, 0), `,"only":["source.fix","quick"]`, ""},
		{"child", wire.RangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.forge.more","quickfix.more"]`, ""},
		{"empty kind", wire.RangeJSON(2, 11, 2, 11), `,"only":[""]`, content + call + kind + disable + all},
		{"refactor", wire.RangeJSON(0, 0, 2, 0), `,"only":["refactor"]`, ""},
		{"no kinds", wire.RangeJSON(2, 11, 2, 11), `,"only":[]`, content + call + kind + disable + all},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := titles(c.actions(test.at, test.context)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestCodeActionContent(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.open(aURI, 1, codeActionText)
	as := c.actions(wire.RangeJSON(1, 9, 1, 10), ``)
	call := replaced("😀 &", "😀 &amp;", "$ &", "$ &amp;")
	for title, want := range map[string]struct {
		kind      string
		preferred bool
		ranges    string
		text      string
	}{
		"Escape as `&amp;`":            {"quickfix", true, "1:9-1:10", replaced("😀 &", "😀 &amp;")},
		"Fix all in this call":         {"quickfix", false, "1:9-1:10", call},
		"Fix all: unescaped-ampersand": {"quickfix", false, "1:9-1:10", call},
		"Fix all safe problems":        {"source.fixAll.forge", false, "", strings.Replace(call, "a < b", "a &lt; b", 1)},
	} {
		a := find(t, as, title)
		if a.Kind != want.kind || a.IsPreferred != want.preferred || ranges(a.Diagnostics) != want.ranges {
			t.Errorf("got %s", a.raw)
		}
		if a.Edit == nil || len(a.Edit.Changes) != 1 || a.Edit.Changes[aURI] == nil {
			t.Fatalf("no changes of the document: %s", a.raw)
		}
		if got := a.Edit.apply(codeActionText); got != want.text {
			t.Errorf("%s: %q, want %q", title, got, want.text)
		}
	}
}

func TestVersionedEdits(t *testing.T) {
	c := start(t, Config{}, `{"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
	c.open(aURI, 41, codeActionText)
	c.Change(aURI, 42, wire.Part(1, 6, 1, 6, "x"))
	as := c.actions(wire.RangeJSON(1, 10, 1, 10), ``)
	if len(as) != 5 {
		t.Errorf("got %s", titles(as))
	}
	for _, a := range as {
		if a.Edit == nil || a.Edit.Changes != nil || len(a.Edit.DocumentChanges) != 1 {
			t.Fatalf("got %s", a.raw)
		}
		doc := a.Edit.DocumentChanges[0]
		if doc.TextDocument.URI != aURI || doc.TextDocument.Version == nil || *doc.TextDocument.Version != 42 {
			t.Errorf("got %s", a.raw)
		}
	}
}

// TestResolve checks that the edit of fix-all is computed on request, from the existing
// analysis.
func TestResolve(t *testing.T) {
	var analyses atomic.Int32
	c := start(t, Config{analyze: func(path string, t text.Text, kind document.Kind, open func() *diagnostics.Document) *diagnostics.Document {
		analyses.Add(1)
		return open()
	}}, `{"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}},"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
	c.open(aURI, 1, codeActionText)
	as := c.actions(wire.RangeJSON(1, 9, 1, 10), ``)
	if find(t, as, "Escape as `&amp;`").Edit == nil {
		t.Error("a fix that is at hand should be sent with the action")
	}
	call := replaced("😀 &", "😀 &amp;", "$ &", "$ &amp;")
	for title, want := range map[string]string{
		"Fix all: unescaped-ampersand": call,
		"Fix all safe problems":        strings.Replace(call, "a < b", "a &lt; b", 1),
	} {
		a := find(t, as, title)
		if a.Edit != nil {
			t.Errorf("%s has an edit before it is resolved", title)
		}
		var resolved action
		decodeInto(t, c.CallOdd("codeAction/resolve", strings.Replace(a.raw, `{`, `{"unknown":[1],`, 1)), &resolved)
		if resolved.Title != title || resolved.Edit == nil {
			t.Fatalf("got %+v", resolved)
		}
		if got := resolved.Edit.apply(codeActionText); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
	if n := analyses.Load(); n != 1 {
		t.Errorf("%d analyses of one text", n)
	}

	stale := find(t, as, "Fix all safe problems")
	c.Change(aURI, 2, wire.Whole(inCall("a & b")))
	wantError(t, c.Call("codeAction/resolve", stale.raw), contentModified)
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
	wantError(t, c.Call("codeAction/resolve", stale.raw), contentModified)

	// An action that was sent with its edit is returned unchanged.
	quick := find(t, as, "Escape as `&amp;`")
	var same action
	c.Result("codeAction/resolve", quick.raw, &same)
	if same.Title != quick.Title || same.Edit == nil {
		t.Errorf("got %+v", same)
	}
}

// TestFixAllAsCommand checks that a client that executes commands, but does not resolve
// actions, computes no edit for a menu, except if it asks for fix-all by its kind.
func TestFixAllAsCommand(t *testing.T) {
	c := start(t, Config{}, `{"workspace":{"applyEdit":true}}`)
	c.open(aURI, 1, codeActionText)
	as := c.actions(wire.RangeJSON(1, 9, 1, 10), ``)
	call := replaced("😀 &", "😀 &amp;", "$ &", "$ &amp;")
	all := strings.Replace(call, "a < b", "a &lt; b", 1)
	for title, want := range map[string]string{"Fix all: unescaped-ampersand": call, "Fix all safe problems": all} {
		a := find(t, as, title)
		if a.Edit != nil || a.Command.Title != title {
			t.Fatalf("got %s", a.raw)
		}
		id := c.Send("workspace/executeCommand", a.execute())
		m := c.asked("workspace/applyEdit", 0)
		var params struct {
			Label string
			Edit  *testEdit
		}
		if err := json.Unmarshal(m.Params, &params); err != nil {
			t.Fatal(err)
		}
		if got := params.Edit.apply(codeActionText); params.Label != title || got != want {
			t.Errorf("%s, %s: %q, want %q", title, params.Label, got, want)
		}
		c.reply(m, `{"applied":true}`)
		if done := c.Answer(id); string(done.Result) != "true" {
			t.Errorf("got %+v", done)
		}
		c.Forget(func(o wire.Message) bool { return o.Method == "workspace/applyEdit" })
	}
	asked := c.actions(wire.RangeJSON(1, 9, 1, 10), `,"only":["source.fixAll"]`)
	if got := find(t, asked, "Fix all safe problems"); got.Edit == nil || got.Edit.apply(codeActionText) != all {
		t.Errorf("got %s", got.raw)
	}
	c.Change(aURI, 2, wire.Whole(inCall("a & b")))
	wantError(t, c.Call("workspace/executeCommand", find(t, as, "Fix all safe problems").execute()), contentModified)
}

// TestResolveForeign checks that what another server would resolve is refused.
func TestResolveForeign(t *testing.T) {
	c := start(t, Config{}, `{"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}`)
	for method, name := range map[string]string{"codeAction/resolve": "title", "completionItem/resolve": "label"} {
		for _, data := range []string{`{"x":1}`, `7`, `{"uri":"file:///a.md","text":"1"}`, `{"uri":["file:///a.md"],"text":1}`} {
			if m := c.CallOdd(method, `{"`+name+`":"not ours","data":`+data+`}`); m.Error == nil || m.Error.Code != invalidParams {
				t.Errorf("%s: got %v", data, m)
			}
		}
	}
}

// TestForeignDiagnosticsInContext checks that diagnostics of other servers are ignored.
func TestForeignDiagnosticsInContext(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.open(aURI, 1, codeActionText)
	var as []action
	decodeInto(t, c.CallOdd("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+wire.RangeJSON(7, 8, 7, 8)+
		`,"context":{"diagnostics":[{"range":7,"code":99999999999,"severity":"x"},null]}}`), &as)
	if titles(as) != "Escape as `&lt;`|Wrap `<path>` in CDATA|Disable raw-less-than for this call|Fix all safe problems" {
		t.Errorf("got %s", titles(as))
	}
	wantError(t, c.CallOdd("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+wire.RangeJSON(-1, 0, 0, 0)+`,"context":{}}`), invalidParams)
}

// action is a code action as a client reads it.
type action struct {
	Title       string            `json:"title"`
	Kind        string            `json:"kind"`
	IsPreferred bool              `json:"isPreferred"`
	Diagnostics []wire.Diagnostic `json:"diagnostics"`
	Edit        *testEdit         `json:"edit"`
	Data        json.RawMessage   `json:"data"`
	Command     struct {
		Title, Command string
		Arguments      json.RawMessage
	} `json:"command"`
	raw string
}

// execute returns the parameters that execute the action's command.
func (a action) execute() string {
	return fmt.Sprintf(`{"command":%q,"arguments":%s}`, a.Command.Command, a.Command.Arguments)
}

type testEdit struct {
	Changes         map[string][]wire.TextEdit `json:"changes"`
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits     []wire.TextEdit `json:"edits"`
		Kind, URI string          // of a file operation
	} `json:"documentChanges"`
}

// actions asks for code actions; context is the text after "diagnostics" in the
// context.
func (c *testClient) actions(at, context string) []action {
	c.T.Helper()
	var raws []json.RawMessage
	c.Result("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+at+`,"context":{"diagnostics":[]`+context+`}}`, &raws)
	as := make([]action, len(raws))
	for i, raw := range raws {
		as[i].raw = string(raw)
		if err := json.Unmarshal(raw, &as[i]); err != nil {
			c.T.Fatal(err)
		}
	}
	return as
}

func titles(as []action) string {
	var all []string
	for _, a := range as {
		all = append(all, a.Title)
	}
	return strings.Join(all, "|")
}

// find returns the action with a title.
func find(t *testing.T, as []action, title string) action {
	t.Helper()
	for _, a := range as {
		if a.Title == title {
			return a
		}
	}
	t.Fatalf("no action %q among %s", title, titles(as))
	return action{}
}

// apply applies the edit's changes to a text, counting in UTF-16.
func (e *testEdit) apply(text string) string {
	var edits []wire.TextEdit
	for _, more := range e.Changes {
		edits = append(edits, more...)
	}
	for _, doc := range e.DocumentChanges {
		edits = append(edits, doc.Edits...)
	}
	return wire.Apply(text, edits, "utf-16")
}

// command executes a command about the call at the place, and formats the server's requests
// in the meantime, and the result.
func (q *question) command() string {
	argument := fmt.Sprintf(`{"uri":%s%s}`, wire.Quote(uriOf(q.dir, q.file)), q.position())
	return q.carryOut(q.arguments[0], argument)
}

func (q *question) carryOut(command, argument string) string {
	id := q.client.Send("workspace/executeCommand", fmt.Sprintf(`{"command":%s,"arguments":[%s]}`, wire.Quote("forge-lsp."+command), argument))
	var b strings.Builder
	for {
		m := q.client.Await("an answer", func(m wire.Message) bool {
			return slices.Contains([]string{"workspace/applyEdit", "window/showDocument", "window/showMessage"}, m.Method) ||
				m.Method == "" && string(m.ID) == strconv.Itoa(id)
		})
		q.client.Forget(func(other wire.Message) bool { return other.Method == m.Method && string(other.ID) == string(m.ID) })
		var params struct {
			Label     string
			Message   string
			Selection wire.Range
			Edit      *testEdit
		}
		if m.Method != "" {
			if err := json.Unmarshal(m.Params, &params); err != nil {
				q.Fatal(err)
			}
		}
		switch m.Method {
		case "workspace/applyEdit":
			q.client.reply(m, `{"applied":true}`)
			fmt.Fprintf(&b, "%s:\n%s\n", params.Label, params.Edit.apply(q.texts[q.file]))
		case "window/showDocument":
			q.client.reply(m, `{"success":true}`)
			b.WriteString("shows " + q.shown(params.Selection) + "\n")
		case "window/showMessage":
			b.WriteString("message:\n" + q.inFolder(params.Message) + "\n")
		default:
			if m.Error != nil {
				fmt.Fprintf(&b, "error %d: %s\n", m.Error.Code, m.Error.Message)
				return b.String()
			}
			var result any
			if err := json.Unmarshal(m.Result, &result); err != nil {
				q.Fatal(err)
			}
			fmt.Fprintln(&b, result)
			return b.String()
		}
	}
}

// TestExecuteCommand checks that an unknown command, or one with wrong arguments, is
// refused, and that one about a document that is not open has no effect. A client that
// can neither apply edits nor show documents is not offered commands for it.
func TestExecuteCommand(t *testing.T) {
	c := connect(t, Config{})
	var answer struct {
		Capabilities struct {
			ExecuteCommandProvider struct{ Commands []string }
		}
	}
	decodeInto(t, c.initialize(`{}`), &answer)
	if got := answer.Capabilities.ExecuteCommandProvider.Commands; !slices.Equal(got, []string{"forge-lsp.showReceived", "forge-lsp.showChange"}) {
		t.Errorf("announced %q", got)
	}
	for _, bad := range []string{
		`{"command":"forge-lsp.no"}`, `{"command":"forge-lsp.fixAll"}`, `{"command":"forge-lsp.fixAll","arguments":[{}]}`,
		`{"command":"forge-lsp.fixAll","arguments":[7]}`, `{"command":"forge-lsp.fixCall","arguments":[{"uri":"file:///a.md"}]}`,
	} {
		wantError(t, c.Call("workspace/executeCommand", bad), -32602)
	}
	m := c.Call("workspace/executeCommand", `{"command":"forge-lsp.fixAll","arguments":[{"uri":"file:///a.md"}]}`)
	if m.Error != nil || string(m.Result) != "null" {
		t.Error(m)
	}
	c.open("file:///native.json", 1, `{"messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}`)
	for character, want := range map[int]string{0: "null", 80: "false"} { // outside of the native call, and in it
		fix := fmt.Sprintf(`{"command":"forge-lsp.fixCall","arguments":[{"uri":"file:///native.json","position":{"line":0,"character":%d}}]}`, character)
		if m := c.Call("workspace/executeCommand", fix); m.Error != nil || string(m.Result) != want {
			t.Errorf("at %d: %v, want %s", character, m, want)
		}
	}
	c.open("file:///a.md", 1, inCall("a & b"))
	stale := `{"command":"forge-lsp.showReceived","arguments":[{"uri":"file:///a.md","position":{"line":0,"character":0},"text":99}]}`
	wantError(t, c.Call("workspace/executeCommand", stale), -32801)
	wantError(t, c.Call("forge/received", `{"textDocument":{"uri":"file:///a.md"},"position":{"line":0,"character":0},"text":99}`), -32801)
}
