package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var thinkingTagInCall = &Rule{
	Code: "thinking-tag-in-call", Severity: Error, Group: Messages,
	Needs: noted(call.ThinkingTag),
	Check: checkThinkingTagInCall,
}

func checkThinkingTagInCall(p *Pass) {
	all := Fix{Title: "Escape the thinking tags"}
	lastEnd := -1
	for n := range p.Notes() {
		if isThinkingEnd(p, n) {
			lastEnd = n.Span.Start
		}
		t, _ := p.TokenAt(n.Span.Start)
		if edit, ok := escapeThinking(p, n, t); ok && len(all.Edits) < maxShared && reportsThinking(p, t) {
			all.Edits = append(all.Edits, edit)
			if t.Kind() == xmlcall.CDATA {
				all.Title = "Split the CDATA inside the thinking tags"
			}
		}
	}
	open := false
	for n := range p.Notes() {
		t, _ := p.TokenAt(n.Span.Start)
		end, afterStart := isThinkingEnd(p, n), open
		open = !end
		if p.RemovedThinking(t.Element()) {
			if t.Kind() == xmlcall.StartTag {
				reportRemoved(p, t.Element())
			}
			open = false
		}
		if !reportsThinking(p, t) {
			continue
		}
		tag := "`<thinking>`"
		r := Report{Note: "The runtime removes it and everything up to `</thinking>`"}
		switch {
		case end && afterStart:
			tag, r.Note = "`</thinking>`", "The runtime removes everything from `<thinking>` up to here"
		case end:
			tag, r.Note = "`</thinking>`", "The runtime removes it"
		case n.Span.Start > lastEnd:
			r.Note = "It is never closed, so the runtime removes the rest of the reply"
		}
		r.Message = "Unescaped " + tag + " in a call; escape it"
		if t.Kind() == xmlcall.CDATA { // in which nothing is decoded
			r.Message = tag + " in CDATA; split the section inside the tag"
		}
		if p.Reason.Fine() {
			r.Severity = Warning
		}
		if p.share(all.Edits) {
			r.Fixes = []Fix{all}
		}
		p.report(n.Span, r)
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

func isThinkingEnd(p *Pass, n call.Note) bool { return p.Block.Text[n.Span.Start+1] == '/' }

// reportsThinking reports whether a thinking tag in a token is a finding of this rule. As
// an element of the call it is ignored anyway, and as markup in a value it is
// dropped as all markup is: other rules say so. What is removed without a trace is reported as a whole.
func reportsThinking(p *Pass, t xmlcall.Token) bool {
	if p.RemovedThinking(t.Element()) {
		return false
	}
	if t.Kind() != xmlcall.StartTag && t.Kind() != xmlcall.EndTag {
		return true
	}
	parent := p.Block.Element(t.Element()).Parent()
	return parent != p.Block.Envelope() && (!p.Defined() || p.Scalar(parent) < 0)
}

// escapeThinking returns the edit that keeps a thinking tag in a token from being found.
// ok is false if the tag is not part of a value.
func escapeThinking(p *Pass, n call.Note, t xmlcall.Token) (edit Edit, ok bool) {
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
