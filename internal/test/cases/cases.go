// Package cases reads the conformance cases: texts with calls, the result of the real
// runtime for each, and what must be reported. Only tests use it.
package cases

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/cases.jsonl
var casesJSONL []byte

// A Case is one line of cases.jsonl. Offsets are bytes in Text.
type Case struct {
	ID      string  `json:"id"`
	Area    string  `json:"area"`
	Kind    string  `json:"kind"` // assistant, document, stream, escape, …
	Text    string  `json:"text"`
	TextB64 []byte  `json:"text_b64"`
	Labels  []Label `json:"labels"`
	// Messages are, of the kinds snapshot, jsonl, openai and go, the texts that the file
	// holds as strings.
	Messages []Message `json:"messages"`
	Regions  []Region  `json:"regions"`
	Oracle   struct {
		Blocks  []Block  `json:"blocks"`
		Escaped string   `json:"escaped"`
		Runtime *Runtime `json:"runtime"` // of kind assistant, if the text is UTF-8
	} `json:"oracle"`
	Intended json.RawMessage `json:"intended"`
}

// A Label is something that must be reported.
type Label struct {
	Code    string  `json:"label"`
	Start   int     `json:"start"`
	End     int     `json:"end"`
	Message int     `json:"message"` // the message that it belongs to
	Replace *string `json:"replace"`
}

// A Message is a text that a file holds as a string.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	Start   int    `json:"file_start"` // between the quotes
	End     int    `json:"file_end"`
	Fixed   *struct {
		Content string `json:"content"`
	} `json:"fixed"`
}

// A Region of a document is a call, or must not be reported.
type Region struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Type  string `json:"type"` // call, nocall
}

// A Block is the result of the runtime for one block, taken as a call of its own.
type Block struct {
	Start        int    `json:"start"`
	End          int    `json:"end"`
	Accept       bool   `json:"accept"`
	Fallback     bool   `json:"fallback"`
	Server       string `json:"server"`
	Tool         string `json:"tool"`
	HasArguments bool   `json:"has_arguments"`
	Arguments    *Tree  `json:"arguments"`
	Error        string `json:"error"`
	PrimaryError string `json:"primary_error"`
	// Builtin is the result of the built-in tool for the arguments; nil if the runtime
	// refused the call before.
	Builtin *struct {
		Known  bool           `json:"known"`
		Accept bool           `json:"accept"`
		Stage  string         `json:"stage"` // ok, unknown_tool, unmarshal, validate, environment
		Error  string         `json:"error"`
		Values map[string]any `json:"values"`
	} `json:"builtin"`
}

// A Runtime is the result of the live runtime for a whole reply, depending on how it
// was cut into chunks.
type Runtime struct {
	Whole   Outcome  `json:"whole"`    // in one chunk
	PerRune *Outcome `json:"per_rune"` // one chunk a character; nil if as Whole
}

// An Outcome is the result of the live runtime for a reply.
type Outcome struct {
	Kind         string `json:"kind"` // call, parse_error, no_tool_call
	Server       string `json:"server"`
	Tool         string `json:"tool"`
	ArgumentsXML string `json:"arguments_xml"`
	Error        string `json:"error"`
	Fallback     bool   `json:"fallback"`
}

// A Tree is an element as the runtime decodes it.
type Tree struct {
	Name     string  `json:"name"`
	Text     string  `json:"text"`
	Children []*Tree `json:"children"`
}

// Load returns the cases of the given kinds.
func Load(t testing.TB, kinds ...string) []*Case {
	t.Helper()
	var list []*Case
	for d := json.NewDecoder(bytes.NewReader(casesJSONL)); d.More(); {
		var c *Case
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if c.TextB64 != nil {
			c.Text = string(c.TextB64)
		}
		if slices.Contains(kinds, c.Kind) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no cases of kind %v", kinds)
	}
	return list
}

//go:embed testdata/outcomes.txtar
var outcomesTxtar []byte

// An OutcomeText is a text with the wanted outcomes of its calls.
type OutcomeText struct {
	// File is its name, which ends with .reply or .md.
	File  string
	Text  string
	Calls []OutcomeCall
}

// An OutcomeCall is a call of an [OutcomeText].
type OutcomeCall struct {
	Line    int // 1-based
	Tool    string
	Outcome string // as in JSON: runs, repaired, altered, refused or ignored
	By      string // who refuses it: reader, tool or ""
}

// Outcomes returns texts with each outcome of a call.
func Outcomes(t testing.TB) (list []OutcomeText) {
	t.Helper()
	archive := txtar.Parse(outcomesTxtar)
	for i := 0; i+1 < len(archive.Files); i += 2 {
		text, want := archive.Files[i], archive.Files[i+1]
		if stem := strings.TrimSuffix(text.Name, path.Ext(text.Name)); want.Name != stem+".want" {
			t.Fatalf("%s is followed by %s", text.Name, want.Name)
		}
		of := OutcomeText{File: text.Name, Text: string(text.Data)}
		for line := range strings.Lines(string(want.Data)) {
			var call OutcomeCall
			if n, err := fmt.Sscan(line, &call.Line, &call.Tool, &call.Outcome, &call.By); n < 3 { // the last is optional
				t.Fatalf("%s: %q: %v", want.Name, line, err)
			}
			of.Calls = append(of.Calls, call)
		}
		list = append(list, of)
	}
	return list
}
