package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
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
type serveFunc func(context.Context, io.Reader, io.Writer, Config) (int, error)

// connect starts a session that is not initialized.
func connect(t testing.TB, opts Config) *testClient {
	t.Helper()
	return connectTo(t, serveStreams, opts)
}

func connectTo(t testing.TB, serve serveFunc, opts Config) *testClient {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &testClient{ended: make(chan struct{})}
	go func() {
		c.code, c.err = serve(t.Context(), toServer, fromServer, opts)
		fromServer.Close()
		close(c.ended)
	}()
	c.Client = wire.New(t, in, out)
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
func start(t testing.TB, opts Config, capabilities string) *testClient {
	t.Helper()
	c := connect(t, opts)
	c.initialize(capabilities)
	return c
}

// startFrames is start for tests of the frames themselves.
func startFrames(t testing.TB) *testClient {
	t.Helper()
	c := connectTo(t, Serve, Config{})
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

// async routes a request that is answered later.
func async(answer func(context.Context) (any, error)) route {
	return func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
		return later(func() (any, error) { return answer(ctx) }), nil
	}
}

// inCall returns a text with one call of a known tool, whose content has the
// given text on lines of its own, from the second line on.
func inCall(content string) string {
	return "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a</path><content>\n" +
		content + "\n</content></arguments></tool>\n"
}

// fake returns options with fakeAnalyze, for tests of how findings reach the client,
// which should not depend on the rules.
func fake() Config { return Config{analyze: fakeAnalyze} }

// fakeAnalyze replaces the analysis. It reports
//
//	&  an error, related to the text's start
//	$  a warning
//	~  a hint
//
// None of them has a fix: fixes are proven in calls, and there are none.
func fakeAnalyze(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
	text := t.String()
	var found []diagnostics.Diagnostic
	for i := range len(text) {
		f := diagnostics.Diagnostic{Call: -1, Span: xmlcall.Span{Start: i, End: i + 1}}
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
		found = append(found, f)
	}
	return diagnostics.Options{}.Open(t, kind).Reporting(found)
}

var overMessages = flag.Bool("over-messages", false, "serve the tests' clients over messages without headers")

// serveStreams serves a client that writes and reads frames: over them, or, as -over-messages
// has it, over the messages that are in them.
func serveStreams(ctx context.Context, in io.Reader, out io.Writer, opts Config) (int, error) {
	if !*overMessages {
		return Serve(ctx, in, out, opts)
	}
	closer, _ := in.(io.Closer)
	return ServeMessages(ctx, &deframed{in: bufio.NewReaderSize(in, 64<<10), closer: closer, out: out}, opts)
}

// deframed are the messages of frames.
type deframed struct {
	in     *bufio.Reader
	closer io.Closer // nil for none
	out    io.Writer
}

// Receive returns all frames that have arrived.
func (u *deframed) Receive() (arrived []string, err error) {
	for len(arrived) == 0 || u.in.Buffered() > 0 {
		message, err := wire.ReadFrame(u.in)
		if err != nil {
			if len(arrived) > 0 {
				return arrived, nil // the next Receive gets it again
			}
			return nil, err
		}
		arrived = append(arrived, string(message))
	}
	return arrived, nil
}

func (u *deframed) Send(message []byte) error {
	_, err := io.WriteString(u.out, wire.Frame(string(message)))
	return err
}

func (u *deframed) Close() error {
	if u.closer == nil {
		return nil
	}
	return u.closer.Close()
}

// TestOverMessages runs tests of the protocol over messages without headers.
func TestOverMessages(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run", "^(TestMarkers|TestMessages|TestEdits|TestBurst|TestBadFrames)$", "-over-messages", "-messages", "100", "-edits", "50")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
