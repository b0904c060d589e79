package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An opener is a start tag in a document that is followed by the shape of a call.
type opener struct {
	tag
	evidence int // the element that shows the shape
	close    int // start of the block's end tag, -1 if it has none of its own
	blockEnd int // after the end tag; after the opener if there is none
	miss     miss
	other    bool // whether it is that of another format: see otherOpeners
}

// openers returns the openers in a text in order, none of them in one of the placeholders, which it returns as
// well.
func openers(text string, knows knowledge) (list []opener, filled []xmlcall.Span) {
	filled = placeholders(text)
	text = covered(text, filled, ' ') // no tag is in one
	tags := tagsIn(text)
	for _, more := tags.at(0); more; _, more = tags.next() {
		if o, ok := tags.opener(0, knows); ok {
			list = append(list, o)
		}
	}
	if knows != nil {
		list = append(list, otherOpeners(text, knows)...)
		slices.SortStableFunc(list, func(a, b opener) int { return a.start - b.start })
	}
	return list, filled
}

// block returns the place of the block.
func (o *opener) block() xmlcall.Span { return xmlcall.Span{Start: o.start, End: o.blockEnd} }

// otherOpeners returns the tags that other formats have for <tool> around an envelope of Forge, such as
// <tool_call><tool_name>, or around a tool that there is. They end no other block, and theirs have no blank line: so
// chunks need not know them.
func otherOpeners(text string, knows knowledge) (list []opener) {
	for at := 0; ; {
		n := strings.Index(text[at:], "name>")
		if n < 0 {
			return list
		}
		before := strings.TrimSuffix(strings.TrimSuffix(text[:at+n], "tool_"), "server_")
		envelope := len(before) < at+n
		at += n + len("name>")
		before = strings.TrimRight(strings.TrimSuffix(before, "<"), " \t\r\n")
		far := max(0, len(before)-32) // no opener is longer
		start := max(0, strings.LastIndexByte(before[far:], '<')+far)
		t, end, ok := lex.OtherTool(text[:min(len(text), start+maxMiss)], start)
		if !ok || end < 0 || t.End != len(before) || !standsAlone(text, 0, start, end) || divided().MatchString(text[start:end]) {
			continue
		}
		if miss := missOf(text[start:end], knows); miss == namesTool || miss == holdsCall && envelope {
			list = append(list, opener{tag: tag{start: start, end: t.End}, evidence: end - 1, close: -1, blockEnd: end, miss: miss, other: true})
		}
	}
}

// divided finds what no block of another format has in it.
var divided = lazy(`\n[ \t\r]*\n|<tool>`)

// opener returns the first tag as an opener; ok is false if it is none. The text starts at an offset, as far as it
// matters for a call in a wrong shape.
func (a *tagsAhead) opener(from int, knows knowledge) (o opener, ok bool) {
	t := a.read[0]
	if t.closing {
		return o, false
	}
	o = opener{tag: t, close: -1, blockEnd: t.end}
	blockEnd := a.blockEnd()
	o.evidence, ok = shapeOf(a.text, t.end, blockEnd)
	if !ok && (knows == nil || !startsLine(a.text, t.start)) {
		return o, false
	}
	end, closed := a.closing()
	switch {
	case !ok && a.text[t.end-2] == '/':
		end, closed = tag{start: t.end, end: t.end}, true
		fallthrough
	case closed:
		o.close, o.blockEnd = end.start, end.end
	case !ok: // up to a blank line or a fence, at most
		end.start = blockEnd
		if m := ends().FindStringIndex(a.text[t.end:blockEnd]); m != nil {
			end.start = t.end + m[0]
		}
		end.end = end.start
	}
	if !ok && standsAlone(a.text, from, t.start, end.end) {
		a.look(endOfLine(a.text, end.end))
		if miss := missOf(a.text[t.start:end.start], knows); closed || miss == namesTool {
			o.evidence, o.miss = end.start, miss
		}
	}
	return o, ok || o.miss > noMiss
}

// ends finds what ends a block without an end tag.
var ends = lazy("\\n[ \\t\\r>]*(\n|```|~~~|$)")
