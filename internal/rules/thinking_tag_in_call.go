package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var thinkingTagInCall = &Rule{
	Code:     "thinking-tag-in-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A <thinking> or </thinking> in a call",
	Needs:    call.Needs{Notes: []notes.Kind{notes.ThinkingTag}},
	Check:    checkThinkingTagInCall,
}

func checkThinkingTagInCall(p *Pass) {
	var tags []notes.Note
	lastEnd := -1
	for n := range p.Notes() {
		tags = append(tags, n)
		if isThinkingEnd(p, n) {
			lastEnd = n.Span.Start
		}
	}
	all := Fix{Title: "Escape the thinking tags"}
	split := false
	for _, n := range tags {
		t, _ := p.TokenAt(n.Span.Start)
		if edit, ok := escapeThinking(p, n, t); ok && !p.RemovedThinking(t.Element()) && len(all.Edits) < maxShared && reportsThinking(p, t) {
			all.Edits = append(all.Edits, edit)
			split = split || t.Kind() == xmlcall.CDATA
		}
	}
	if split {
		all.Title = "Split the CDATA inside the thinking tags"
	}
	budget := sharedBytes
	open := false
	for _, n := range tags {
		result := Report{
			Message: "Unescaped `<thinking>` in a call; escape it",
			Note:    "The runtime removes it and everything up to `</thinking>`",
		}
		switch end := isThinkingEnd(p, n); {
		case end:
			result.Message = "Unescaped `</thinking>` in a call; escape it"
			result.Note = "The runtime removes it"
			if open {
				result.Note = "The runtime removes everything from `<thinking>` up to here"
			}
		case !end && n.Span.Start > lastEnd:
			result.Note = "It is never closed, so the runtime removes the rest of the reply"
		}
		t, _ := p.TokenAt(n.Span.Start)
		if p.RemovedThinking(t.Element()) {
			if t.Kind() == xmlcall.StartTag {
				reportRemoved(p, t.Element())
			}
			open = false
			continue
		}
		if p.Reason.Fine() {
			result.Severity = Warning
		}
		if t.Kind() == xmlcall.CDATA { // in which nothing is decoded
			result.Message = "`<thinking>` in CDATA; split the section inside the tag"
			if isThinkingEnd(p, n) {
				result.Message = "`</thinking>` in CDATA; split the section inside the tag"
			}
		}
		open = !isThinkingEnd(p, n)
		if !reportsThinking(p, t) {
			continue
		}
		if spend(&budget, all.Edits) {
			result.Fixes = []Fix{all}
		}
		p.report(n.Span, result)
	}
}

// reportRemoved reports thinking that is removed without a trace.
func reportRemoved(p *Pass, element xmlcall.ElementID) {
	e := p.Block.Element(element)
	p.report(e.Start(), Report{
		Message:  "`<thinking>` between arguments; write it before the call",
		Note:     "The runtime removes it and everything up to `</thinking>`",
		Severity: Warning,
		Fixes:    []Fix{replace("Remove the thinking", p.WholeLines(e.Span()), "")},
	})
}

func isThinkingEnd(p *Pass, n notes.Note) bool { return p.Block.Text[n.Span.Start+1] == '/' }

// reportsThinking reports whether a thinking tag in a token is a finding of this rule. As
// an element of the call it is ignored anyway, and as markup in a value it is
// dropped as all markup is: other rules say so.
func reportsThinking(p *Pass, t xmlcall.Token) bool {
	if t.Kind() != xmlcall.StartTag && t.Kind() != xmlcall.EndTag {
		return true
	}
	parent := p.Block.Element(t.Element()).Parent()
	return parent != p.Block.Envelope() && (p.Arguments() == nil || parent == xmlcall.NoElement || p.ScalarsOf()[parent] < 0)
}

// escapeThinking returns the edit that keeps a thinking tag in a token from being found.
// ok is false if the tag is not part of a value.
func escapeThinking(p *Pass, n notes.Note, t xmlcall.Token) (edit Edit, ok bool) {
	at := n.Span.Start
	switch {
	case !p.InArguments(t.Element()):
		return Edit{}, false
	case t.Kind() == xmlcall.CDATA:
		at = n.Span.End - len("king>")
		return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "]]><![CDATA["}, true
	case t.Kind() == xmlcall.StartTag, t.Kind() == xmlcall.EndTag:
		return Edit{Span: xmlcall.Span{Start: at, End: at + 1}, Text: "&lt;"}, p.InArguments(p.Block.Element(t.Element()).Parent())
	}
	return Edit{}, false
}
