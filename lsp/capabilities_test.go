package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/metamodel"
)

// ableClient are the capabilities of a client that supports everything that the server
// checks.
const ableClient = `{
	"notebookDocument": {"synchronization": {}},
	"workspace": {
		"fileOperations": {"didCreate": true, "didRename": true, "didDelete": true},
		"applyEdit": true,
		"didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
		"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}, "resourceOperations": ["create"]},
		"workspaceFolders": true,
		"diagnostics": {"refreshSupport": true}
	},
	"window": {"showDocument": {"support": true}},
	"textDocument": {
		` + completesAll + `,
		"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
		"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
		"diagnostic": {"relatedInformation": true},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"signatureHelp": {"signatureInformation": {
			"documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true}, "noActiveParameterSupport": true
		}},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"rename": {"prepareSupport": true}
	}
}`

// TestAnnounced checks that all announced requests have a route, and that all routes
// are announced.
func TestAnnounced(t *testing.T) {
	model, err := metamodel.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, Options{})
	var answer struct{ Capabilities map[string]any }
	if err := json.Unmarshal(c.Initialize(`"processId":null,"rootUri":null,"initializationOptions":`+wholeWorkspace+`,"capabilities":`+ableClient).Result, &answer); err != nil {
		t.Fatal(err)
	}
	routes := (&server{}).table()
	checked := 0
	for _, list := range [][]metamodel.Message{model.Requests, model.Notifications} {
		for _, m := range list {
			if m.Direction == "serverToClient" || m.ServerCapability == "" {
				continue
			}
			checked++
			announced := at(answer.Capabilities, strings.Split(m.ServerCapability, ".")...)
			if has := routes[m.Method] != nil; has != (announced != nil && announced != false) {
				t.Errorf("%s: there is a route: %v; %s is announced as %v", m.Method, has, m.ServerCapability, announced)
			}
		}
	}
	if checked < 50 {
		t.Errorf("the meta model has %d messages that a server announces", checked)
	}
}
