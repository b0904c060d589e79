package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var thinkingTagInCall = &Rule{
	Code:     "thinking-tag-in-call",
	Severity: Error,
	Summary:  "A <thinking> or </thinking> in a call",
	Explanation: `
The live runtime removes \'<thinking>…</thinking>\' from a reply before it looks for calls, in
CDATA sections, too: the tool gets the value without it. A \'<thinking>\' that nothing closes
takes the rest of the reply with it, the call included.

Only \'&lt;thinking&gt;\' arrives in a value, or a CDATA section that is split inside the tag.
`,
	FixSafety: `
Escaping the tags is a guess: whether they were meant as text is for the author to say.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>p.md</path>
  <content><![CDATA[<thinking>plan</thinking> rest]]></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>p.md</path>
  <content>&lt;thinking&gt;plan&lt;/thinking&gt; rest</content>
</arguments>
</tool>`,
	Check: checkThinkingTagInCall,
}

func checkThinkingTagInCall(p *Pass) {
	var tags []xmlcall.Note
	lastEnd := -1
	p.notes(func(n xmlcall.Note) {
		tags = append(tags, n)
		if p.isThinkingEnd(n) {
			lastEnd = n.Span.Start
		}
	}, xmlcall.ThinkingTag)
	if len(tags) == 0 {
		return
	}
	all := Fix{Title: "Escape the thinking tags"}
	for _, n := range tags {
		if edit, ok := p.escapeThinking(n); ok && len(all.Edits) < maxShared && p.tellsThinking(n) {
			all.Edits = append(all.Edits, edit)
		}
	}
	budget := sharedBytes
	open := false
	for _, n := range tags {
		result := note{message: "<thinking> in a call: escape it; the live runtime removes it with the text up to </thinking>"}
		switch end := p.isThinkingEnd(n); {
		case end && !open:
			result.message = "</thinking> in a call: escape it; the live runtime removes it"
		case !end && n.Span.Start > lastEnd:
			result.message = "<thinking> that nothing closes: escape it; the live runtime removes all that follows"
		}
		open = !p.isThinkingEnd(n)
		if !p.tellsThinking(n) {
			continue
		}
		if spend(&budget, all.Edits) {
			result.fixes = []Fix{all}
		}
		p.report(n.Span, result)
	}
}

func (p *Pass) isThinkingEnd(n xmlcall.Note) bool { return p.b.Text[n.Span.Start+1] == '/' }

// tellsThinking reports whether a thinking tag is a finding of this rule. As
// an element of the call it is ignored anyway, and as markup in a value it is
// dropped as all markup is: other rules say so.
func (p *Pass) tellsThinking(n xmlcall.Note) bool {
	t := p.tokenAt(n.Span.Start)
	if t.Kind != xmlcall.StartTag && t.Kind != xmlcall.EndTag {
		return true
	}
	parent := p.b.Elements[t.Element].Parent
	return parent != p.b.Envelope() && (p.arguments() == nil || parent < 0 || p.scalarsOf()[parent] < 0)
}

// escapeThinking returns the edit that keeps a thinking tag from being found.
// ok is false where the tag is no part of a value.
func (p *Pass) escapeThinking(n xmlcall.Note) (edit Edit, ok bool) {
	at := n.Span.Start
	t := p.tokenAt(at)
	switch {
	case !p.inArguments(t.Element):
		return Edit{}, false
	case t.Kind == xmlcall.CDATA:
		at = n.Span.End - len("king>")
		return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "]]><![CDATA["}, true
	case t.Kind == xmlcall.StartTag, t.Kind == xmlcall.EndTag:
		return Edit{Span: xmlcall.Span{Start: at, End: at + 1}, Text: "&lt;"}, p.inArguments(p.b.Elements[t.Element].Parent)
	}
	return Edit{}, false
}
