package wire

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

// Frame returns a message with its header.
func Frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// ReadFrame reads a message and returns it without its header.
func ReadFrame(r *bufio.Reader) ([]byte, error) {
	size := -1
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line == "\r\n" {
			break
		}
		n, ok := strings.CutPrefix(line, "Content-Length: ")
		if !ok {
			return nil, fmt.Errorf("header %q", line)
		}
		if size, err = strconv.Atoi(strings.TrimSuffix(n, "\r\n")); err != nil {
			return nil, err
		}
	}
	if size < 0 {
		return nil, fmt.Errorf("no Content-Length")
	}
	body := make([]byte, size)
	_, err := io.ReadFull(r, body)
	return body, err
}

// Quote returns s as JSON.
func Quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// Initialize initializes a session. members are the members of the parameters, as JSON.
func (c *Client) Initialize(members string) Message {
	c.T.Helper()
	m := c.Call("initialize", "{"+members+"}")
	c.Notify("initialized", `{}`)
	return m
}

// Open opens a document.
func (c *Client) Open(uri, language string, version int, text string) {
	c.T.Helper()
	c.Notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%s,"languageId":%s,"version":%d,"text":%s}}`, Quote(uri), Quote(language), version, Quote(text)))
}

// Change sends changes; each is the JSON of one content change.
func (c *Client) Change(uri string, version int, changes ...string) {
	c.T.Helper()
	c.Notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%s,"version":%d},"contentChanges":[%s]}`, Quote(uri), version, strings.Join(changes, ",")))
}

// ChangeOdd is Change for changes that the protocol does not allow.
func (c *Client) ChangeOdd(uri string, version int, changes ...string) {
	c.T.Helper()
	c.NotifyOdd("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%s,"version":%d},"contentChanges":[%s]}`, Quote(uri), version, strings.Join(changes, ",")))
}

// Whole is a content change that replaces the whole text.
func Whole(text string) string { return `{"text":` + Quote(text) + `}` }

// Part is a content change that replaces a range.
func Part(l1, c1, l2, c2 int, text string) string {
	return fmt.Sprintf(`{"range":%s,"text":%s}`, RangeJSON(l1, c1, l2, c2), Quote(text))
}

// RangeJSON returns a range, of lines and columns from 0, as JSON.
func RangeJSON(l1, c1, l2, c2 int) string {
	return fmt.Sprintf(`{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}}`, l1, c1, l2, c2)
}

// Published are the parameters of a publishDiagnostics.
type Published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// A Diagnostic is a diagnostic of a document.
type Diagnostic struct {
	Range    Range  `json:"range"`
	Severity int    `json:"severity"`
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`
	Related  []struct {
		Location struct {
			URI   string `json:"uri"`
			Range Range  `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`
}

// A Range is a half-open range.
type Range struct{ Start, End Position }

// A Position is a line and a column, 0-based; the unit of a column is negotiated by
// initialize.
type Position struct{ Line, Character int }

func (r Range) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// JSON returns the range as JSON.
func (r Range) JSON() string {
	return RangeJSON(r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// AwaitVersion waits for the diagnostics of a version of a document.
func (c *Client) AwaitVersion(uri string, version int) Published {
	c.T.Helper()
	var p Published
	c.Await(fmt.Sprintf("diagnostics of version %d", version), func(m Message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		p = Published{}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.T.Errorf("%v in %s", err, m.Params)
		}
		return p.URI == uri && p.Version != nil && *p.Version == version
	})
	return p
}

// FileURI returns the URI of a path of this system.
func FileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/a
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// FoldersJSON returns the workspace folders with the given paths, as JSON.
func FoldersJSON(folders ...string) string {
	list := []string{}
	for _, folder := range folders {
		list = append(list, fmt.Sprintf(`{"uri":%s,"name":"x"}`, Quote(FileURI(folder))))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// OpenFile opens version 1 of a Markdown document at a path.
func (c *Client) OpenFile(path, text string) {
	c.T.Helper()
	c.Open(FileURI(path), "markdown", 1, text)
}

// RulesIn waits for the diagnostics of version 1 of the document at a path, and returns
// their codes.
func (c *Client) RulesIn(path string) (rules []string) {
	c.T.Helper()
	for _, d := range c.AwaitVersion(FileURI(path), 1).Diagnostics {
		rules = append(rules, d.Code)
	}
	return rules
}
