package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// The capabilities of clients of coding agents: they show published diagnostics, and
// send requests.
const agentCapabilities = `{"workspace":{"configuration":false,"workspaceFolders":false},` +
	`"textDocument":{"synchronization":{"dynamicRegistration":false,"willSave":false,"willSaveWaitUntil":false,"didSave":true},` +
	`"publishDiagnostics":{"relatedInformation":true,"tagSupport":{"valueSet":[1,2]},"versionSupport":false,"codeDescriptionSupport":true,"dataSupport":false},` +
	`"hover":{"dynamicRegistration":false,"contentFormat":["markdown","plaintext"]},` +
	`"definition":{"dynamicRegistration":false,"linkSupport":true},"references":{"dynamicRegistration":false},` +
	`"documentSymbol":{"dynamicRegistration":false,"hierarchicalDocumentSymbolSupport":true},"callHierarchy":{"dynamicRegistration":false}},` +
	`"general":{"positionEncodings":["utf-16"]}}`

// TestAgentClient uses the client of a coding agent, which opens what the agent reads and closes
// nothing. It does not count versions, sends the whole text of documents that it has not opened,
// or opens them again, and requests unsupported methods.
func TestAgentClient(t *testing.T) {
	const documents = 50
	c := connect(t, Options{})
	c.Initialize(`"processId":null,"rootPath":"/w","rootUri":"file:///w","initializationOptions":{},` +
		`"workspaceFolders":[{"uri":"file:///w","name":"w"}],"capabilities":` + agentCapabilities)
	uri := func(i int) string { return fmt.Sprintf("file:///w/%d.md", i) }
	broken, sound := inCall("a < b"), inCall("a &lt; b")

	for i := range documents {
		c.Open(uri(i), "markdown", 1, broken)
	}
	for i := range documents {
		if found := published(c, uri(i), 1); found[0].Code != "raw-less-than" {
			t.Errorf("%s: %v", uri(i), found)
		}
	}
	for i := range documents { // the text that the agent wrote, with the version with which it was opened
		c.Change(uri(i), 1, wire.Whole(sound))
		c.Notify("textDocument/didSave", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri(i)))
	}
	for i := range documents {
		published(c, uri(i), 0)
		var symbols []struct{ Name string }
		c.Result("textDocument/documentSymbol", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri(i)), &symbols)
		if len(symbols) != 1 || !strings.Contains(symbols[0].Name, "write_file") {
			t.Errorf("%s: %v", uri(i), symbols)
		}
	}

	// A document that is not open: its change is dropped without a report.
	const closed = "file:///w/closed.md"
	c.Change(closed, 1, wire.Whole(broken))
	c.Notify("textDocument/didSave", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, closed))
	place := fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":0,"character":3}}`, closed)
	for _, method := range []string{"textDocument/hover", "textDocument/definition"} {
		if m := c.Call(method, place); m.Error != nil || string(m.Result) != "null" && string(m.Result) != "[]" {
			t.Errorf("%s of a document that is not open: %v", method, m)
		}
	}
	c.Open(closed, "markdown", 1, broken)
	published(c, closed, 1)
	c.Open(closed, "markdown", 1, sound) // once more, with the same version
	published(c, closed, 0)

	// Methods that servers of languages have and this one does not.
	for _, method := range []string{"textDocument/prepareCallHierarchy", "textDocument/implementation"} {
		wantError(t, c.Call(method, place), methodNotFound)
	}
	if m := c.Call("workspace/symbol", `{"query":""}`); m.Error != nil || !strings.Contains(string(m.Result), "write_file") {
		t.Errorf("workspace/symbol: %.200s %v", m.Result, m.Error)
	}
	if m := c.CallOdd("shutdown", `null`); m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown: %v", m)
	}
	c.NotifyOdd("exit", `null`)
	if code := c.exit(); code != 0 || c.err != nil {
		t.Errorf("exit code %d, %v", code, c.err)
	}
}

// published waits for a number of diagnostics for a document, and returns them.
func published(c *testClient, uri string, n int) (found []wire.Diagnostic) {
	c.T.Helper()
	c.Await(fmt.Sprintf("%d diagnostics of %s", n, uri), func(m wire.Message) bool {
		var p wire.Published
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri {
			found = p.Diagnostics
			return len(found) == n
		}
		return false
	})
	return found
}
