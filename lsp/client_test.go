package lsp

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/metamodel"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// testClient is a session with Serve.
type testClient struct {
	*wire.Client
	ended chan struct{}
	code  int
	err   error
}

// A serveFunc serves a client that writes and reads frames.
type serveFunc func(context.Context, io.Reader, io.Writer, Options) (int, error)

// connect starts a session that is not initialized.
func connect(t testing.TB, opts Options) *testClient {
	t.Helper()
	return connectTo(t, serveStreams, opts)
}

func connectTo(t testing.TB, serve serveFunc, opts Options) *testClient {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &testClient{ended: make(chan struct{})}
	go func() {
		c.code, c.err = serve(t.Context(), toServer, fromServer, opts)
		fromServer.Close()
		close(c.ended)
	}()
	c.Client = wire.New(t, in, out, metamodel.New(t))
	t.Cleanup(func() {
		in.Close()
		select {
		case <-c.ended:
			<-c.Over
		case <-time.After(wire.Deadline):
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

// startFrames is start for tests of the frames themselves.
func startFrames(t testing.TB) *testClient {
	t.Helper()
	c := connectTo(t, Serve, Options{})
	c.initialize(`{}`)
	return c
}

func (c *testClient) initialize(capabilities string) wire.Message {
	c.T.Helper()
	return c.Initialize(`"processId":null,"rootUri":null,"capabilities":` + capabilities)
}

func (c *testClient) open(uri string, version int, text string) {
	c.T.Helper()
	c.Open(uri, "markdown", version, text)
}

// exit waits for the end of the session and returns its exit code.
func (c *testClient) exit() int {
	c.T.Helper()
	select {
	case <-c.ended:
	case <-time.After(wire.Deadline):
		c.T.Fatal("the session did not end")
	}
	return c.code
}

// decodeInto decodes the result of an answer.
func decodeInto(t testing.TB, m wire.Message, into any) {
	t.Helper()
	if m.Error != nil {
		t.Fatal(m)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		t.Fatalf("%v in %s", err, m.Result)
	}
}

// ranges returns the ranges of diagnostics.
func ranges(ds []wire.Diagnostic) string {
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

// fake returns options with fakeAnalyze, for tests of how findings reach the client,
// which should not depend on the rules.
func fake() Options { return Options{analyze: fakeAnalyze} }

// fakeAnalyze replaces the analysis. It reports
//
//	&  an error, related to the text's start
//	$  a warning
//	~  a hint
//
// None of them has a fix: fixes are proven in calls, and there are none.
func fakeAnalyze(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
	text := t.String()
	result := &diagnostics.Result{File: &document.File{Text: text, Kind: kind}}
	for i := range len(text) {
		f := diagnostics.Diagnostic{Description: &diagnostics.Description{}, Call: -1, Span: xmlcall.Span{Start: i, End: i + 1}}
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
		result.Diagnostics = append(result.Diagnostics, f)
	}
	return result.Document()
}
