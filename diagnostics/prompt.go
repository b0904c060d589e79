package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/prompt"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxPrompt is the size in bytes up to which a text is checked as a prompt: longer ones than any model reads
// are something else.
const maxPrompt = 1 << 18

// passageBreak is between two texts of a file that are read as one prompt. It ends what is open in Markdown.
const passageBreak = "\n\n"

// promptText is the texts of a prompt, in one.
type promptText struct {
	text     string
	passages []document.Passage
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
			b.WriteString(passageBreak)
		}
		p.starts = append(p.starts, b.Len())
		b.WriteString(p.passages[i].Text)
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
	passage, start := &p.passages[i], p.starts[i]
	end := min(s.End-start, len(passage.Text))
	return passage.Place(xmlcall.Span{Start: min(s.Start-start, end), End: end})
}

// promptFindings returns the findings about a prompt as a whole, by position.
func (d *Document) promptFindings() []Placed {
	p, ok := d.promptText()
	if !ok {
		return nil
	}
	o, _, calls := p.read(&d.options)
	found := prompt.Check(p.text, calls, d.options.Toolset(), d.options.FormatVersion, o.try)
	var list []Placed
	for i := range found {
		f := &found[i]
		severity, ok := d.options.Severity(Lookup(f.Code))
		if !ok {
			continue
		}
		description := &Description{Code: f.Code, Severity: severity, Message: f.Message, Note: f.Note}
		for _, r := range f.Related {
			description.Related = append(description.Related, Related{Span: p.place(r.Span), Message: r.Message})
		}
		list = append(list, Placed{Diagnostic: &Diagnostic{Advice: &Advice{Description: description}, Span: p.place(f.Span), Call: -1}, Call: -1})
	}
	slices.SortStableFunc(list, func(a, b Placed) int { return comparePlaced(&a, &b) })
	return list
}

// read reads the text of a prompt with all rules, and returns the options for that and the places of its calls.
func (p *promptText) read(of *Options) (o Options, r *reading, calls []xmlcall.Span) {
	o = Options{Tools: of.Tools, MaxSize: of.MaxSize, Strict: of.Strict, JSONCalls: of.JSONCalls, Intended: IntendedNormal}
	r = o.read(document.Read(p.text, document.Document), false)
	for i := range r.Calls {
		calls = append(calls, r.Calls[i].Span)
	}
	return o, r, calls
}

// PromptTools returns the descriptions of tools in a prompt; none for another document.
func (d *Document) PromptTools() []prompt.Description {
	p, ok := d.promptText()
	if !ok {
		return nil
	}
	_, _, calls := p.read(&d.options)
	return prompt.Descriptions(p.text, calls, d.options.Toolset())
}

// try is a [prompt.Try].
func (o Options) try(reply, means string) (happens, why string) {
	d := Options{MaxSize: o.MaxSize, Strict: o.Strict, JSONCalls: o.JSONCalls}.Open(text.New(reply), document.Reply)
	var worst, last *Call
	for c := range d.Calls() {
		if !c.Listed() {
			continue
		}
		if last = c.Call; worst == nil || c.Outcome() > worst.Outcome() {
			worst = c.Call
		}
	}
	line := func(offset int) int { return strings.Count(reply[:min(offset, len(reply))], "\n") + 1 }
	switch {
	case worst == nil:
		return "the runtime sees no call", "it looks for `<tool>`"
	case worst.Outcome() != Runs:
		return worst.Outcome().Words(), worst.Why(line)
	}
	block := last.Received()
	arguments := last.tools.Of(block).Read(block).Arguments
	for _, name := range []string{"content", "message"} {
		if got, ok := arguments[name].(string); ok && means != "" && got != means {
			return "the value arrives as " + rules.ClipAt("`"+strings.ReplaceAll(got, "\n", "⏎"), 40) + "`", "`" + rules.Clip(means) + "` was meant"
		}
	}
	for f := range d.Diagnostics() {
		if f.Severity <= Warning {
			return worst.Outcome().Words(), f.Message
		}
	}
	return "", ""
}
