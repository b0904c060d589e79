package diagnostics

import (
	"strings"
	"testing"
	"text/template"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestTemplateDirectives checks that a directive in a template is a comment of its
// language, which models do not see.
func TestTemplateDirectives(t *testing.T) {
	indented := "  " + strings.ReplaceAll(strings.TrimSuffix(badCall, "\n"), "\n", "\n  ") + "\n"
	for comments, line := range map[document.Comments]string{
		document.CommentsOf("a.j2"):   "{# forge-lsp-disable-next-call unescaped-ampersand -#}\n",
		document.CommentsOf("a.tmpl"): "{{/* forge-lsp-disable-next-call unescaped-ampersand */ -}}\n",
		document.CommentsOf("a.hbs"):  "{{!-- forge-lsp-disable-next-call unescaped-ampersand --}}\n",
	} {
		for text, want := range map[string]string{
			"Do it.\n\n" + badCall:                          "Do it.\n\n" + line + badCall,
			"Wait:\n\n- Do:\n\n" + indented + "\n{{ x }}\n": "Wait:\n\n- Do:\n\n  " + line + indented + "\n{{ x }}\n",
			"So:\n\n```xml\n" + badCall + "```\n":           "So:\n\n" + line + "```xml\n" + badCall + "```\n",
		} {
			checkDisables(t, text, document.Document, comments, want)
			if comments != document.CommentsOf("a.tmpl") || strings.Contains(text, "{{ x }}") {
				continue
			}
			var b strings.Builder
			if err := template.Must(template.New("").Parse(want)).Execute(&b, nil); err != nil || b.String() != text {
				t.Errorf("the model sees %q, want %q, %v", b.String(), text, err)
			}
		}
	}
}

// TestTemplateCommentKinds checks that comments of all template languages are read wherever
// they are, with their blanks.
func TestTemplateCommentKinds(t *testing.T) {
	for _, comment := range []string{
		"{# forge-lsp-disable-next-call #}", "{#- forge-lsp-disable-next-call unescaped-ampersand -- why -#}", "{#forge-lsp-disable-next-call#}", "{{/* forge-lsp-disable-next-call */}}",
		"{{- /* forge-lsp-disable-next-call -- why */ -}}", "{{!-- forge-lsp-disable-next-call --}}", "{{! forge-lsp-disable-next-call }}", "{{~!-- forge-lsp-disable-next-call --~}}",
	} {
		text := "Do it:\n\n" + comment + "\n" + badCall
		f := document.Read(text, document.Document)
		if res := runFile(f); len(res.Diagnostics) > 0 || len(f.Directives) != 1 || text[f.Directives[0].Span.Start:f.Directives[0].Span.End] != comment {
			t.Errorf("%s: %+v, %+v", comment, f.Directives, res.Diagnostics)
		}
	}
	for _, comment := range []string{"{# forge-lsp-disable-next-call }}", "{{/* forge-lsp-disable-next-call #}", "`{# forge-lsp-disable-next-call #}`"} {
		if res := run("Do it:\n\n"+comment+"\n\n"+badCall, document.Document); len(res.Diagnostics) != 1 {
			t.Errorf("%s: %+v", comment, res.Diagnostics)
		}
	}
}
