package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// action is a code action as a client reads it.
type action struct {
	Title       string            `json:"title"`
	Kind        string            `json:"kind"`
	IsPreferred bool              `json:"isPreferred"`
	Diagnostics []wire.Diagnostic `json:"diagnostics"`
	Edit        *testEdit         `json:"edit"`
	Data        json.RawMessage   `json:"data"`
	Command     struct {
		Title, Command string
		Arguments      json.RawMessage
	} `json:"command"`
	raw string
}

// execute returns the parameters that execute the action's command.
func (a action) execute() string {
	return fmt.Sprintf(`{"command":%q,"arguments":%s}`, a.Command.Command, a.Command.Arguments)
}

type testEdit struct {
	Changes         map[string][]wire.TextEdit `json:"changes"`
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits     []wire.TextEdit `json:"edits"`
		Kind, URI string          // of a file operation
	} `json:"documentChanges"`
	ChangeAnnotations map[string]struct {
		Label, Description string
		NeedsConfirmation  bool
	} `json:"changeAnnotations"`
}

// actions asks for code actions; context is the text after "diagnostics" in the
// context.
func (c *testClient) actions(at, context string) []action {
	c.T.Helper()
	var raws []json.RawMessage
	c.Result("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+at+`,"context":{"diagnostics":[]`+context+`}}`, &raws)
	as := make([]action, len(raws))
	for i, raw := range raws {
		as[i].raw = string(raw)
		if err := json.Unmarshal(raw, &as[i]); err != nil {
			c.T.Fatal(err)
		}
	}
	return as
}

func titles(as []action) string {
	var all []string
	for _, a := range as {
		all = append(all, a.Title)
	}
	return strings.Join(all, "|")
}

// find returns the action with a title.
func find(t *testing.T, as []action, title string) action {
	t.Helper()
	for _, a := range as {
		if a.Title == title {
			return a
		}
	}
	t.Fatalf("no action %q among %s", title, titles(as))
	return action{}
}

// apply applies the edit's changes to a text, counting in UTF-16.
func (e *testEdit) apply(text string) string {
	var edits []wire.TextEdit
	for _, more := range e.Changes {
		edits = append(edits, more...)
	}
	for _, doc := range e.DocumentChanges {
		edits = append(edits, doc.Edits...)
	}
	return wire.Apply(text, edits, "utf-16")
}
