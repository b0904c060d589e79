package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// report is the result of textDocument/diagnostic.
type report struct {
	Kind     string
	ResultID string `json:"resultId"`
	Items    []wire.Diagnostic
}

func (c *testClient) pull(uri, previous string) report {
	c.T.Helper()
	params := `{"textDocument":{"uri":` + wire.Quote(uri) + `}}`
	if previous != "" {
		params = `{"textDocument":{"uri":` + wire.Quote(uri) + `},"identifier":"forge-lsp","previousResultId":` + wire.Quote(previous) + `}`
	}
	var r report
	c.Result("textDocument/diagnostic", params, &r)
	return r
}

func TestPush(t *testing.T) {
	c := start(t, fake(), `{"textDocument":{"publishDiagnostics":{"relatedInformation":true}}}`)
	c.open(aURI, 3, "x &\n$ ~")
	got := c.AwaitVersion(aURI, 3)
	if s := ranges(got.Diagnostics); s != "0:2-0:3 1:0-1:1 1:2-1:3" {
		t.Fatal(s)
	}
	d := got.Diagnostics[0]
	if d.Code != "unescaped-ampersand" || d.Severity != 1 || d.Source != "forge-lsp" || d.Message != "bare ampersand" {
		t.Errorf("got %+v", d)
	}
	if len(d.Related) != 1 || d.Related[0].Location.URI != aURI || d.Related[0].Location.Range.String() != "0:0-0:1" || d.Related[0].Message != "the start" {
		t.Errorf("related: %+v", d.Related)
	}
	if got.Diagnostics[1].Severity != 2 || got.Diagnostics[2].Severity != 4 {
		t.Errorf("severities: %+v", got.Diagnostics)
	}
	c.Change(aURI, 4, wire.Whole("clean"))
	if got := c.AwaitVersion(aURI, 4); got.Diagnostics == nil || len(got.Diagnostics) != 0 {
		t.Errorf("clean: %+v", got)
	}
}

func TestRelatedInformationOnlyIfSupported(t *testing.T) {
	c := start(t, fake(), `{}`)
	c.open(aURI, 1, "&")
	if d := c.AwaitVersion(aURI, 1).Diagnostics[0]; d.Related != nil {
		t.Errorf("got %+v", d.Related)
	}
}

// TestCloseDuringAnalysis checks that no diagnostics are sent for a document that is
// closed while it is analyzed.
func TestCloseDuringAnalysis(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	c := start(t, Config{analyze: func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
		text := t.String()
		if text == "slow &" {
			close(started)
			<-finish
		}
		return fakeAnalyze("", t, kind, nil)
	}}, `{}`)
	c.open(aURI, 1, "slow &")
	<-started
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
	c.Call("no/such", `{}`)
	close(finish)
	c.Await("empty diagnostics", func(m wire.Message) bool { return strings.Contains(string(m.Params), `"diagnostics":[]`) })
	for _, m := range c.All() {
		if strings.Contains(string(m.Params), "bare ampersand") {
			t.Errorf("published after close: %v", m)
		}
	}
}

// TestEncodings checks positions in the client's encoding; a server option specifies that of one that counts bytes
// without announcing it.
func TestEncodings(t *testing.T) {
	offers := func(encoding string) string { return `{"general":{"positionEncodings":["` + encoding + `"]}}` }
	for _, test := range []struct{ capabilities, unnamed, want string }{
		{offers("utf-8"), "", "0:8-0:9"},
		{offers("utf-16"), "", "0:5-0:6"},
		{offers("utf-32"), "", "0:4-0:5"},
		{`{}`, "utf-8", "0:8-0:9"},
		{offers("utf-16"), "utf-8", "0:5-0:6"},
	} {
		options := fake()
		options.Encoding = test.unnamed
		c := start(t, options, test.capabilities)
		c.open(aURI, 1, "😀 éx&") // 4+1+2+1 bytes, 2+1+1+1 units, 4 characters
		if got := ranges(c.AwaitVersion(aURI, 1).Diagnostics); got != test.want {
			t.Errorf("%s: %s, want %s", test.capabilities, got, test.want)
		}
	}
}

// TestUnpairedSurrogate checks an unpaired surrogate, which cannot be written in UTF-8.
// It is one character of one UTF-16 unit, as for the client.
func TestUnpairedSurrogate(t *testing.T) {
	c := start(t, fake(), `{}`)
	c.Notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":1,"text":"\ud83d&\ud83d\ude00&"}}`)
	if got := ranges(c.AwaitVersion(aURI, 1).Diagnostics); got != "0:1-0:2 0:4-0:5" {
		t.Error(got)
	}
}

// TestBurst checks that messages that arrive together are handled together: only the
// last of the versions is published.
func TestBurst(t *testing.T) {
	c := start(t, fake(), `{}`)
	c.open(aURI, 0, "")
	c.AwaitVersion(aURI, 0)
	const changes = 100
	burst := ""
	for v := 1; v <= changes; v++ {
		burst += wire.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}}`,
			aURI, v, wire.Part(0, v-1, 0, v-1, "&")))
	}
	const other = "file:///b.md"
	c.Raw(burst + wire.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"version":1,"text":"&"}}}`, other)))
	c.AwaitVersion(other, 1)
	if got := len(c.AwaitVersion(aURI, changes).Diagnostics); got != changes {
		t.Errorf("%d diagnostics, want %d", got, changes)
	}
	for _, m := range c.All() {
		var p wire.Published
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == aURI && *p.Version > 0 && *p.Version < changes {
			t.Errorf("version %d of a burst was published", *p.Version)
		}
	}
}

func TestPull(t *testing.T) {
	// With a zero delay, a push would come before the answers.
	c := start(t, Config{analyze: fakeAnalyze}, `{"textDocument":{"diagnostic":{"dynamicRegistration":false}}}`)
	c.open(aURI, 1, "&")
	first := c.pull(aURI, "")
	if first.Kind != "full" || ranges(first.Items) != "0:0-0:1" || first.ResultID == "" {
		t.Errorf("got %+v", first)
	}
	if got := c.pull(aURI, first.ResultID); got.Kind != "unchanged" || got.ResultID != first.ResultID {
		t.Errorf("unchanged: got %+v", got)
	}
	c.Change(aURI, 2, wire.Whole("&&"))
	second := c.pull(aURI, first.ResultID)
	if second.Kind != "full" || len(second.Items) != 2 || second.ResultID == first.ResultID {
		t.Errorf("changed: got %+v", second)
	}
	// Closed and opened with the same version, but another text.
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
	if got := c.pull(aURI, second.ResultID); got.Kind != "full" || got.Items == nil || len(got.Items) != 0 {
		t.Errorf("closed: got %+v", got)
	}
	c.open(aURI, 2, "&&&")
	if got := c.pull(aURI, second.ResultID); got.Kind != "full" || len(got.Items) != 3 {
		t.Errorf("opened again: got %+v", got)
	}
	c.Call("shutdown", `null`)
	for _, m := range c.All() {
		if m.Method != "" {
			t.Errorf("a client that pulls was sent %v", m)
		}
	}
}

// TestRequestSeesItsSnapshot checks that a request is answered for the text it was sent
// for, regardless of later changes.
func TestRequestSeesItsSnapshot(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	c := start(t, Config{analyze: func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
		text := t.String()
		if text == "&" {
			close(started)
			<-finish
		}
		return fakeAnalyze("", t, kind, nil)
	}}, `{"textDocument":{"diagnostic":{}}}`)
	c.open(aURI, 1, "&")
	id := c.Send("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.md"}}`)
	<-started
	c.Change(aURI, 2, wire.Whole(".&.&"))
	if got := c.pull(aURI, ""); ranges(got.Items) != "0:1-0:2 0:3-0:4" {
		t.Errorf("the later request: %+v", got)
	}
	close(finish)
	var r report
	if err := json.Unmarshal(c.Answer(id).Result, &r); err != nil || ranges(r.Items) != "0:0-0:1" {
		t.Errorf("the earlier request: %+v, %v", r, err)
	}
}

// TestRulePage checks that a diagnostic links to the page of its rule.
func TestRulePage(t *testing.T) {
	c := start(t, fake(), `{"textDocument":{"diagnostic":{}}}`)
	c.open("file:///a.xml", 1, "& $")
	var report struct {
		Items []struct {
			CodeDescription *struct{ Href string }
		}
	}
	c.Result("textDocument/diagnostic", `{"textDocument":{"uri":"file:///a.xml"}}`, &report)
	const want = "https://github.com/entrhq/forge-lsp/blob/main/docs/rules/unescaped-ampersand.md"
	if len(report.Items) != 2 || report.Items[0].CodeDescription == nil || report.Items[0].CodeDescription.Href != want {
		t.Errorf("%+v", report.Items)
	} else if report.Items[1].CodeDescription != nil {
		t.Errorf("a code without a rule leads to %v", *report.Items[1].CodeDescription)
	}
}

// fewer is a workspace whose client requests few diagnostics.
type fewer struct{ noWorkspace }

func (fewer) Update(workspace.Change) workspace.State {
	return workspace.State{MaxDiagnostics: 3}
}

// TestManyDiagnostics checks that of very many diagnostics the most severe are sent, by
// position, and one with the number of the others.
func TestManyDiagnostics(t *testing.T) {
	text := strings.Repeat("~$&\n", 600)
	for _, test := range []struct {
		name                 string
		options              Config
		errors, warnings     int
		first, message, last string
	}{
		{"as many as is usual", fake(), 600, 400, "0:0-0:0", "800 more problems", "599:2-599:3"},
		{"as many as is set", Config{analyze: fakeAnalyze, Workspace: fewer{}}, 3, 0, "0:0-0:0", "1,797 more problems", "2:2-2:3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, test.options, `{"textDocument":{"diagnostic":{}}}`)
			c.open(aURI, 1, text)
			items := c.pull(aURI, "").Items
			if len(items) != 1+test.errors+test.warnings {
				t.Fatalf("%d diagnostics", len(items))
			}
			if more := items[0]; more.Severity != 3 || more.Range.String() != test.first || !strings.HasPrefix(more.Message, test.message) {
				t.Errorf("the first is %+v", more)
			}
			count := map[int]int{}
			for i, d := range items[1:] {
				if count[d.Severity]++; i > 0 && d.Range.Start.Line < items[i].Range.Start.Line {
					t.Errorf("%v comes after %v", d, items[i])
				}
			}
			if count[1] != test.errors || count[2] != test.warnings {
				t.Errorf("by severity: %v", count)
			}
			if last := items[len(items)-1]; last.Range.String() != test.last {
				t.Errorf("the last is %+v", last)
			}
		})
	}
}
