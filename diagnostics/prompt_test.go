package diagnostics

import (
	"fmt"
	"math/rand/v2"
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

// longPrompt returns the sound prompts in Markdown, again and again up to a size.
func longPrompt(t testing.TB, size int) string {
	var w strings.Builder
	for w.Len() < size {
		for _, f := range golden.Archive(t, "testdata/prompts/prompts.txtar").Files {
			if strings.HasSuffix(f.Name, ".md") {
				w.Write(f.Data)
			}
		}
	}
	return w.String()[:size]
}

// TestPromptEdits checks that the findings about a prompt that is edited are those of the new text, and that
// they are within it, for texts that were cut and joined anywhere.
func TestPromptEdits(t *testing.T) {
	content := longPrompt(t, 12<<10)
	o := Options{Purpose: document.Prompt}
	d := o.Open(text.New(content), document.Document)
	r := rand.New(rand.NewPCG(39, 1))
	for range 40 {
		start := r.IntN(len(content))
		end := min(len(content), start+r.IntN(200))
		from := r.IntN(len(content))
		put := content[from:min(len(content), from+r.IntN(200))]
		d = d.Edit(start, end, put)
		content = content[:start] + put + content[end:]
		want := o.Open(text.New(content), document.Document)
		got, wanted := describeAll(d), describeAll(want)
		if !slices.Equal(got, wanted) {
			t.Fatalf("after an edit at %d:\n%s\nread at once:\n%s", start, strings.Join(got, "\n"), strings.Join(wanted, "\n"))
		}
	}
}

// describeAll describes the findings of a document about its text as a prompt.
func describeAll(d *Document) (list []string) {
	for f := range d.Diagnostics() {
		span := f.Place(f.Span)
		if Lookup(f.Code).Group == "prompts" {
			list = append(list, fmt.Sprint(f.Code, span, f.Message, d.Text().Slice(span.Start, span.End)))
		}
	}
	return list
}
