package cli

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
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

// A rulePage is the page of a rule of the reference, in Markdown. What it shows of the examples
// is what check and inspect print about them, without any configuration.
type rulePage struct {
	strings.Builder
	rule *diagnostics.Rule
	docs string // where the other pages are: a relative or absolute address that ends with a slash
}

// pageOf returns the page of a rule. docs is the address of the folder docs: [docsURL], or one relative to the page.
func pageOf(r *diagnostics.Rule, docs string) string {
	p := &rulePage{rule: r, docs: docs}
	fmt.Fprintf(p, "# %s\n\nSeverity: **%s**%s · Group: [%s](%srules/README.md)\n\n", r.Code, r.Severity, offByDefault(r), r.Group, docs)
	fmt.Fprintf(p, "The [words used here](%sterms.md): call, envelope, reply, document, runtime, verdict.\n\n", docs)
	fmt.Fprintf(p, "## What it does\n\nChecks for %s.\n\n", quoteMarkup(lowered(r.Summary)))
	if r.Otherwise != "" {
		article := map[diagnostics.Severity]string{diagnostics.Error: "an ", diagnostics.Warning: "a ", diagnostics.Hint: "a "}[r.Severity]
		fmt.Fprintf(p, "A finding is %s%s; it is %s.\n\n", article, r.Severity, r.Otherwise)
	}
	fmt.Fprintf(p, "## Why is this bad?\n\n%s\n\n", p.linked(r.Explanation))
	p.example()
	fmt.Fprintf(p, "## Use instead\n\n")
	p.shown(r.Good())
	p.inspected(r.Good())
	p.fixSafety()
	p.options()
	p.seeAlso()
	return strings.TrimRight(p.String(), "\n") + "\n"
}

// lowered returns a sentence as the end of another.
func lowered(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(second) { // JSON
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}

func offByDefault(r *diagnostics.Rule) string {
	if r.OffByDefault {
		return ", off by default"
	}
	return ""
}

// fileName is the name that an example has in the output.
func (p *rulePage) fileName() string {
	switch p.rule.Kind() {
	case document.Document:
		return "prompt.md"
	case document.JSON:
		return "session.jsonl"
	}
	return "reply.txt"
}

// maxExample is how many bytes of an example a page shows.
const maxExample = 2000

// shown writes an example, or its start and its end.
func (p *rulePage) shown(example string) {
	language := "xml"
	if p.rule.Kind() == document.JSON {
		language = "json"
	}
	example = strings.TrimRight(example, "\n")
	if len(example) > maxExample {
		example = example[:maxExample/10] + "\n…\n" + example[len(example)-maxExample/20:]
	}
	fmt.Fprintf(p, "%s\n", markdown.Block(language, strings.ToValidUTF8(example, "\uFFFD")))
}

// example writes the bad example with what the program prints about it.
func (p *rulePage) example() {
	bad := p.rule.Bad()
	fmt.Fprintf(p, "## Example\n\n")
	check := "check"
	if files := p.rule.Options().Files; files != nil {
		check += " --workspace ."
		for name, text := range files.Texts() {
			fmt.Fprintf(p, "In a workspace with `%s`:\n\n%s\n", name, markdown.Block("text", strings.TrimRight(text, "\n")))
		}
	}
	p.shown(bad)
	d := p.rule.Options().Open(text.New(bad), p.rule.Kind())
	var out strings.Builder
	buffer := bufio.NewWriter(&out)
	options := &report.Options{Format: "text", Style: term.NewStyle(false), Quiet: true, All: true}
	file := report.File{Path: p.fileName(), Read: true}
	file.Describe(report.Found{Document: d, Writable: true}, options)
	if err := errors.Join(report.Write(buffer, []report.File{file}, options), buffer.Flush()); err != nil {
		panic(err) // it writes to memory
	}
	fmt.Fprintf(p, "`forge-lsp %s` prints:\n\n%s\n", check, markdown.Block("text", strings.TrimRight(out.String(), "\n")))
	p.inspected(bad)
	if try := p.rule.TryURL(); try != "" {
		fmt.Fprintf(p, "[Try it in the browser](%s).\n\n", try)
	}
}

// inspected writes what becomes of the calls of an example, each on its own.
func (p *rulePage) inspected(example string) {
	shown := inspectedText(p.fileName(), example, p.rule.Kind(), p.rule.Options())
	if shown == "" {
		fmt.Fprintf(p, "`forge-lsp inspect` finds no call here.\n\n")
		return
	}
	fmt.Fprintf(p, "`forge-lsp inspect` shows what happens to it:\n\n%s\n", markdown.Block("text", strings.TrimRight(shown, "\n")))
}

// fixSafety writes which fixes there are, and which of them are safe.
func (p *rulePage) fixSafety() {
	var fixes []diagnostics.Fix
	for f, proven := range p.rule.Options().Open(text.New(p.rule.Bad()), p.rule.Kind()).Proven() {
		if f.Code == p.rule.Code {
			fixes = proven
			break
		}
	}
	fmt.Fprintf(p, "## Fix safety\n\n")
	if len(fixes) == 0 && p.rule.FixSafety == "" {
		fmt.Fprintf(p, "There is no fix: only the author knows what was meant.\n\n")
		return
	}
	if len(fixes) > 0 {
		fmt.Fprintf(p, "In the example:\n\n")
		for i := range fixes {
			kind := "suggested"
			if fixes[i].Safe() {
				kind = "safe"
			}
			fmt.Fprintf(p, "- %s (%s)\n", fixes[i].Title, kind)
		}
		fmt.Fprintln(p)
	}
	if p.rule.FixSafety != "" {
		fmt.Fprintf(p, "%s\n\n", p.linked(p.rule.FixSafety))
	}
}

// options writes what of the configuration is about the rule.
func (p *rulePage) options() {
	r := p.rule
	fmt.Fprintf(p, "## Options\n\n")
	toml := func(lines string) string { return markdown.Block("toml", lines) }
	if r.OffByDefault {
		fmt.Fprintf(p, "To enable the rule, in `forge-lsp.toml`:\n\n%s\n", toml("[rules]\n"+r.Code+" = \"hint\""))
		return
	}
	fmt.Fprintf(p, "To disable the rule, in `forge-lsp.toml`:\n\n%s\n", toml("[rules]\n"+r.Code+" = \"off\""))
	switch {
	case r.Kind() == document.JSON:
		fmt.Fprintf(p, "For some files, since JSON has no comments for directives:\n\n%s\n", toml("[[files]]\nglob = \"sessions/old/**\"\nrules."+r.Code+" = \"off\""))
	case r.Suppressible():
		fmt.Fprintf(p, "For the next call, with a reason: `<!-- forge-lsp-disable-next-call %s -- … -->`.\n\n", r.Code)
	}
	if r.Repaired() {
		fmt.Fprintf(p, "`profile = \"strict\"`, for a runtime without the ampersand repair, makes it an error.\n\n")
	}
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

// linked returns a text of the rule in which what other pages are about is a link.
func (p *rulePage) linked(text string) string {
	text = decisionNumbers().ReplaceAllStringFunc(text, func(number string) string {
		return "[" + number + "](" + decisionOf(number, text) + ")"
	})
	return codeSpans().ReplaceAllStringFunc(text, func(code string) string {
		name := strings.Trim(code, "`")
		if name == p.rule.Code || diagnostics.Lookup(name) == nil {
			return code
		}
		return "[" + code + "](" + p.docs + "rules/" + name + ".md)"
	})
}

// seeAlso links what the texts of the rule are about.
func (p *rulePage) seeAlso() {
	all := p.rule.Summary + " " + p.rule.Explanation + " " + p.rule.FixSafety
	var links []string
	add := func(link string) {
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	for _, code := range codeSpans().FindAllString(all, -1) {
		if name := strings.Trim(code, "`"); name != p.rule.Code && diagnostics.Lookup(name) != nil {
			add("[" + name + "](" + p.docs + "rules/" + name + ".md)")
		}
	}
	for _, number := range decisionNumbers().FindAllString(all, -1) {
		add("[" + number + "](" + decisionOf(number, all) + ")")
	}
	add("[How calls are read](" + p.docs + "terms.md)")
	fmt.Fprintf(p, "## See also\n\n- %s\n", strings.Join(links, "\n- "))
}

var markup = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`</?[\w ]+>|]]>|[<&]|--`)
})

// quoteMarkup returns plain text as Markdown: what Markdown or HTML would read as
// markup becomes code.
func quoteMarkup(text string) string { return markup().ReplaceAllString(text, "`$0`") }
