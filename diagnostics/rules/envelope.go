package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// envelopeNames are the names of a call's own elements.
var envelopeNames = []string{"server_name", "tool_name", "arguments"}

// childIndent returns the indentation of the children of an element: that of
// the first that starts a line, or deeper by step than the element's own.
func (p *Pass) childIndent(element int, step string) string {
	b := p.b
	// The element behind it is its first child, if it has any.
	if k := element + 1; k < len(b.Elements) && b.Elements[k].Parent == element {
		if indent, first := p.indent(b.Elements[k].Start.Start); first {
			return indent
		}
	}
	indent, _ := p.indent(b.Elements[element].Start.Start)
	return indent + step
}

// firstChild returns the edit that puts text, an element, before the children
// of the tool element: on a line of its own where the call is written so.
func (p *Pass) firstChild(text string) Edit {
	root := &p.b.Elements[p.b.Envelope()]
	at := root.Start.End
	rest := strings.TrimLeft(p.b.Text[at:root.End.Start], " \t\r")
	if strings.HasPrefix(rest, "\n") {
		text = p.lineEnds("\n" + p.childIndent(p.b.Envelope(), "") + text)
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}
}

// lastChildren returns the edit that puts elements behind the children of an
// element: on lines of their own where its tags are. The elements' own texts
// stay as they are.
func (p *Pass) lastChildren(element int, step string, texts ...string) Edit {
	e := &p.b.Elements[element]
	if e.SelfClosing {
		at := xmlcall.Span{Start: e.Start.End - len("/>"), End: e.Start.End}
		end := "</" + e.Name + ">"
		indent, first := p.indent(e.Start.Start)
		if !first {
			return Edit{Span: at, Text: ">" + strings.Join(texts, "") + end}
		}
		line := p.lineEnds("\n" + indent)
		return Edit{Span: at, Text: ">" + line + step + strings.Join(texts, line+step) + line + end}
	}
	indent, first := p.indent(e.End.Start)
	if first {
		// Before the end tag's indentation.
		at := e.End.Start - len(indent)
		deeper := p.childIndent(element, step)
		end := p.lineEnds("\n")
		return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: deeper + strings.Join(texts, end+deeper) + end}
	}
	if own, first := p.indent(e.Start.Start); first && e.Content().Len() == 0 && step != "" {
		line := p.lineEnds("\n" + own)
		return Edit{Span: e.Content(), Text: line + step + strings.Join(texts, line+step) + line}
	}
	return Edit{Span: xmlcall.Span{Start: e.End.Start, End: e.End.Start}, Text: strings.Join(texts, "")}
}

// wholeLines extends a span to whole lines where nothing else stands on them,
// so that removing it leaves no blank line.
func (p *Pass) wholeLines(span xmlcall.Span) xmlcall.Span {
	indent, first := p.indent(span.Start)
	if !first {
		return span
	}
	rest := p.b.Text[span.End:p.b.Span.End]
	end := strings.TrimLeft(rest, " \t")
	end = strings.TrimPrefix(end, "\r")
	if !strings.HasPrefix(end, "\n") {
		return span
	}
	return xmlcall.Span{Start: span.Start - len(indent), End: span.End + len(rest) - len(end) + 1}
}

// nearEnvelope returns the name of the envelope that an element was most likely
// meant to have, "" if none: one that differs in case, hyphens or one letter, or
// that has another name in other formats and is missing here.
func nearEnvelope(local string, missing []string) string {
	plain := toolspec.Fold(local)
	for _, name := range envelopeNames {
		if oneSlip(plain, toolspec.Fold(name)) {
			return name
		}
	}
	if name := aliases[plain]; slices.Contains(missing, name) {
		return name
	}
	return ""
}

// aliases are what other formats call the elements of the envelope.
var aliases = map[string]string{
	"server": "server_name", "tool": "tool_name", "name": "tool_name", "function": "tool_name", "functionname": "tool_name",
	"args": "arguments", "arg": "arguments", "params": "arguments", "parameters": "arguments", "parameter": "arguments",
	"input": "arguments", "inputs": "arguments",
}

// oneSlip reports whether a and b are the same but for one letter that is
// missing, too much or another, or two that changed places.
func oneSlip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
