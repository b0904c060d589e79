package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// A channel is how a client gets its diagnostics.
type channel int

const (
	push channel = iota // textDocument/publishDiagnostics
	pull                // textDocument/diagnostic, with refresh; the client also watches files and has settings
)

func (c channel) String() string { return [...]string{"push", "pull"}[c] }

// capabilities are the client capabilities that affect the server.
func (c channel) capabilities() string {
	const resolving = `"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}`
	const published = `"publishDiagnostics":{"relatedInformation":true,"versionSupport":true}`
	if c == pull {
		return `{"workspace":{"applyEdit":true,"diagnostics":{"refreshSupport":true},"configuration":true,"workspaceFolders":true,` +
			`"workspaceEdit":{"documentChanges":true},"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}},` +
			`"textDocument":{"diagnostic":{"relatedInformation":true},` + published + "," + resolving + `}}`
	}
	return `{"workspace":{"applyEdit":true},"textDocument":{` + published + "," + resolving + `}}`
}

// An editor is a client of a server, with one document.
type editor struct {
	*child
	channel
	uri     string
	version int
	next    int    // id of the next request
	result  string // id of the last result that was pulled
}

// connect starts a server and initializes it, without a folder. answered is the time from its start
// to the answer to initialize.
func (p program) connect(ch channel) (e *editor, answered time.Duration, err error) {
	return p.connectIn(ch, "null")
}

// connectIn is connect with the URI of a folder, as JSON.
func (p program) connectIn(ch channel, folder string) (e *editor, answered time.Duration, err error) {
	c, err := start(p)
	if err != nil {
		return nil, 0, err
	}
	e = &editor{child: c, channel: ch}
	var f frame
	if err = e.write(e.request("initialize", `{"processId":null,"rootUri":`+folder+`,"capabilities":`+ch.capabilities()+`}`)); err == nil {
		f, err = e.answer()
	}
	if err != nil {
		c.end()
		return nil, 0, err
	}
	return e, f.at.Sub(c.started), e.write(notification("initialized", `{}`))
}

func notification(method, params string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
}

func (e *editor) request(method, params string) []byte {
	e.next++
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, e.next, method, params)
}

// answer waits for the answer to the last request.
func (e *editor) answer() (frame, error) {
	f, err := e.await(fmt.Sprintf("answer to request %d", e.next), func(f *frame) bool {
		return f.Method == "" && string(f.ID) == strconv.Itoa(e.next)
	})
	if err == nil && f.Error != nil {
		err = fmt.Errorf("%s answered request %d with %.500s", e.name, e.next, f.Error)
	}
	return f, err
}

// open opens a document and returns the time until its first diagnostics.
func (e *editor) open(doc *document) (time.Duration, error) {
	return e.openAs("file:///speed/a"+doc.extension(), string(doc.text))
}

func (e *editor) openAs(uri, text string) (time.Duration, error) {
	e.uri, e.version, e.result = uri, 1, ""
	return e.turn(notification("textDocument/didOpen",
		fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"markdown","version":1,"text":%s}}`, e.uri, quoted(text))))
}

// quoted returns a text as JSON as JavaScript writes it: '<' is not escaped.
func quoted(text string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string, to memory
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// close closes the document.
func (e *editor) close() error {
	return e.write(notification("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri)))
}

// An edit replaces a range by a text.
type edit struct {
	from, to wire.Position
	text     string
}

// edit sends an edit and returns the time until its diagnostics.
func (e *editor) edit(ed edit) (time.Duration, error) {
	e.version++
	return e.turn(ed.of(e.uri, e.version))
}

// of returns the notification about the edit of a document.
func (ed edit) of(uri string, version int) []byte {
	span := wire.Range{Start: ed.from, End: ed.to}.JSON()
	return notification("textDocument/didChange",
		fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":%s,"text":%s}]}`, uri, version, span, quoted(ed.text)))
}

// turn writes a notification, and reads the diagnostics of the version that it leads to. It
// returns the time between.
func (e *editor) turn(message []byte) (time.Duration, error) {
	if e.channel == push {
		message = framed(message)
		begun := time.Now()
		if err := e.send(message); err != nil {
			return 0, err
		}
		f, err := e.await(fmt.Sprintf("diagnostics of version %d", e.version), func(f *frame) bool {
			return f.Method == "textDocument/publishDiagnostics" && f.Params.URI == e.uri && f.Params.Version == e.version
		})
		return f.at.Sub(begun), err
	}
	params := fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri)
	if e.result != "" {
		params = fmt.Sprintf(`{"textDocument":{"uri":%q},"previousResultId":%q}`, e.uri, e.result)
	}
	message = framed(message, e.request("textDocument/diagnostic", params))
	begun := time.Now()
	if err := e.send(message); err != nil {
		return 0, err
	}
	f, err := e.answer()
	e.result = f.Result.ResultID
	return f.at.Sub(begun), err
}
