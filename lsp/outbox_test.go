package lsp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// slowClient is a client that reads the server's output at its own pace, if at all.
// Tests with it use a fake clock, which advances when all goroutines wait.
type slowClient struct {
	in      *io.PipeWriter
	out     *io.PipeReader
	written atomic.Int64 // messages that the server took
	ended   chan struct{}
	code    int
	err     error
}

// roomForSlow is how many bytes wait for a slowClient, and largeSize the size of one
// answer to test/large and test/async.
const (
	roomForSlow = 1 << 20
	largeSize   = 100 << 10
)

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// startSlow starts a session that is initialized by the frames that write sends.
func startSlow(t *testing.T, serve serveFunc) *slowClient {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &slowClient{in: in, out: out, ended: make(chan struct{})}
	large := func(context.Context, jsonrpc2.RawMessage) (any, error) { return strings.Repeat("x", largeSize), nil }
	opts := Config{
		maxWaiting: roomForSlow,
		analyze:    fakeAnalyze,
		configPoll: 24 * time.Hour,
		routes: map[string]route{
			"test/large": large,
			"test/hang": async(func(ctx context.Context) (any, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}),
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
			c.written.Add(1)
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

// TestClientDoesNotRead checks that what waits for a client that sends requests and does not
// read is bounded, because the server reads no further; and that it goes on when the client
// does, with an answer to each.
func TestClientDoesNotRead(t *testing.T) {
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":0,"text":` + wire.Quote(strings.Repeat("&", maxShown)) + `}}}`
	var pulls []string
	for i := range 1000 {
		pulls = append(pulls, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.md"}}}`, i))
	}
	for name, test := range map[string]struct {
		bodies      []string
		taken, most int // messages that are read before the client reads
	}{
		"answered at once":   {manyRequests(1000, "test/large"), 10, 10 + 2*ahead},
		"answered by and by": {append([]string{open}, pulls...), 10, 1000}, // nothing is created for those that wait
		"small":              {manyRequests(20_000, "no/such"), 1000, 19_000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := startSlow(t, serveStreams)
				defer c.close()
				c.write(append(test.bodies, shutdownFrame, exitFrame)...)
				time.Sleep(time.Hour)
				if n := int(c.written.Load()); n < test.taken || n > test.most {
					t.Errorf("%d messages were read", n)
				}
				r, answers := bufio.NewReader(c.out), 0
				for {
					body, err := wire.ReadFrame(r)
					if err != nil {
						break
					}
					if strings.Contains(string(body), `"id":`) {
						answers++
					}
				}
				<-c.ended
				if want := strings.Count(strings.Join(test.bodies, ""), `"id":`) + 2; answers != want || c.code != 0 || c.err != nil {
					t.Errorf("%d answers, want %d; exit code %d, %v", answers, want, c.code, c.err)
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
			time.Sleep(time.Minute)
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
				code, err := serveStreams(t.Context(), in, fromServer, Config{configPoll: 24 * time.Hour, routes: map[string]route{
					"test/large": func(context.Context, jsonrpc2.RawMessage) (any, error) { return strings.Repeat("x", largeSize), nil },
					"test/hang": async(func(ctx context.Context) (any, error) {
						<-ctx.Done()
						return nil, ctx.Err()
					}),
					"test/stubborn": async(func(ctx context.Context) (any, error) {
						<-in.more
						return nil, nil
					}),
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
