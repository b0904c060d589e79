package lsp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/jsonrpc2"

	transport "github.com/entrhq/forge-lsp/internal/lsp/wire"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// slowClient is a client that reads the server's output at its own pace, if at all.
// Tests with it use a fake clock, which advances when all goroutines wait.
type slowClient struct {
	in    *io.PipeWriter
	out   *io.PipeReader
	ended chan struct{}
	code  int
	err   error
}

// roomForSlow is how many bytes wait for a slowClient, and largeSize the size of one
// answer to test/large and test/async.
const (
	roomForSlow = 1 << 20
	largeSize   = 100 << 10
)

// The limits of package wire on how long a client may read nothing, and for answers after exit.
const (
	notReading    = time.Minute
	answersAtExit = 200 * time.Millisecond
)

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// startSlow starts a session that is initialized by the frames that write sends.
func startSlow(t *testing.T, serve serveFunc) *slowClient {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &slowClient{in: in, out: out, ended: make(chan struct{})}
	large := func(context.Context, jsonrpc2.RawMessage) (any, error) { return strings.Repeat("x", largeSize), nil }
	opts := Options{
		maxWaiting: roomForSlow,
		analyze:    fakeAnalyze,
		configPoll: 24 * time.Hour,
		routes: map[string]route{
			"test/large": large,
			"test/hang": func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
				jsonrpc2.Async(ctx)
				<-ctx.Done()
				return nil, ctx.Err()
			},
		},
	}
	go func() {
		defer close(c.ended)
		c.code, c.err = serve(t.Context(), toServer, fromServer, opts)
		fromServer.Close()
	}()
	return c
}

// write sends an initialize request and messages on a goroutine of its own.
func (c *slowClient) write(bodies ...string) {
	go func() {
		for _, b := range append([]string{`{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`}, bodies...) {
			if _, err := io.WriteString(c.in, wire.Frame(b)); err != nil {
				return
			}
		}
	}()
}

// close closes both pipes, so that no goroutine remains blocked on them.
func (c *slowClient) close() {
	c.in.Close()
	c.out.Close()
}

func manyRequests(n int, method string) []string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{}}`, i, method))
	}
	return list
}

const (
	shutdownFrame = `{"jsonrpc":"2.0","id":"last","method":"shutdown"}`
	exitFrame     = `{"jsonrpc":"2.0","method":"exit"}`
)

// TestClientDoesNotRead checks that a client that sends requests and does not read is
// detected: the data that waits for it is bounded, and the session ends.
func TestClientDoesNotRead(t *testing.T) {
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":0,"text":` + wire.Quote(strings.Repeat("&", maxShown)) + `}}}`
	var pulls []string
	for i := range 1000 {
		pulls = append(pulls, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.md"}}}`, i))
	}
	for name, bodies := range map[string][]string{
		"answered at once":   manyRequests(1000, "test/large"),
		"answered by and by": append([]string{open}, pulls...),
		"small":              manyRequests(20_000, "no/such"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := startSlow(t, serveStreams)
				defer c.close()
				began := time.Now()
				c.write(bodies...)
				<-c.ended
				if c.code != 1 || !errors.Is(c.err, transport.ErrNotReading) {
					t.Fatalf("exit code %d, %v", c.code, c.err)
				}
				var waited int
				number := strings.TrimPrefix(c.err.Error(), transport.ErrNotReading.Error())
				_, err := fmt.Sscanf(strings.ReplaceAll(number, ",", ""), ": %d bytes", &waited)
				// All answers together have 100 MB, or 280; those being created when there
				// was no more room are added.
				if err != nil || waited < roomForSlow || waited > 20<<20 {
					t.Errorf("%d bytes waited, %v", waited, err)
				}
				if took := time.Since(began); took < notReading || took > notReading+time.Second {
					t.Errorf("it ended after %v", took)
				}
			})
		})
	}
}

// TestClientIsStopped checks that a client that does not read and requests little is
// tolerated for hours: it may be stopped in a debugger. Reports about a document in the
// meantime do not accumulate.
func TestClientIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startSlow(t, serveStreams)
		defer c.close()
		bodies := []string{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":0,"text":` + wire.Quote(strings.Repeat("&", maxShown)) + `}}}`}
		const changes = 100
		for version := 1; version <= changes; version++ {
			bodies = append(bodies, fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.md","version":%d},"contentChanges":[%s]}}`, version, wire.Part(0, 0, 0, 0, "&")))
		}
		c.write(append(bodies, `{"jsonrpc":"2.0","id":"end","method":"no/such"}`)...)
		time.Sleep(5 * time.Hour)

		// It continues, and gets the diagnostics of the first version, which was being
		// written, and of the last.
		r := bufio.NewReader(c.out)
		var versions []string
		for len(versions) == 0 || versions[len(versions)-1] != fmt.Sprint(changes) {
			body, err := wire.ReadFrame(r)
			if err != nil {
				t.Fatal(err)
			}
			if _, rest, ok := strings.Cut(string(body), `"version":`); ok && strings.Contains(string(body), "publishDiagnostics") {
				version, _, _ := strings.Cut(rest, ",")
				versions = append(versions, version)
			}
		}
		if len(versions) > 3 {
			t.Errorf("diagnostics of versions %v waited", versions)
		}
		go io.Copy(io.Discard, r)
		c.in.Write([]byte(wire.Frame(shutdownFrame) + wire.Frame(exitFrame)))
		<-c.ended
		if c.code != 0 || c.err != nil {
			t.Errorf("exit code %d, %v", c.code, c.err)
		}
	})
}

// TestClientReadsSlowly checks that a slow client gets everything, however long it
// takes.
func TestClientReadsSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startSlow(t, Serve) // a large message has no pieces without frames
		defer c.close()
		const asked = 100
		c.write(append(manyRequests(asked, "test/large"), shutdownFrame)...)
		slow := bufio.NewReaderSize(readerFunc(func(p []byte) (int, error) {
			time.Sleep(notReading * 9 / 10)
			return c.out.Read(p)
		}), 64<<10)
		for range 1 + asked + 1 {
			if _, err := wire.ReadFrame(slow); err != nil {
				t.Fatalf("%v; exit code %d, %v", err, c.code, c.err)
			}
		}
		c.in.Write([]byte(wire.Frame(exitFrame)))
		<-c.ended
		if c.code != 0 || c.err != nil {
			t.Errorf("exit code %d, %v", c.code, c.err)
		}
	})
}

// TestExitAtOnce checks that exit ends the session immediately: with a blocked input that
// cannot be closed, with pending requests, and with a client that does not read.
func TestExitAtOnce(t *testing.T) {
	for _, test := range []struct {
		name  string
		reads bool
		code  int
		limit time.Duration // on the test's clock; only waiting takes time there
		send  []string
	}{
		{"shut down", true, 0, 0, []string{shutdownFrame, exitFrame}},
		{"not shut down", true, 1, 0, []string{exitFrame}},
		{"requests under way", true, 0, 0, append(manyRequests(20, "test/hang"), shutdownFrame, exitFrame)},
		{"requests that cannot be cancelled", true, 0, answersAtExit, append(manyRequests(20, "test/stubborn"), shutdownFrame, exitFrame)},
		{"nobody reads", false, 0, answersAtExit, append(manyRequests(5, "test/large"), shutdownFrame, exitFrame)},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in := &slowReader{more: make(chan struct{})}
				for _, b := range append([]string{`{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"capabilities":{}}}`}, test.send...) {
					in.data += wire.Frame(b)
				}
				out, fromServer := io.Pipe()
				if test.reads {
					go io.Copy(io.Discard, out)
				}
				began := time.Now()
				code, err := serveStreams(t.Context(), in, fromServer, Options{configPoll: 24 * time.Hour, routes: map[string]route{
					"test/large": func(context.Context, jsonrpc2.RawMessage) (any, error) { return strings.Repeat("x", largeSize), nil },
					"test/hang": func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
						jsonrpc2.Async(ctx)
						<-ctx.Done()
						return nil, ctx.Err()
					},
					"test/stubborn": func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) {
						jsonrpc2.Async(ctx)
						<-in.more
						return nil, nil
					},
				}})
				if took := time.Since(began); took > test.limit {
					t.Errorf("it took %v", took)
				}
				if code != test.code || err != nil {
					t.Errorf("exit code %d, %v", code, err)
				}
				close(in.more)
				out.Close()
				fromServer.Close()
			})
		})
	}
}
