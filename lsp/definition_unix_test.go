//go:build unix

package lsp

import (
	"os"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// TestDefinitionWithoutFolder checks that a relative file has no place if the folder that it is
// relative to was removed.
func TestDefinitionWithoutFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	tool := &toolspec.Tool{Source: toolspec.Source{File: "tools.yaml", Line: 3}}
	if at := definitionOf(tool); at == nil || at.Range.Start.Line != 2 {
		t.Errorf("defined at %+v", at)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if at := definitionOf(tool); at != nil {
		t.Errorf("without a folder, it is defined at %+v", at)
	}
}
