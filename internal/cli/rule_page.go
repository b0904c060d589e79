package cli

import (
	"bufio"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/text"
)

// docsURL is where the pages of the documentation are for who has no copy of them.
const docsURL = "https://github.com/entrhq/forge-lsp/blob/main/docs/"

// A rulePage is what the page of a rule of the reference, in Markdown, is made of. What it shows of the examples
// is what check and inspect print about them, without any configuration.
type rulePage struct {
	*diagnostics.Rule
	Docs string // where the other pages are: a relative or absolute address that ends with a slash; "" on a terminal
}

//go:embed rule_page.tmpl
var rulePageText string

// Parsed when a page is asked for: every start of the program would pay for it.
var rulePageTemplate = sync.OnceValue(func() *template.Template {
	output := func(text string) string { return markdown.Block("text", strings.TrimRight(text, "\n")) }
	return template.Must(template.New("rule").Funcs(template.FuncMap{"output": output}).Parse(rulePageText))
})

// pageOf returns the page of a rule. docs is the address of the folder docs: [docsURL], or one relative to
// the page; "" for a page that does not refer to others.
func pageOf(r *diagnostics.Rule, docs string) string {
	var page strings.Builder
	if err := rulePageTemplate().Execute(&page, &rulePage{r, docs}); err != nil {
		panic(err) // it writes to memory
	}
	return page.String()
}

// What returns what the rule checks for, as the end of a sentence.
func (p *rulePage) What() string {
	first, size := utf8.DecodeRuneInString(p.Summary)
	if second, _ := utf8.DecodeRuneInString(p.Summary[size:]); unicode.IsUpper(second) { // JSON
		return quoteMarkup(p.Summary)
	}
	return quoteMarkup(string(unicode.ToLower(first)) + p.Summary[size:])
}

// Article returns what stands before the severity, which may be a mass noun.
func (p *rulePage) Article() string {
	return map[diagnostics.Severity]string{diagnostics.Error: "an ", diagnostics.Warning: "a ", diagnostics.Hint: "a "}[p.Severity]
}

// Language returns the language of the examples.
func (p *rulePage) Language() string {
	if p.Kind() == document.JSON {
		return "json"
	}
	return "xml"
}

// fileName is the name that an example has in the output.
func (p *rulePage) fileName() string {
	switch p.Kind() {
	case document.Document:
		return "prompt.md"
	case document.JSON:
		return "session.jsonl"
	}
	return "reply.txt"
}

// maxExample is how many bytes of an example a page shows.
const maxExample = 2000

// Shown returns an example, or its start and its end.
func (p *rulePage) Shown(example string) string {
	example = strings.TrimRight(example, "\n")
	if len(example) > maxExample {
		example = example[:maxExample/10] + "\n…\n" + example[len(example)-maxExample/20:]
	}
	return markdown.Block(p.Language(), strings.ToValidUTF8(example, "\uFFFD"))
}

func (p *rulePage) bad() *diagnostics.Document { return p.Options().Open(text.New(p.Bad()), p.Kind()) }

// Checked returns what check prints about the bad example.
func (p *rulePage) Checked() string {
	var out strings.Builder
	buffer := bufio.NewWriter(&out)
	options := &report.Settings{Format: "text", Style: term.NewStyle(false), Quiet: true, All: true}
	file := report.File{Path: p.fileName(), Read: true}
	file.Describe(report.Found{Document: p.bad(), Writable: true}, options)
	report.Write(buffer, []report.File{file}, options)
	if err := buffer.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	return out.String()
}

// Inspected returns what becomes of the calls of an example, each on its own.
func (p *rulePage) Inspected(example string) string {
	shown := inspectedText(p.fileName(), example, p.Kind(), p.Options())
	if shown == "" {
		return "`forge-lsp inspect` finds no call here.\n"
	}
	return "`forge-lsp inspect` shows what happens to it:\n\n" + markdown.Block("text", strings.TrimRight(shown, "\n"))
}

// Fixes returns the fixes of the bad example.
func (p *rulePage) Fixes() []diagnostics.Fix {
	for f, proven := range p.bad().Proven() {
		if f.Code == p.Code {
			return proven
		}
	}
	return nil
}

// decisions is the address of the folder with the runtime's architecture decisions.
const decisions = "https://github.com/entrhq/forge/blob/main/docs/adr/"

// decisionOf returns the address of a decision. Two have the number 24: one is about the
// repair, the other about which values are escaped and which are in CDATA.
func decisionOf(number, text string) string {
	switch {
	case number == "ADR-0002":
		return decisions + "0002-xml-format-for-tool-calls.md"
	case number == "ADR-0019":
		return decisions + "0019-xml-cdata-tool-call-format.md"
	case strings.Contains(text, "repair"):
		return decisions + "0024-fallback-xml-parsing-with-ampersand-escaping.md"
	}
	return decisions + "0024-xml-escaping-primary-with-cdata-fallback.md"
}

// Compiled when a page is asked for: every start of the program would pay for it.
var (
	decisionNumbers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`ADR-\d{4}`) })
	codeSpans       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`[a-z0-9-]+`") })
)

// Linked returns a text of the rule in which what other pages are about is a link.
func (p *rulePage) Linked(text string) string {
	text = decisionNumbers().ReplaceAllStringFunc(text, func(number string) string {
		return "[" + number + "](" + decisionOf(number, text) + ")"
	})
	return codeSpans().ReplaceAllStringFunc(text, func(code string) string {
		if page := p.pageOf(code); page != "" {
			return "[" + code + "](" + page + ")"
		}
		return code
	})
}

// pageOf returns the address of the page of another rule that code in a text names; "" for other code.
func (p *rulePage) pageOf(code string) string {
	name := strings.Trim(code, "`")
	if name == p.Code || diagnostics.Lookup(name) == nil {
		return ""
	}
	return p.Docs + "rules/" + name + ".md"
}

// SeeAlso returns a list of links to what the texts of the rule are about; on a terminal, where few can be clicked, of
// commands.
func (p *rulePage) SeeAlso() (list []string) {
	all := p.Summary + " " + p.Explanation + " " + p.FixSafety
	add := func(line string) {
		if !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	for _, code := range codeSpans().FindAllString(all, -1) {
		name, page := strings.Trim(code, "`"), p.pageOf(code)
		switch {
		case page == "":
		case p.Docs == "":
			add("forge-lsp explain " + name)
		default:
			add("- [" + name + "](" + page + ")")
		}
	}
	if p.Docs == "" {
		return list
	}
	for _, number := range decisionNumbers().FindAllString(all, -1) {
		add("- [" + number + "](" + decisionOf(number, all) + ")")
	}
	add("- [How calls are read](" + p.Docs + "terms.md)")
	return list
}

var markup = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`</?[\w ]+>|]]>|[<&]|--`)
})

// quoteMarkup returns plain text as Markdown: what Markdown or HTML would read as
// markup becomes code.
func quoteMarkup(text string) string { return markup().ReplaceAllString(text, "`$0`") }
