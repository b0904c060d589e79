package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
)

// The search after a block is bounded, so that reading a transcript full of broken
// calls takes linear time: the rest of a call that a </tool> inside a value cut short
// is expected within restLimit bytes and before restCalls further <tool>, and belongs
// to one of the restFields innermost elements.
const (
	restLimit  = 1 << 20
	restCalls  = 8
	restFields = 8
)

// cut decides whether the literal </tool> items[i] is inside a value: whether the text
// after the block goes on to close one of the open elements, and then the call. If so
// it records that and returns the element, otherwise it returns -1. Whether the
// elements around it are closed is known once the call is complete.
func (r *recoverer) cut(i int, open []int) (field int) {
	for k := len(open) - 1; k >= max(0, len(open)-restFields); k-- {
		field := open[k]
		end := r.findRest(r.name(field))
		if end < 0 {
			continue
		}
		r.items[i].report(Problem{Kind: CallEndInContent, Want: r.name(field), Certain: true, at: end + 1})
		return field
	}
	return -1
}

// findRest searches after the block for the end tag of field and then a </tool>. It
// returns the offset of the end tag, or -1, and sets Block.Rest.
func (r *recoverer) findRest(field string) int {
	b := r.p.b
	window := r.restWindow()
	past := 0 // the end tag
	end := fieldEnd(window, 0, field)
	for ; end >= 0; end = fieldEnd(window, end+len("</"), field) {
		// A misspelled end tag is that of another element if the start tag of its name comes
		// first, for example of an <item> in an unclosed <items>, or in another call.
		if found := window[end+len("</") : lex.NameEnd(window, end+len("</"))]; found != field && hasStart(window[:end], found) {
			continue
		}
		// A value may quote its own end tag; markup follows the real one.
		past = lex.NextByte(window, end, '>') + 1
		if after := lex.SkipSpace(window, past); after >= len(window) || window[after] == '<' {
			break
		}
	}
	if end < 0 {
		return -1
	}
	// If a start tag of the same name comes first, it belongs to another call.
	if hasStart(window[:end], field) {
		return -1
	}
	closing := lex.LooseToolEnd(window, past) // past an end tag that may be </Tool>
	if closing < 0 || strings.Contains(window[end:closing], toolOpen) {
		return -1
	}
	r.p.apart.rest = Span{b.Span.End, b.Span.End + closing}
	return b.Span.End + end
}

// hasStart reports whether the first start tag of a text whose name begins with the given
// one has that name.
func hasStart(text, name string) bool {
	k := strings.Index(text, "<"+name)
	if k < 0 || k+1+len(name) >= len(text) {
		return false
	}
	c := text[k+1+len(name)]
	return c == '>' || lex.IsSpace(c)
}

// restWindow returns the text after the block in which findRest searches.
func (r *recoverer) restWindow() string {
	b := r.p.b
	window := b.Text[b.Span.End:min(len(b.Text), b.Span.End+restLimit)]
	end := 0
	for range restCalls {
		n := strings.Index(window[end:], toolOpen)
		if n < 0 {
			return window
		}
		end += n + len(toolOpen)
	}
	return window[:end]
}

// unfinished decides what is wrong with a block whose tool element is still open at its
// end: either another <tool> inside took the end tag, or there is none.
func (r *recoverer) unfinished(open []int) {
	if r.unclosed {
		r.unclosedCall(open)
		return
	}
	inner := -1
	for i := 1; i < len(r.items); i++ {
		if it := &r.items[i]; it.kind == itemStart && r.isLiteralTool(i) {
			inner = i
			break
		}
	}
	if inner < 0 {
		return
	}
	root, it := &r.items[0], &r.items[inner]
	switch field := it.parent; {
	case field == 0 && !r.hasEnvelope(inner):
		root.report(Problem{Kind: SwallowedCall})
		r.envelope = inner
	case field == 0: // the tool element was not closed before it
		at, certain := r.completeAt(inner)
		root.report(Problem{Kind: UnclosedCall, Certain: certain, at: at + 1})
	case r.findRestOf(inner):
	case r.startsLine(it.span.Start):
		root.report(Problem{Kind: UnclosedCall})
	default:
		it.report(Problem{Kind: NestedCall})
	}
}

// findRestOf handles a call inside a value whose </tool> cut the outer call.
func (r *recoverer) findRestOf(inner int) bool {
	field := r.items[inner].parent
	end := r.findRest(r.name(field))
	if end < 0 {
		return false
	}
	r.items[inner].report(Problem{Kind: NestedCall})
	if last := &r.items[len(r.items)-1]; !last.has(CallEndInContent) {
		last.report(Problem{Kind: CallEndInContent, Want: r.name(field), Certain: true, at: end + 1})
	}
	return true
}

// hasEnvelope reports whether an element of the envelope occurs before items[limit].
func (r *recoverer) hasEnvelope(limit int) bool {
	for i := 1; i < limit; i++ {
		it := &r.items[i]
		if it.kind == itemStart && it.mate >= 0 && forge.InEnvelope(lex.Local(r.name(i))) {
			return true
		}
	}
	return false
}

// mentionEnd returns the offset of the <tool> of the call after a sentence that starts
// with the <tool> at s[start:] and also names other tags: "<tool> and <arguments>
// here." Such a sentence is one line without end tags, before a call that starts a
// line. It returns -1 if there is no such sentence.
func mentionEnd(s string, start int) int {
	from := start + len(toolOpen)
	n := strings.Index(s[from:], toolOpen)
	if n < 0 {
		return -1
	}
	inner := from + n
	line := strings.TrimSpace(s[from:inner])
	if !strings.Contains(line, "<") || strings.ContainsAny(line, "\r\n") || strings.Contains(line, "</") {
		return -1
	}
	if before := strings.TrimRight(s[from:inner], " \t"); !strings.HasSuffix(before, "\n") {
		return -1
	}
	at := lex.SkipSpace(s, inner+len(toolOpen))
	if at >= len(s) || s[at] != '<' || !forge.InEnvelope(s[at+1:lex.NameEnd(s, at+1)]) {
		return -1
	}
	return inner
}

// startsLine reports whether nothing but white space precedes offset on its
// line.
func (r *recoverer) startsLine(offset int) bool {
	s := r.p.s
	for offset > 0 && (s[offset-1] == ' ' || s[offset-1] == '\t') {
		offset--
	}
	return offset == 0 || s[offset-1] == '\n' || s[offset-1] == '\r'
}

// unclosedCall records that the block has no </tool>.
func (r *recoverer) unclosedCall(open []int) {
	at, certain := -1, false
	if len(open) == 1 {
		at, certain = r.completeAt(len(r.items))
	}
	r.items[0].report(Problem{Kind: UnclosedCall, Certain: certain, at: at + 1})
}

// completeAt returns the offset after the last element of the envelope before
// items[limit], and whether the call is complete there: whether it has a name and
// arguments and both are closed.
func (r *recoverer) completeAt(limit int) (at int, complete bool) {
	at = -1
	seen := map[string]bool{}
	for i := 1; i < limit; i++ {
		it := &r.items[i]
		if it.kind != itemStart || it.parent != 0 || it.mate < 0 && !it.selfClosing {
			continue
		}
		seen[lex.Local(r.name(i))] = true
		at = it.span.End
		if it.mate >= 0 {
			at = r.items[it.mate].span.End
		}
	}
	return at, seen["tool_name"] && seen["arguments"]
}
