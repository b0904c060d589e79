package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestReadClient compares what each capability of a client alone changes with a golden file: in
// what the server knows about the client, and in what it announces to it.
func TestReadClient(t *testing.T) {
	var out bytes.Buffer
	base := readClient(nil, utf16Encoding)
	known, announced := fieldsOf("", reflect.ValueOf(base)), announcedLines(t, base)
	for _, line := range known {
		fmt.Fprintln(&out, line)
	}
	for _, text := range []string{
		`{"workspace": {"diagnostics": {"refreshSupport": true}}}`,
		`{"workspace": {"semanticTokens": {"refreshSupport": true}}}`,
		`{"workspace": {"inlayHint": {"refreshSupport": true}}}`,
		`{"workspace": {"codeLens": {"refreshSupport": true}}}`,
		`{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}}`,
		`{"textDocument": {"diagnostic": {"relatedInformation": true}}}`,
		`{"textDocument": {"diagnostic": {}, "publishDiagnostics": {}}}`,
		`{"textDocument": {"diagnostic": {}, "publishDiagnostics": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}`,
		`{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}`,
		`{"workspace": {"didChangeWatchedFiles": {"relativePatternSupport": true}}}`,
		`{"workspace": {"configuration": true}}`,
		`{"workspace": {"didChangeConfiguration": {"dynamicRegistration": true}}}`,
		`{"workspace": {"workspaceFolders": true}}`,
		`{"workspace": {"fileOperations": {"didCreate": true}}}`,
		`{"workspace": {"fileOperations": {"didRename": true}}}`,
		`{"workspace": {"fileOperations": {"didDelete": true}}}`,
		`{"workspace": {"applyEdit": true}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true}}}`,
		`{"workspace": {"workspaceEdit": {"changeAnnotationSupport": {}, "snippetEditSupport": true, "resourceOperations": ["create"]}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "snippetEditSupport": true}}}`,
		`{"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true, "snippetEditSupport": true}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["rename", "create"]}}}`,
		`{"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["rename"]}}}`,
		`{"notebookDocument": {"synchronization": {}}}`,
		`{"window": {"workDoneProgress": true}}`,
		`{"window": {"showDocument": {"support": true}}}`,
		`{"general": {"positionEncodings": ["utf-8", "utf-32"]}}`,
		`{"general": {"positionEncodings": ["ebcdic", 5, "utf-32", "utf-8"]}}`,
		`{"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}`,
		`{"textDocument": {"rename": {"prepareSupport": true}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 1}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 0}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": 1e9}}}`,
		`{"textDocument": {"foldingRange": {"rangeLimit": "5"}}}`,
		`{"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}}`,
		`{"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["command"]}}}}`,
		`{"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}`,
		`{"textDocument": {"hover": {"contentFormat": ["markdown"]}}}`,
		`{"textDocument": {"hover": {"contentFormat": ["plaintext", "markdown"]}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"documentationFormat": ["markdown"]}}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"parameterInformation": {"labelOffsetSupport": true}}}}}`,
		`{"textDocument": {"signatureHelp": {"signatureInformation": {"noActiveParameterSupport": true}}}}`,
		`{"textDocument": {"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"commitCharactersSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertReplaceSupport": true}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertTextModeSupport": {"valueSet": [1, 2]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"insertTextModeSupport": {"valueSet": [1]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"resolveSupport": {"properties": ["documentation"]}}}}}`,
		`{"textDocument": {"completion": {"completionItem": {"documentationFormat": ["markdown"]}}}}`,
		`{"textDocument": {"completion": {"completionItemKind": {"valueSet": [17, 19]}}}}`,
		`{"textDocument": {"completion": {"completionItemKind": {"valueSet": [17]}}}}`,
		`{"workspace": [], "textDocument": 5, "window": null, "general": {"positionEncodings": "utf-8"}}`,
	} {
		var capabilities any
		if err := json.Unmarshal([]byte(text), &capabilities); err != nil {
			t.Fatal(text, err)
		}
		c := readClient(capabilities, utf16Encoding)
		fmt.Fprintf(&out, "\n%s\n", text)
		for _, line := range fieldsOf("", reflect.ValueOf(c)) {
			if !slices.Contains(known, line) {
				fmt.Fprintln(&out, line)
			}
		}
		for _, line := range announcedLines(t, c) {
			if !slices.Contains(announced, line) {
				fmt.Fprintln(&out, "\t"+line)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "capabilities.txt"), out.Bytes())
}

// fieldsOf returns the fields of a struct, and of those that it embeds.
func fieldsOf(within string, v reflect.Value) (lines []string) {
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Type().Field(i).Anonymous {
			lines = append(lines, fieldsOf(within+name+".", v.Field(i))...)
			continue
		}
		lines = append(lines, fmt.Sprintf("%s%s: %v", within, name, v.Field(i)))
	}
	return lines
}

// announcedLines returns what is announced to a client, a value with its path a line.
func announcedLines(t *testing.T, c client) []string {
	t.Helper()
	text, err := json.Marshal(c.capabilities())
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	var lines []string
	var walk func(path []string, value any)
	walk = func(path []string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				walk(append(slices.Clone(path), name), member)
			}
		default:
			text, _ := json.Marshal(value)
			lines = append(lines, fmt.Sprintf("%s = %s", strings.Join(path, "."), text))
		}
	}
	walk(nil, value)
	slices.Sort(lines)
	return lines
}
