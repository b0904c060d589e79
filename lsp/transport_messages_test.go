package lsp

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	transport "github.com/entrhq/forge-lsp/internal/lsp/wire"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

var overMessages = flag.Bool("over-messages", false, "serve the tests' clients over messages without headers")

// serveStreams serves a client that writes and reads frames: over them, or, as -over-messages
// has it, over the messages that are in them.
func serveStreams(ctx context.Context, in io.Reader, out io.Writer, opts Options) (int, error) {
	if !*overMessages {
		return Serve(ctx, in, out, opts)
	}
	closer, _ := in.(io.Closer)
	return ServeMessages(ctx, &unframed{in: bufio.NewReader(in), closer: closer, out: out}, opts)
}

// unframed are the messages of frames.
type unframed struct {
	in     *bufio.Reader
	closer io.Closer // nil for none
	out    io.Writer
}

// Receive returns all frames that have arrived.
func (u *unframed) Receive() (arrived []string, err error) {
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

func (u *unframed) Send(message []byte) error {
	_, err := io.WriteString(u.out, wire.Frame(string(message)))
	return err
}

func (u *unframed) Close() error {
	if u.closer == nil {
		return nil
	}
	return u.closer.Close()
}

// TestOverMessages runs the tests of the protocol over messages without headers. Those about
// frames have frames there, too.
func TestOverMessages(t *testing.T) {
	if *overMessages {
		return // this is the run over messages
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run", "^Test", "-over-messages", "-messages", "500", "-edits", "500")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A mailbox is [Messages] that a test fills.
type mailbox struct {
	arrive chan []string
	sent   chan string
	closed chan struct{}
}

func (q *mailbox) Receive() ([]string, error) {
	select {
	case all, ok := <-q.arrive:
		if !ok {
			return nil, io.EOF
		}
		return all, nil
	case <-q.closed:
		return nil, io.EOF
	}
}

func (q *mailbox) Send(message []byte) error {
	q.sent <- string(message)
	return nil
}

func (q *mailbox) Close() error {
	close(q.closed)
	return nil
}

// TestMessagesTogether checks that messages that arrive together are handled together:
// of changes that make each other obsolete, the last one is analyzed, and no other.
func TestMessagesTogether(t *testing.T) {
	q := &mailbox{arrive: make(chan []string, 1), sent: make(chan string, 100), closed: make(chan struct{})}
	ended := make(chan error)
	go func() {
		code, err := ServeMessages(t.Context(), q, fake())
		if code != 0 && err == nil {
			err = errors.New("a bad end")
		}
		ended <- err
	}()
	const uri = `"uri":"file:///a.md"`
	q.arrive <- []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{` + uri + `,"languageId":"x","version":1,"text":"&"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{` + uri + `,"version":2},"contentChanges":[{"text":"$"}]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{` + uri + `,"version":3},"contentChanges":[{"text":"~"}]}}`,
		`not JSON`,
		``,
	}
	var published []string
	refused := 0
	for deadline := time.After(wire.Deadline); len(published) == 0 || refused < 2; {
		select {
		case m := <-q.sent:
			switch {
			case strings.Contains(m, "publishDiagnostics"):
				published = append(published, m)
			case strings.Contains(m, `"code":-32700`):
				refused++
			}
		case <-deadline:
			t.Fatalf("%q published, %d refused", published, refused)
		}
	}
	if len(published) != 1 || !strings.Contains(published[0], `"version":3`) || !strings.Contains(published[0], "a tilde") {
		t.Errorf("published %q", published)
	}
	q.arrive <- []string{`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`}
	close(q.arrive)
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(wire.Deadline):
		t.Error("the session did not end")
	}
}

// silent is a transport over which nothing comes.
func silent() transport.Transport { return transport.NewFrames(strings.NewReader(""), io.Discard) }
