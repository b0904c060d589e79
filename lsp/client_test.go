package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// deadline is how long a test waits for what must come.
const deadline = 20 * time.Second

// testClient speaks the protocol's bytes by hand, so that a mistake of the
// server's codec cannot hide behind itself.
type testClient struct {
	t    testing.TB
	in   *io.PipeWriter
	next int

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced when received or over changes
	received []message
	over     bool

	ended chan struct{}
	code  int
	err   error
}

// message is one message from the server.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (m message) String() string {
	b, _ := json.Marshal(m)
	return string(b)
}

// connect starts a session that is not initialized.
func connect(t testing.TB, opts Options) *testClient {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &testClient{t: t, in: in, changed: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		c.code, c.err = Serve(t.Context(), toServer, fromServer, opts)
		fromServer.Close()
		close(c.ended)
	}()
	go c.read(out)
	t.Cleanup(func() {
		in.Close()
		select {
		case <-c.ended:
		case <-time.After(deadline):
			t.Error("the session did not end with its input")
		}
	})
	return c
}

// start starts a session and initializes it.
func start(t testing.TB, opts Options, capabilities string) *testClient {
	t.Helper()
	c := connect(t, opts)
	c.initialize(capabilities)
	return c
}

func (c *testClient) initialize(capabilities string) message {
	c.t.Helper()
	m := c.call("initialize", `{"processId":null,"rootUri":null,"capabilities":`+capabilities+`}`)
	c.notify("initialized", `{}`)
	return m
}

// read collects messages until the server closes its end.
func (c *testClient) read(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		body, err := readFrame(r)
		c.mu.Lock()
		if err != nil {
			c.over = true
		} else {
			var m message
			if err := json.Unmarshal(body, &m); err != nil {
				c.t.Errorf("the server wrote %q: %v", body, err)
			}
			c.received = append(c.received, m)
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func readFrame(r *bufio.Reader) ([]byte, error) {
	size := -1
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line == "\r\n" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if size, err = strconv.Atoi(strings.TrimSuffix(n, "\r\n")); err != nil {
				return nil, err
			}
		}
	}
	if size < 0 {
		return nil, fmt.Errorf("no Content-Length")
	}
	body := make([]byte, size)
	_, err := io.ReadFull(r, body)
	return body, err
}

// raw writes bytes as they are.
func (c *testClient) raw(s string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, s); err != nil {
		c.t.Fatalf("writing to the server: %v", err)
	}
}

// frame writes one frame.
func (c *testClient) frame(body string) {
	c.t.Helper()
	c.raw(frame(body))
}

func frame(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

func (c *testClient) notify(method, params string) {
	c.t.Helper()
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// send sends a request and returns its id.
func (c *testClient) send(method, params string) int {
	c.t.Helper()
	c.next++
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.next, method, params))
	return c.next
}

// call sends a request and waits for its answer.
func (c *testClient) call(method, params string) message {
	c.t.Helper()
	return c.answer(c.send(method, params))
}

// result is call for requests that must succeed.
func (c *testClient) result(method, params string, into any) {
	c.t.Helper()
	m := c.call(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s: %v", method, m)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		c.t.Fatalf("%s: %v in %s", method, err, m.Result)
	}
}

func (c *testClient) answer(id int) message {
	c.t.Helper()
	return c.await(fmt.Sprintf("the answer to %d", id), func(m message) bool {
		return m.Method == "" && string(m.ID) == strconv.Itoa(id)
	})
}

// await returns the first message for which match reports true.
func (c *testClient) await(what string, match func(message) bool) message {
	c.t.Helper()
	timeout := time.After(deadline)
	for seen := 0; ; {
		c.mu.Lock()
		changed, over := c.changed, c.over
		for ; seen < len(c.received); seen++ {
			if match(c.received[seen]) {
				defer c.mu.Unlock()
				return c.received[seen]
			}
		}
		c.mu.Unlock()
		if over {
			c.t.Fatalf("the session ended without %s; got %v", what, c.all())
		}
		select {
		case <-changed:
		case <-timeout:
			c.t.Fatalf("no %s; got %v", what, c.all())
		}
	}
}

// all returns everything that was received.
func (c *testClient) all() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]message(nil), c.received...)
}

// exit waits for the end of the session and returns its exit code.
func (c *testClient) exit() int {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(deadline):
		c.t.Fatal("the session did not end")
	}
	return c.code
}

// quoted returns s as JSON.
func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (c *testClient) open(uri string, version int, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%s,"languageId":"markdown","version":%d,"text":%s}}`, quoted(uri), version, quoted(text)))
}

// change sends changes; each is the JSON of one content change.
func (c *testClient) change(uri string, version int, changes ...string) {
	c.t.Helper()
	c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%s,"version":%d},"contentChanges":[%s]}`, quoted(uri), version, strings.Join(changes, ",")))
}

// whole is a content change that replaces the whole text.
func whole(text string) string { return `{"text":` + quoted(text) + `}` }

// part is a content change that replaces a range.
func part(l1, c1, l2, c2 int, text string) string {
	return fmt.Sprintf(`{"range":%s,"text":%s}`, rangeJSON(l1, c1, l2, c2), quoted(text))
}

func rangeJSON(l1, c1, l2, c2 int) string {
	return fmt.Sprintf(`{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}}`, l1, c1, l2, c2)
}

// published are the parameters of a publishDiagnostics.
type published struct {
	URI         string           `json:"uri"`
	Version     *int             `json:"version"`
	Diagnostics []testDiagnostic `json:"diagnostics"`
}

type testDiagnostic struct {
	Range    testRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []struct {
		Location struct {
			URI   string    `json:"uri"`
			Range testRange `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`
}

type testRange struct {
	Start struct{ Line, Character int }
	End   struct{ Line, Character int }
}

func (r testRange) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// awaitVersion waits for the diagnostics of a version of a document.
func (c *testClient) awaitVersion(uri string, version int) published {
	c.t.Helper()
	var p published
	c.await(fmt.Sprintf("diagnostics of version %d", version), func(m message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		p = published{}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Errorf("%v in %s", err, m.Params)
		}
		return p.URI == uri && p.Version != nil && *p.Version == version
	})
	return p
}

// ranges returns the ranges of diagnostics.
func ranges(ds []testDiagnostic) string {
	var all []string
	for _, d := range ds {
		all = append(all, d.Range.String())
	}
	return strings.Join(all, " ")
}

// inCall returns a text with one call of a known tool, whose content has the
// given text on lines of its own, from the second line on.
func inCall(content string) string {
	return "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a</path><content>\n" +
		content + "\n</content></arguments></tool>\n"
}

// fake returns options with fakeAnalyze, for tests of what becomes of findings on
// their way to the client, which is not to depend on what the rules find.
func fake() Options { return Options{analyze: fakeAnalyze} }

// fakeAnalyze stands for the analysis. It reports
//
//	&  an error, related to the text's start
//	$  a warning
//	~  a hint
//
// None of them has a fix: fixes are proven in calls, and none is there.
func fakeAnalyze(_ string, t text.Text, kind transcript.Kind, _ earlier) *diagnostics.Document {
	text := t.String()
	result := &diagnostics.Result{File: &transcript.File{Text: text, Kind: kind}}
	for i := range len(text) {
		f := diagnostics.Finding{Call: -1, Span: xmlcall.Span{Start: i, End: i + 1}}
		switch text[i] {
		case '&':
			if strings.HasPrefix(text[i:], "&amp;") {
				continue
			}
			f.Code, f.Severity, f.Message = "unescaped-ampersand", diagnostics.Error, "bare ampersand"
			f.Related = []diagnostics.Related{{Span: xmlcall.Span{Start: 0, End: 1}, Message: "the start"}}
		case '$':
			f.Code, f.Severity, f.Message = "dollar", diagnostics.Warning, "a dollar"
		case '~':
			f.Code, f.Severity, f.Message = "tilde", diagnostics.Hint, "a tilde"
		default:
			continue
		}
		result.Findings = append(result.Findings, f)
	}
	return result.Document()
}
