package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// The rest of a call that a </tool> inside a value cut short is expected within restLimit bytes
// and before restCalls further <tool>, and belongs to one of the restFields innermost elements.
const (
	restLimit  = 1 << 20
	restCalls  = 8
	restFields = 8
)

// cutIn reports whether the literal </tool> items[i] is inside a value, that of the element
// items[field]: whether the text after the block goes on to close that element, and then the call.
// If so it records that and sets Block.Rest.
func (r *recoverer) cutIn(i, field int) bool {
	b, name := r.p.b, r.items[field].name
	window := r.restWindow()
	past := 0 // the end tag
	end := fieldEnd(window, 0, name)
	for ; end >= 0; end = fieldEnd(window, end+len("</"), name) {
		// A misspelled end tag is that of another element if the start tag of its name comes
		// first, for example of an <item> in an unclosed <items>, or in another call.
		if found := window[end+len("</") : lex.NameEnd(window, end+len("</"))]; found != name && hasStart(window[:end], found) {
			continue
		}
		// A value may quote its own end tag; markup follows the real one.
		past = lex.NextByte(window, end, '>') + 1
		if after := lex.SkipSpace(window, past); after >= len(window) || window[after] == '<' {
			break
		}
	}
	// If a start tag of the same name comes first, it belongs to another call.
	if end < 0 || hasStart(window[:end], name) {
		return false
	}
	closing := lex.LooseToolEnd(window, past) // past an end tag that may be </Tool>
	if closing < 0 || strings.Contains(window[end:closing], toolOpen) {
		return false
	}
	b.rest = Span{b.Span.End, b.Span.End + closing}
	if it := &r.items[i]; !it.has(CallEndInContent) {
		it.report(Problem{Kind: CallEndInContent, Want: name, Certain: true, at: b.Span.End + end + 1})
	}
	return true
}

// hasStart reports whether the first start tag of a text whose name begins with the given
// one has that name.
func hasStart(text, name string) bool {
	_, after, _ := strings.Cut(text, "<"+name)
	return after != "" && (after[0] == '>' || lex.IsSpace(after[0]))
}

// restWindow returns the text after the block in which the rest of the call is searched.
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
