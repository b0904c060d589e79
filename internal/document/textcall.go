package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A TextCall is a call that an agent wrote in a text format of another runtime.
type TextCall struct {
	textcall.Call              // by offset in its message
	Text          string       // the call as it is in the message
	Span          xmlcall.Span // of the opener, in the file
	Whole         xmlcall.Span // of Text, in the file
	Number        int          // see [Segment.Number]
	Runs          Runs
}

// Owner returns the name of the format without that of its opener: "Claude" for "Claude's <invoke>".
func Owner(format string) string {
	owner, _, _ := strings.Cut(format, "'s ")
	return owner
}

// Words returns the words for a format: "the format of Claude". One without an owner is quoted.
func Words(format string) string {
	owner := Owner(format)
	if strings.ContainsAny(owner, "<[|=") {
		owner = "`" + owner + "`"
	}
	return "the format of " + owner
}

// textCalls returns the calls in other formats of a text, by offset, except those that it only mentions, and the
// openers of results, as places of the file. in is the text as the file has it, nil if it is the file's start. tools are those
// of the session, sorted. What is in its calls of Forge, the segments, is not read.
func textCalls(text string, in *literal.Text, shown callsShown, tools []string, own []Segment) (calls []TextCall, results []xmlcall.Span) {
	place := func(s textcall.Span) xmlcall.Span { return xmlcall.Span{Start: in.Offset(s.Start), End: in.End(s.End)} }
	body, written := bodyOf(text), text
	if text = masked(text[:body.End], own); transcript.Candidate(text) < 0 && !strings.Contains(text, `"name"`) {
		return nil, nil // as most messages with calls of Forge
	}
	reader := textcall.NewReader(text, body.Start, textcall.Session{Defined: shown&defined != 0, Known: func(name string) bool {
		_, ok := slices.BinarySearch(tools, name)
		return ok
	}})
	fences := newFences(text)
	fences.pos = body.Start
	for at := body.Start; ; {
		block := reader.Next(at)
		if block == nil {
			return calls, results
		}
		start, end := block[0].Opener.Start, block[len(block)-1].Whole.End
		fences.advance(start)
		switch code := fences.open.Size != 0; {
		case block[0].Result:
			if at = end; !code && body.Len() == len(text) && !mentioned(text, start, end) {
				results = append(results, place(block[0].Opener))
			}
		case shown&taught != 0 && block[0].Format == textcall.Forge || code && !fences.runsOn(start, end) || mentioned(text, start, end):
			at = reader.Inside(block)
		default:
			at = end
			fences.pos = max(fences.pos, end) // not fences of the text
			for _, c := range block {
				runs := shown.runs(c.Family)
				if c.Format == textcall.Headless {
					runs = Leaked
				}
				if runs != Leaked || body.Len() == len(text) {
					calls = append(calls, TextCall{
						Call: c, Text: written[c.Whole.Start:c.Whole.End], Span: place(c.Opener), Whole: place(c.Whole), Runs: runs,
					})
				}
			}
		}
	}
}

// aroundAll are the marks between which a text as a whole may be.
var aroundAll = append(quotes[:], [2]string{"`", "`"})

// bodyOf returns the place of what is in the code block, the code span or the quotes that a text is as a whole;
// otherwise all of it.
func bodyOf(text string) xmlcall.Span {
	all := xmlcall.Span{End: len(text)}
	inner := strings.TrimSpace(text)
	start := strings.Index(text, inner)
	for _, q := range aroundAll {
		inside, opened := strings.CutPrefix(inner, q[0])
		inside, closed := strings.CutSuffix(inside, q[1])
		if opened && closed && inside != "" && !strings.Contains(inside, q[1]) {
			return xmlcall.Span{Start: start + len(q[0]), End: start + len(q[0]) + len(inside)}
		}
	}
	mark := inner[:len(inner)-len(strings.TrimLeft(inner, "`~"))]
	first, last := strings.IndexByte(inner, '\n'), strings.LastIndexByte(inner, '\n')
	if len(mark) < len("```") || first < 0 || strings.TrimSpace(inner[last:]) != mark || strings.Contains(inner[first:last], "\n"+mark) {
		return all
	}
	return xmlcall.Span{Start: start + first + 1, End: start + last + 1}
}

// masked returns a text with its calls of Forge, in some segments, masked: each up to the first end tag. One without
// an end tag, which may be a mention, has its opener alone unless the envelope of a call follows.
func masked(text string, own []Segment) string {
	var calls []xmlcall.Span
	for i := range own {
		s := &own[i]
		ends, end := finder{text: s.Text, want: "</tool>"}, 0
		for k, start := range s.Starts {
			if start < end {
				continue // in the call before
			}
			block, _ := s.upToNext(k)
			switch closer := ends.next(start); {
			case closer >= 0:
				end = closer + len(ends.want)
			case hasEnvelope(block, false):
				end = start + len(block)
			default:
				end = start + len("<tool>")
			}
			calls = append(calls, xmlcall.Span{Start: min(start, len(text)), End: min(end, len(text))})
		}
	}
	return covered(text, calls, 'x')
}
