package diagnostics

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestTranscriptCases checks that in a file that contains the messages as strings,
// findings are at the characters of the file, and fixes are written in the notation of
// the strings.
func TestTranscriptCases(t *testing.T) {
	for _, c := range cases.Load(t, "snapshot", "jsonl", "openai", "go") {
		kind, strip := document.JSON, strip
		if c.Kind == "go" {
			kind, strip = document.Go, goStrings
		}
		t.Run(c.ID, func(t *testing.T) {
			res := run(c.Text, kind)
			left := slices.Clone(res.Diagnostics)
			for _, label := range mergedLabels(c, res.Diagnostics) {
				i := slices.IndexFunc(left, func(f Diagnostic) bool {
					return f.Code == label.Code && f.Span == (xmlcall.Span{Start: label.Start, End: label.End})
				})
				agent := c.Messages[label.Message].Role == "assistant" || kind == document.Go
				if i < 0 && agent {
					t.Errorf("%s at %d-%d %q is not reported", label.Code, label.Start, label.End, c.Text[label.Start:label.End])
				}
				if i >= 0 {
					left = slices.Delete(left, i, i+1)
				}
			}
			for _, f := range left {
				if f.Severity <= Warning {
					t.Errorf("%s at %v %q is reported", f.Code, f.Span, c.Text[f.Span.Start:f.Span.End])
				}
			}
			fixed := FixAll(c.Text, kind, nil)
			was, is := strip(t, c.Text), strip(t, fixed)
			for i, m := range c.Messages {
				want := m.Content
				if m.Fixed != nil {
					want = m.Fixed.Content
				}
				if is[i] != want {
					t.Errorf("message %d is fixed to %q, want %q", i, is[i], want)
				}
				if m.Fixed == nil && is[i] != was[i] {
					t.Errorf("message %d is changed", i)
				}
			}
			if kind == document.JSON && strings.Contains(c.Text, `\u003c`) && strings.ContainsAny(fixed, "<>&") {
				t.Errorf("the fix does not escape as the file does: %s", fixed)
			}
		})
	}
}

// strip returns the texts of the messages of a file, in order, without those of users in
// cases without labels, as in the cases.
func strip(t *testing.T, text string) (messages []string) {
	t.Helper()
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, key := range []string{"message", "messages"} {
				walk(v[key])
			}
			switch content := v["content"].(type) {
			case string:
				if strings.Contains(content, "<tool>") {
					messages = append(messages, content)
				}
			case []any:
				for _, part := range content {
					messages = append(messages, part.(map[string]any)["text"].(string))
				}
			}
		}
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	for decoder.More() {
		var v any
		if err := decoder.Decode(&v); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		walk(v)
	}
	return messages
}

// goStrings returns the strings of a Go program that contain a call.
func goStrings(t *testing.T, text string) (messages []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", text, 0)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && strings.Contains(lit.Value, "<tool>") {
			value, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			messages = append(messages, value)
		}
		return true
	})
	return messages
}
