package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Detect returns what a text of the kind Auto is: a Log if the shape of a call follows
// one of its <tool> tags, otherwise a Document. Many programs have an element of that
// name. Commented-out text is ignored.
func Detect(text string) Kind {
	kind, _ := DetectEvidence(text)
	return kind
}

// DetectEvidence is [Detect] that also returns the evidence that the text is a Log: from a tag that
// is followed by the shape of a call, to the end of the text that was examined for that.
func DetectEvidence(text string) (kind Kind, evidence xmlcall.Span) {
	if evidence, ok := DetectPart(text, false, false); ok {
		return Log, evidence
	}
	return Document, xmlcall.Span{}
}

// DetectPart looks for the evidence of [DetectEvidence] in a part of a text that starts and ends
// outside of tags. commented reports whether a comment is open at the start of the part,
// and closed whether one is closed after it: an unclosed comment is not one. Evidence that
// ends before the part does is otherwise independent of the text after the part.
func DetectPart(text string, commented, closed bool) (evidence xmlcall.Span, ok bool) {
	comments, pos := sections{open: finder{text: text, want: "<!--"}, end: finder{text: text, want: "-->"}}, 0
	if commented {
		if n := strings.Index(text, "-->"); n >= 0 {
			pos = n
		} else if closed {
			return xmlcall.Span{}, false
		}
	}
	start := pos // everything before it is commented out
	shaped := func(t tag, end, next int) bool {
		if t.start < 0 {
			return false
		}
		_, to, ok := shapeOf(text, t.end, end)
		evidence = xmlcall.Span{Start: t.start, End: max(to, next)}
		return ok
	}
	// A tag that the runtime does not recognize may be anything, so its block extends
	// no further than necessary; see openers.
	none := tag{start: -1}
	loose, literal := none, none
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if shaped(loose, t.start, t.end) || t.literal && shaped(literal, t.start, t.end) {
			return evidence, true
		}
		if loose = none; t.literal {
			literal = none
		}
		if t.closing || t.start < start {
			continue
		}
		var inside bool
		var to int
		pos, to, inside = comments.around(pos, t.start)
		switch {
		case inside, closed && to == len(text): // or it is unclosed in the part
		case t.literal:
			literal = t
		default:
			loose = t
		}
	}
	ok = shaped(loose, len(text), 0) || shaped(literal, len(text), 0)
	return evidence, ok
}

// CommentMarks are the facts about a stretch of a text of the kind Auto that decide what is
// commented out in the text before and after it. A stretch starts and ends at starts of lines.
// The zero value is that of an empty text.
type CommentMarks struct {
	Opens bool // a comment that starts in the stretch is open at its end
	Ends  bool // whether there is the end of a comment
}

// CommentMarksOf returns the marks of comments in a text.
func CommentMarksOf(text string) CommentMarks {
	last := strings.LastIndex(text, "<!--")
	return CommentMarks{
		Opens: last >= 0 && !strings.Contains(text[last:], "-->"),
		Ends:  strings.Contains(text, "-->"),
	}
}

// Add returns the marks in two stretches, one after the other.
func (c CommentMarks) Add(next CommentMarks) CommentMarks {
	return CommentMarks{Opens: next.Opens || c.Opens && !next.Ends, Ends: c.Ends || next.Ends}
}
