package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// connect starts a server and initializes it. answered is the time from its start to
// the answer to initialize.
func (p program) connect(ch channel) (e *editor, answered time.Duration, err error) {
	c, err := start(p)
	if err != nil {
		return nil, 0, err
	}
	e = &editor{child: c, channel: ch}
	message, id := e.request("initialize", `{"processId":null,"rootUri":null,"capabilities":`+ch.capabilities()+`}`)
	var f frame
	if err = e.send(message); err == nil {
		f, err = e.answer("initialize", id)
	}
	if err != nil {
		c.end()
		return nil, 0, err
	}
	return e, f.at.Sub(c.started), e.notify("initialized", `{}`)
}

func (e *editor) notify(method, params string) error {
	return e.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// request returns a request with its header, and its id.
func (e *editor) request(method, params string) (message []byte, id int) {
	e.next++
	return framed(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, e.next, method, params)), e.next
}

func (e *editor) answer(method string, id int) (frame, error) {
	// What follows the number is a comma or the end of the message.
	first, last := fmt.Sprintf(`"id":%d,`, id), fmt.Sprintf(`"id":%d}`, id)
	f, err := e.await("answer to "+method, func(f frame) bool {
		return !f.method() && (f.has(first) || f.has(last))
	})
	if err == nil && f.has(`"error":`) {
		err = fmt.Errorf("%s answered %s with %.500s", e.name, method, f.body)
	}
	return f, err
}

// open opens a document and returns the time until its first diagnostics.
func (e *editor) open(doc *document) (time.Duration, error) {
	e.uri, e.version, e.result = "file:///speed/a"+doc.extension(), 1, ""
	body := make([]byte, 0, len(doc.text)+len(doc.text)/8+1<<10)
	body = fmt.Appendf(body,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"markdown","version":1,"text":`, e.uri)
	body = append(appendQuoted(body, doc.text), "}}}"...)
	return e.turn(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body)
}

// appendQuoted appends a text as JSON as JavaScript writes it: '<' is not escaped. The
// generated texts have no control characters besides these.
func appendQuoted(to, text []byte) []byte {
	to = append(to, '"')
	for _, c := range text {
		switch c {
		case '\n':
			to = append(to, `\n`...)
		case '\t':
			to = append(to, `\t`...)
		case '"', '\\':
			to = append(to, '\\', c)
		default:
			to = append(to, c)
		}
	}
	return append(to, '"')
}

// close closes the document.
func (e *editor) close() error {
	return e.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri))
}

// An edit replaces a range by a text.
type edit struct {
	From wire.Position `json:"start"`
	To   wire.Position `json:"end"`
	Text string        `json:"-"`
}

// edit sends an edit and returns the time until its diagnostics.
func (e *editor) edit(ed edit) (time.Duration, error) {
	e.version++
	span, _ := json.Marshal(ed)
	text := appendQuoted(nil, []byte(ed.Text))
	return e.turn(framed(fmt.Appendf(nil,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":%s,"text":%s}]}}`,
		e.uri, e.version, span, text)))
}

// turn writes a notification, in parts, and reads the diagnostics of the version that
// it leads to. It returns the time between.
func (e *editor) turn(parts ...[]byte) (time.Duration, error) {
	if e.channel == push {
		begun := time.Now()
		if err := e.send(parts...); err != nil {
			return 0, err
		}
		f, err := e.published()
		return f.at.Sub(begun), err
	}
	params := fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri)
	if e.result != "" {
		params = fmt.Sprintf(`{"textDocument":{"uri":%q},"previousResultId":%q}`, e.uri, e.result)
	}
	request, id := e.request("textDocument/diagnostic", params)
	begun := time.Now()
	if err := e.send(append(parts, request)...); err != nil {
		return 0, err
	}
	f, err := e.answer("textDocument/diagnostic", id)
	if err != nil {
		return 0, err
	}
	if _, rest, ok := bytes.Cut(f.body, []byte(`"resultId":"`)); ok {
		e.result = string(rest[:bytes.IndexByte(rest, '"')])
	}
	return f.at.Sub(begun), nil
}

// published waits for the diagnostics of the version.
func (e *editor) published() (frame, error) {
	// The members of the parameters may be in any order, and diagnostics do not contain
	// a version.
	first, last := fmt.Sprintf(`"version":%d,`, e.version), fmt.Sprintf(`"version":%d}`, e.version)
	return e.await(fmt.Sprintf("diagnostics of version %d", e.version), func(f frame) bool {
		return f.method() && bytes.Contains(f.body, []byte("textDocument/publishDiagnostics")) && bytes.Contains(f.body, []byte(e.uri)) &&
			(bytes.Contains(f.body, []byte(first)) || bytes.Contains(f.body, []byte(last)))
	})
}
