package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// escaped returns the starts of the calls that an agent wrote with all their tags escaped,
// &lt;tool&gt;…&lt;/tool&gt;, in a message that has no other call. A call in thinking, in
// code, in quotes or in HTML, or one that is announced as an example, is shown, not made.
func (s *Segment) escaped() (starts []int) {
	fences := newFences(s.Text)
	for tag, ok := syntax.FindEscapedTool(s.Text, 0); ok; tag, ok = syntax.FindEscapedTool(s.Text, tag.End) {
		// Most are mentions, which the text after them shows.
		if !showsEnvelope(s.Text[tag.End:]) {
			continue
		}
		end, ok := syntax.FindEscapedToolEnd(s.Text, tag.End)
		if !ok {
			break // nothing ends it, or a later one
		}
		call := xmlcall.Span{Start: tag.Start, End: end.End}
		fences.advance(tag.Start)
		if s.counts(tag.Start) && fences.open.Size == 0 && !mentioned(s.Text, call.Start, call.End) && !inMarkup(s.Text, call) {
			starts = append(starts, tag.Start)
		}
		tag.End = call.End
		fences.pos = max(fences.pos, tag.End)
	}
	return starts
}

// showsEnvelope reports whether the text after an escaped <tool> has the shape of a call,
// itself escaped or not.
func showsEnvelope(after string) bool {
	const bound = 4 << 10
	after = after[:min(len(after), bound)]
	for _, text := range [...]string{after, unescape.Replace(after)} {
		if _, ok := shapeOf(text, 0, len(text)); ok {
			return true
		}
	}
	return false
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&amp;", "&")

// shows are elements of HTML whose text is shown.
var shows = [...]string{"pre", "code", "samp", "kbd", "blockquote", "q", "p", "div", "td", "li", "span", "textarea", "body"}

// inMarkup reports whether a call is inside an element of HTML: the first tag after it is an
// end tag of one, or a <pre> or <code> before it is open.
func inMarkup(text string, call xmlcall.Span) bool {
	_, after, ok := strings.Cut(text[call.End:], "</")
	if !ok {
		return false
	}
	for _, name := range shows {
		if strings.HasPrefix(after, name+">") && strings.LastIndex(text[:call.Start], "<"+name) > strings.LastIndex(text[:call.Start], "</"+name) {
			return true
		}
	}
	return false
}
