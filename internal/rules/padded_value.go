package rules

import (
	"path"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var paddedValue = &Rule{
	Code: "padded-value", Severity: Warning, Group: Schema,
	Needs: call.Needs{Issues: []toolspec.IssueKind{toolspec.PaddedValue}, Facts: call.Values},
	Check: checkPaddedValue,
}

func checkPaddedValue(p *Pass) {
	for i := range p.Issues() {
		around := i.Around()
		them := "them"
		if around == "white space" {
			them = "it"
		}
		n := Report{
			Message: strings.ToUpper(around[:1]) + around[1:] + " around the value of `<" + Clip(i.Name) + ">`; remove " + them,
			Note:    "The runtime does not trim strings: the tool gets the " + around + " too",
		}
		if inner := p.Trim(i.Span); around == "white space" && inner.Len() < i.Span.Len() {
			n.Fixes = []Fix{replace(Titled("Trim `<", i.Name, ">`"), i.Span, p.Block.Slice(inner))}
		} else if around != "white space" && i.Want != nil { // nothing is left of a value of invisible characters
			n.Fixes = []Fix{replace("Remove the "+around, i.Span, encode.Escape(i.Want[0]))}
		}
		p.report(i.Span, n)
	}
	if p.Tool == toolspec.Builtin("write_file") {
		fencedContent(p)
	}
}

// fencedContent reports the content of a file that is in a Markdown fence.
func fencedContent(p *Pass) {
	at := p.ArgumentsElement()
	file, given := p.Block.Child(at, "path")
	content, written := p.Block.Child(at, "content")
	if !given || !written {
		return
	}
	switch strings.ToLower(path.Ext(strings.TrimSpace(p.Block.Element(file).Text()))) {
	case "", ".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt":
		return
	}
	text, ok := p.FieldText(content)
	value, fenced := unfenced(text)
	if !ok || !fenced {
		return
	}
	span := p.Block.Element(content).Content()
	p.report(p.Trim(span), Report{
		Severity: Information,
		Message:  "A Markdown fence around the content of a file; remove it",
		Note:     "The tool writes it to the file too",
		Fixes:    []Fix{replace("Remove the fence", span, preferred(value))},
	})
}

// unfenced returns the lines in a text that is one fenced block.
func unfenced(text string) (lines string, ok bool) {
	const fence = "```"
	first, rest, several := strings.Cut(strings.TrimSpace(text), "\n")
	info, opened := strings.CutPrefix(strings.TrimRight(first, " \t\r"), fence)
	lines, closed := strings.CutSuffix(rest, "\n"+fence)
	if !several || !opened || !closed || strings.ContainsAny(info, "` \t") || strings.Contains("\n"+lines, "\n"+fence) {
		return "", false
	}
	return lines + "\n", true
}
