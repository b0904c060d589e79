package diagnostics

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestWords checks every message, note and title over the examples of all rules, their cases
// and the shared cases: a message quotes the text and explains what to write, a title fits
// and is an imperative, and none of them has a word that nobody in the field uses.
func TestWords(t *testing.T) {
	judged := map[string]bool{} // what was judged already: most messages are there many times
	codes := map[string]bool{}
	judge := func(from string, res *opened) {
		for i := range res.Diagnostics {
			f := &res.Diagnostics[i]
			codes[f.Code] = true
			text := res.File.Text
			if f.Call >= 0 {
				text = res.Calls[f.Call].Segment.Text // of which the file may have escapes
			}
			for _, wrong := range wordsWrong(f, text) {
				if !judged[f.Code+wrong] {
					judged[f.Code+wrong] = true
					t.Errorf("%s: %s: %s", from, f.Code, wrong)
				}
			}
		}
	}
	for _, r := range Rules() {
		judge("example", r.analyze(r.Bad()))
	}
	kinds := map[string]document.Kind{".reply": document.Reply, ".document": document.Document, ".log": document.Log, ".json": document.JSON}
	for _, file := range golden.Files(t, "testdata/*.txtar") {
		code := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range golden.Archive(t, file).Files {
			if kind, ok := kinds[filepath.Ext(f.Name)]; ok {
				judge(file+" "+f.Name, Lookup(code).Options().run(string(f.Data), kind))
			}
		}
	}
	for _, c := range cases.Load(t, "assistant", "document") {
		kind := document.Reply
		if c.Kind == "document" {
			kind = document.Document
		}
		judge(c.ID, run(c.Text, kind))
	}
	for _, r := range Rules() {
		if !codes[r.Code] {
			t.Errorf("%s: no finding was judged", r.Code)
		}
	}
}

// TestWordsWrong: the judge finds what TestWords is about.
func TestWordsWrong(t *testing.T) {
	const text = "<path>a & b</path>"
	good := Diagnostic{Advice: &Advice{
		Description: &Description{Severity: Warning, Message: "Unescaped `&`; write `&amp;`", Note: "The call is refused"},
		Fixes:       []Fix{{Title: "Escape as `&amp;`", Edits: []Edit{{Text: "&amp;"}}}},
	}}
	if wrong := wordsWrong(&good, text); wrong != nil {
		t.Errorf("a good finding: %q", wrong)
	}
	for _, test := range []struct {
		name   string
		change func(f *Diagnostic)
		want   string
	}{
		{"nothing is quoted", func(f *Diagnostic) { f.Message = "Unescaped ampersand; escape it" }, "quotes nothing of the text"},
		{"another text is quoted", func(f *Diagnostic) { f.Message = "Unescaped `%`; escape it" }, "quotes nothing of the text"},
		{"nothing is told", func(f *Diagnostic) { f.Message = "Unescaped `&`" }, "does not tell what to write"},
		{"another fix", func(f *Diagnostic) { f.Message = "Unescaped `&`; write `&#38;`" }, "no fix writes what"},
		{"the runtime first", func(f *Diagnostic) { f.Message = "The runtime refuses `&`; write `&amp;`" }, "starts with the runtime"},
		{"half a quote", func(f *Diagnostic) { f.Message += " for `&" }, "half a quote"},
		{"a full stop", func(f *Diagnostic) { f.Note += "." }, "ends with a full stop"},
		{"a word", func(f *Diagnostic) { f.Note = "No fix stands behind this" }, `has the word "stands"`},
		{"a phrase", func(f *Diagnostic) { f.Message += ", which is no keyword" }, `has the word "is no keyword"`},
		{"a long title", func(f *Diagnostic) { f.Fixes[0].Title = "Escape this ampersand as the reference `&amp;`" }, "has 46 characters"},
		{"no imperative", func(f *Diagnostic) { f.Fixes[0].Title = "Ampersand as `&amp;`" }, "is no imperative"},
		{"half a quote in a title", func(f *Diagnostic) { f.Fixes[0].Title = "Escape as `&amp;" }, "half a quote"},
	} {
		d := *good.Description
		f := Diagnostic{Advice: &Advice{&d, slices.Clone(good.Fixes)}}
		test.change(&f)
		if wrong := strings.Join(wordsWrong(&f, text), "\n"); !strings.Contains(wrong, test.want) {
			t.Errorf("%s: found %q, want %q", test.name, wrong, test.want)
		}
	}
}

// unwanted are the words and phrases that messages, notes and titles do without. Each is there
// because readers stumbled over it; the field's word is in the comment.
var unwanted = regexp.MustCompile(`(?i)\b(` + strings.Join([]string{
	"mends?", "mended", // fix
	"behind",                            // after, below
	"stands?",                           // is
	"held against", "holds? .* against", // check against
	"counts more", "counts", // override, is used
	"in force", "anew", "shall", "says", "is said", "nothing to say", "whole numbers?", // integer
	"(is|are) no (keyword|number|integer|string|list|object|tool|name|element|reference|entity)", // is not a
	"letter for letter", "of its own", "passes over", "plainly", "hold good",
}, "|") + `)\b`)

// imperatives are the verbs that titles start with.
var imperatives = []string{
	"Add", "Escape", "Insert", "Join", "Keep", "Move", "Name", "Quote", "Remove", "Rename", "Replace", "Rewrite", "Split", "Trim", "Wrap", "Write",
}

var (
	quotes = regexp.MustCompile("`([^`]+)`")
	// tells matches the part of a message that explains what to write.
	tells = regexp.MustCompile(`(; |, or )(add|escape|keep|move|put|remove|rename|repeat|split|use|write)\b|(E|; e)xpected |did you mean|\bmust\b|\bneeds\b|: check each|; the limit is `)
)

// writes is what a message tells to write.
var writes = regexp.MustCompile("; write `([^`]+)`")

// makes reports whether a fix writes a text, or completes what is there to it.
func makes(x Fix, text string) bool {
	text = strings.TrimSuffix(text, "…")
	edits := x.Edits
	if x.within != nil { // without the escapes of the file
		edits = *x.within
	}
	return slices.ContainsFunc(edits, func(e Edit) bool {
		return e.Text != "" && (strings.Contains(e.Text, text) || strings.Contains(text, e.Text))
	})
}

// hopeless are the rules about what cannot be written otherwise, and why.
var hopeless = map[string]string{
	"coerced-value": "the tool changes every text that looks like a number",
}

// wordsWrong returns what is wrong with the words of a finding of a text.
func wordsWrong(f *Diagnostic, text string) (wrong []string) {
	complain := func(what, of string) { wrong = append(wrong, what+": "+of) }
	if f.Severity <= Warning {
		if !quotesText(f.Message, text) {
			complain("quotes nothing of the text", f.Message)
		}
		if !tells.MatchString(f.Message) && hopeless[f.Code] == "" {
			complain("does not tell what to write", f.Message)
		}
	}
	if strings.HasPrefix(f.Message, "The runtime") || strings.HasPrefix(f.Message, "The tool") {
		complain("starts with the runtime", f.Message)
	}
	if m := writes.FindStringSubmatch(f.Message); m != nil && len(f.Fixes) > 0 && !slices.ContainsFunc(f.Fixes, func(x Fix) bool { return makes(x, m[1]) }) {
		complain("no fix writes what the message tells to write", f.Message)
	}
	words := []string{f.Message, f.Note}
	for _, related := range f.Related {
		words = append(words, related.Message)
	}
	for i := range f.Fixes {
		title := f.Fixes[i].Title
		words = append(words, title)
		if n := utf8.RuneCountInString(title); n > rules.MaxTitle {
			complain(fmt.Sprintf("the title has %d characters", n), title)
		}
		if verb, _, _ := strings.Cut(title, " "); !slices.Contains(imperatives, verb) {
			complain("the title is no imperative", title)
		}
	}
	for _, w := range words {
		if word := unwanted.FindString(quotes.ReplaceAllString(w, "``")); word != "" {
			complain(`has the word "`+word+`"`, w)
		}
		if strings.HasSuffix(w, ".") {
			complain("ends with a full stop", w)
		}
		if strings.Count(w, "`")%2 != 0 && !strings.Contains(text, "`") {
			complain("half a quote", w)
		}
	}
	return wrong
}

// quotesText reports whether a message quotes something of a text: as it is, or, of a tag, its
// name, or the number of a character, or bytes in hexadecimal.
func quotesText(message, text string) bool {
	text = oneLine.Replace(text)
	for _, m := range quotes.FindAllStringSubmatch(message, -1) {
		quote := strings.TrimSuffix(m[1], "…")
		name := strings.Trim(quote, "</>")
		switch {
		case strings.Contains(text, quote), name != "" && strings.Contains(text, name):
			return true
		case strings.HasPrefix(quote, "U+"):
			n, err := strconv.ParseInt(quote[2:], 16, 32)
			return err == nil && strings.ContainsRune(text, rune(n))
		}
		if raw, err := hex.DecodeString(strings.TrimSuffix(strings.ReplaceAll(quote, " ", ""), "…")); err == nil && strings.Contains(text, string(raw)) {
			return true
		}
	}
	return false
}

// oneLine writes a text as messages quote it.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")
