package diagnostics

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestPrompts checks that sound prompts have no findings, and that those in which a mistake is planted have the one
// finding of it.
func TestPrompts(t *testing.T) {
	definitions, err := os.ReadFile("testdata/prompts/own.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tools, errs := toolspec.Load("own.yaml", definitions)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	own := toolspec.Builtins().With(tools...)
	sound, planted := 0, 0
	var last, name string
	for _, f := range golden.Archive(t, "testdata/prompts/prompts.txtar").Files {
		if number, ok := strings.CutSuffix(f.Name, ".plant"); ok && strings.HasPrefix(name, number) {
			planted++
			lines := strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			if len(lines) != 3 || strings.Count(last, lines[0][2:]+"\n") != 1 {
				t.Fatalf("%s: %q is not a line of the prompt", f.Name, lines[0])
			}
			found := promptFindings(name, strings.Replace(last, lines[0][2:]+"\n", lines[1][2:]+"\n", 1), own)
			if len(found) != 1 || !strings.HasPrefix(found[0], lines[2][2:]+":") {
				t.Errorf("%s with %q:\n%s", name, lines[1][2:], strings.Join(found, "\n"))
			}
			continue
		}
		sound++
		last, name = string(f.Data), f.Name
		if found := promptFindings(name, last, own); len(found) > 0 {
			t.Errorf("%s is sound:\n%s", name, strings.Join(found, "\n"))
		}
	}
	if sound != 28 || planted != 12 {
		t.Errorf("%d sound prompts and %d planted ones", sound, planted)
	}
}

// promptFindings returns the findings about a prompt, without those about examples that are wrong as meant.
func promptFindings(name, content string, own *toolspec.Set) (list []string) {
	o := Options{Purpose: document.Prompt}
	if strings.Contains(name, "own") {
		o.Tools = own
	}
	d := o.Open(text.New(content), document.KindOf(filepath.Base(name)))
	for f := range d.Diagnostics() {
		if !f.Intended && !f.HeldBack {
			list = append(list, f.Code+": "+content[f.Place(f.Span).Start:f.Place(f.Span).End]+": "+f.Message+"; "+f.Note)
		}
	}
	slices.Sort(list)
	return list
}
