package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// A channel is how a client gets its diagnostics.
type channel int

const (
	push    channel = iota // textDocument/publishDiagnostics
	pull                   // textDocument/diagnostic, without a refresh request
	refresh                // the same with refresh; the client also watches files and has settings
)

func (c channel) String() string { return [...]string{"push", "pull", "refresh"}[c] }

// capabilities are the client capabilities that affect the server. A client that does not
// resolve actions executes commands, as all editors do.
func (c channel) capabilities(resolves bool) string {
	action := ""
	if resolves {
		action = `,"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}`
	}
	switch c {
	case pull:
		return `{"workspace":{"applyEdit":true},"textDocument":{"diagnostic":{"relatedInformation":true}` + action + `}}`
	case refresh:
		return `{"workspace":{"applyEdit":true,"diagnostics":{"refreshSupport":true},"configuration":true,"workspaceFolders":true,` +
			`"workspaceEdit":{"documentChanges":true},"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}},` +
			`"textDocument":{"diagnostic":{"relatedInformation":true},"publishDiagnostics":{"relatedInformation":true,"versionSupport":true}` + action + `}}`
	}
	return `{"workspace":{"applyEdit":true},"textDocument":{"publishDiagnostics":{"relatedInformation":true,"versionSupport":true},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}` + action + `}}`
}

// An editor is a client of a server, with one document.
type editor struct {
	*child
	channel
	uri     string
	kind    string // languageId
	version int
	next    int    // id of the next request
	result  string // id of the last result that was pulled
	last    []byte // diagnostics that were last read, as JSON
}

// A launch specifies how a server is started and the capabilities of its client.
type launch struct {
	name    string
	command []string
	channel
	resolves bool   // whether the client resolves code actions
	root     string // folder of the workspace, "" for none
}

// connect starts a server and initializes it. answered is the time from its start to
// the answer to initialize.
func (l launch) connect() (e *editor, answered time.Duration, err error) {
	c, err := start(l.name, l.command[0], l.command[1:]...)
	if err != nil {
		return nil, 0, err
	}
	e = &editor{child: c, channel: l.channel}
	root := "null"
	if l.root != "" {
		root = strconv.Quote("file://" + l.root)
	}
	f, err := e.call("initialize", `{"processId":null,"rootUri":`+root+`,"capabilities":`+l.capabilities(l.resolves)+`}`)
	if err != nil {
		c.end()
		return nil, 0, err
	}
	answered = f.at.Sub(c.started)
	return e, answered, e.notify("initialized", `{}`)
}

func (e *editor) notify(method, params string) error {
	return e.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// request returns a request with its header, and its id.
func (e *editor) request(method, params string) (message []byte, id int) {
	e.next++
	return framed(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, e.next, method, params)), e.next
}

// call sends a request and waits for its answer.
func (e *editor) call(method, params string) (frame, error) {
	message, id := e.request(method, params)
	if err := e.send(message); err != nil {
		return frame{}, err
	}
	return e.answer(method, id)
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
func (e *editor) open(uri, kind string, text []byte) (time.Duration, error) {
	e.uri, e.kind, e.version, e.result = uri, kind, 1, ""
	body := make([]byte, 0, len(text)+len(text)/8+1<<10)
	body = fmt.Appendf(body,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":%q,"version":1,"text":`, uri, kind)
	body = append(appendQuoted(body, text), "}}}"...)
	return e.turn(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body)
}

// appendQuoted appends a text as JSON as JavaScript writes it: '<' is not escaped.
func appendQuoted(to, text []byte) []byte {
	to = append(to, '"')
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, text[from:i]...)
		switch c {
		case '\n':
			to = append(to, `\n`...)
		case '\t':
			to = append(to, `\t`...)
		case '"', '\\':
			to = append(to, '\\', c)
		default:
			to = fmt.Appendf(to, `\u%04x`, c)
		}
		from = i + 1
	}
	return append(append(to, text[from:]...), '"')
}

// close closes the document.
func (e *editor) close() error {
	return e.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri))
}

// An edit replaces a range by a text.
type edit struct {
	From position `json:"start"`
	To   position `json:"end"`
	Text string   `json:"-"`
}

// change returns the notification of an edit, with its header.
func (e *editor) change(ed edit) []byte {
	e.version++
	span, _ := json.Marshal(ed)
	text := appendQuoted(nil, []byte(ed.Text))
	return framed(fmt.Appendf(nil,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":%s,"text":%s}]}}`,
		e.uri, e.version, span, text))
}

// edit sends an edit and returns the time until its diagnostics.
func (e *editor) edit(ed edit) (time.Duration, error) { return e.turn(e.change(ed)) }

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
	if err := e.send(parts...); err != nil {
		return 0, err
	}
	if err := e.send(request); err != nil {
		return 0, err
	}
	f, err := e.answer("textDocument/diagnostic", id)
	if err != nil {
		return 0, err
	}
	e.last = f.body
	if rest := after(f.body, `"resultId":"`); rest != nil {
		e.result = string(rest[:bytes.IndexByte(rest, '"')])
	}
	return f.at.Sub(begun), nil
}

// published waits for the diagnostics of the version.
func (e *editor) published() (frame, error) {
	// The members of the parameters may be in any order, and diagnostics do not contain
	// a version.
	first, last := fmt.Sprintf(`"version":%d,`, e.version), fmt.Sprintf(`"version":%d}`, e.version)
	f, err := e.await(fmt.Sprintf("diagnostics of version %d", e.version), func(f frame) bool {
		return f.method() && bytes.Contains(f.body, []byte("textDocument/publishDiagnostics")) && bytes.Contains(f.body, []byte(e.uri)) &&
			(bytes.Contains(f.body, []byte(first)) || bytes.Contains(f.body, []byte(last)))
	})
	e.last = f.body
	return f, err
}

// after returns the text after the first occurrence of a text, or nil.
func after(body []byte, text string) []byte {
	if i := bytes.Index(body, []byte(text)); i >= 0 {
		return body[i+len(text):]
	}
	return nil
}

// diagnostics returns the items that were last read, as JSON.
func (e *editor) diagnostics() (items json.RawMessage, err error) {
	var message struct {
		Params struct {
			Diagnostics json.RawMessage `json:"diagnostics"`
		} `json:"params"`
		Result struct {
			Items json.RawMessage `json:"items"`
			Kind  string          `json:"kind"`
		} `json:"result"`
	}
	if err := json.Unmarshal(e.last, &message); err != nil {
		return nil, err
	}
	if message.Result.Kind == "unchanged" {
		return nil, fmt.Errorf("%s: the last report is %q", e.name, message.Result.Kind)
	}
	if e.channel == push {
		return message.Params.Diagnostics, nil
	}
	return message.Result.Items, nil
}
