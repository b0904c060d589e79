//go:build js && wasm

// Wasm is the language server for a Web Worker: the server that the command serves, over
// the messages of the worker.
//
// The worker sets globalThis.forge before it starts the program, an object with
//
//	send(message)   called with each message of the server, a string with JSON
//	ready()         called when receive can be called
//
// and the program sets forge.receive, a function that takes an array of messages: all that
// have arrived. It reads the files of globalThis.fs, which are the worker's own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall/js"

	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/lsp"
)

// version is set by the linker: -ldflags "-X main.version=v1.2.3".
var version = "(devel)"

func main() {
	page := newPort(js.Global().Get("forge"))
	code, err := lsp.ServeMessages(context.Background(), page, lsp.Config{
		Version:   version,
		Workspace: workspace.New(workspace.Flags{}, nil),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// A port is the worker's end of its connection to the page.
type port struct {
	worker js.Value
	// arrived has all that has arrived and was not received, in one slice. JavaScript runs on
	// the thread of the program, and so needs no more room.
	arrived chan []string
	closed  chan struct{}
}

func newPort(worker js.Value) *port {
	p := &port{worker: worker, arrived: make(chan []string, 1), closed: make(chan struct{})}
	worker.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.take(args[0])
		return nil
	}))
	worker.Call("ready")
	return p
}

// take takes an array of messages. It never waits: the event loop would.
func (p *port) take(array js.Value) {
	var all []string
	select {
	case all = <-p.arrived:
	default:
	}
	for i := range array.Length() {
		all = append(all, array.Index(i).String())
	}
	p.arrived <- all
}

// Receive implements [lsp.Messages].
func (p *port) Receive() ([]string, error) {
	select {
	case all := <-p.arrived:
		return all, nil
	case <-p.closed:
		return nil, io.EOF
	}
}

// Send implements [lsp.Messages].
func (p *port) Send(message []byte) (err error) {
	defer func() {
		if r := recover(); r != nil { // what JavaScript throws
			err = errors.New(fmt.Sprint(r))
		}
	}()
	p.worker.Call("send", string(message))
	return nil
}

// Close implements [lsp.Messages].
func (p *port) Close() error {
	close(p.closed)
	return nil
}
