package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/prompt"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxPrompt is the size in bytes up to which a text is checked as a prompt: longer ones than any model reads
// are something else.
const maxPrompt = 1 << 18

// promptText is the texts of a prompt, in one.
type promptText struct {
	text     string
	passages []*literal.Text
	starts   []int // of the passages in text
}

// promptText returns the text of a prompt; ok is false for a document that is none.
func (d *Document) promptText() (p promptText, ok bool) {
	if d.options.Purpose != document.Prompt || d.text.Len() > maxPrompt {
		return p, false
	}
	p.passages = document.Passages(d.text.String(), d.kind)
	var b strings.Builder
	for i := range p.passages {
		if i > 0 {
			b.WriteString("\n\n") // which ends what is open in Markdown
		}
		p.starts = append(p.starts, b.Len())
		b.WriteString(p.passages[i].String())
	}
	p.text = b.String()
	return p, len(p.passages) > 0
}

// place returns a span of the text as one of the file.
func (p *promptText) place(s xmlcall.Span) xmlcall.Span {
	i, found := slices.BinarySearch(p.starts, s.Start)
	if !found {
		i--
	}
	passage, start := p.passages[i], p.starts[i]
	return xmlcall.Span{Start: passage.Offset(s.Start - start), End: passage.End(s.End - start)}
}

// promptFindings returns the findings about a prompt as a whole.
func (d *Document) promptFindings() []Finding {
	p, ok := d.promptText()
	if !ok {
		return nil
	}
	severity, ok := d.options.Severity(prompt.Drift)
	if !ok {
		return nil
	}
	var list []Finding
	for _, r := range prompt.Check(p.text, p.calls(d.options.MaxSize), d.options.Toolset()) {
		finding := &Diagnostic{Code: prompt.Drift, Severity: severity, Message: r.Message, Note: r.Note, Span: p.place(r.Span), Call: -1}
		list = append(list, Finding{Diagnostic: finding, Call: -1})
	}
	return list
}

// calls returns the places of the calls of a prompt.
func (p *promptText) calls(maxSize int) (spans []xmlcall.Span) {
	o := Options{MaxSize: maxSize}
	for _, c := range o.read(document.Read(p.text, document.Document)).Calls {
		spans = append(spans, c.Span)
	}
	return spans
}
