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

// Runs is what a transcript shows of whether a call in another format runs.
type Runs uint8

const (
	// Open: nothing shows it.
	Open Runs = iota
	// Taught: a prompt, or a result, shows that calls in the format run.
	Taught
	// Leaked: the agent's calls are native, and nothing shows that calls in the format run; or it has lost its <tool>. It
	// did not.
	Leaked
)

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
// openers of results. tools are those of the session, sorted. What is in its calls of Forge, the segments, is not read.
func textCalls(text string, shown callsShown, tools []string, own []Segment) (calls []TextCall, results []textcall.Span) {
	body, written := bodyOf(text), text
	if text = masked(text[:body.End], own); transcript.Candidate(text) < 0 && !strings.Contains(text, `"name"`) {
		return nil, nil // as most messages with calls of Forge
	}
	reader := textcall.NewReader(text, body.Start, textcall.Session{Defined: shown&defined != 0, Known: func(name string) bool {
		_, ok := slices.BinarySearch(tools, name)
		return ok
	}})
	fences := newFences(text, fenceMark{})
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
				results = append(results, block[0].Opener)
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
					calls = append(calls, TextCall{Call: c, Text: written[c.Whole.Start:c.Whole.End], Runs: runs})
				}
			}
		}
	}
}

// addTextCalls adds the calls in other formats, and the openers of results, in the text of a message of an agent. in is the
// text as the file has it, and own are its segments; for the number see [Segment.Number].
func (f *File) addTextCalls(text string, in *literal.Text, shown callsShown, own []Segment, number int) {
	place := func(s textcall.Span) xmlcall.Span { return xmlcall.Span{Start: in.Offset(s.Start), End: in.End(s.End)} }
	calls, results := textCalls(text, shown, f.ToolNames, own)
	for _, t := range calls {
		t.Span, t.Whole, t.Number = place(t.Opener), place(t.Call.Whole), number
		f.TextCalls = append(f.TextCalls, t)
	}
	for _, r := range results {
		f.Fabricated = append(f.Fabricated, place(r))
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
			start, next := int(start), len(s.Text)
			if start < end {
				continue // in the call before
			}
			if k+1 < len(s.Starts) {
				next = int(s.Starts[k+1])
			}
			switch closer := ends.next(start); {
			case closer >= 0:
				end = closer + len(ends.want)
			case hasEnvelope(s.Text[start:next], false):
				end = next
			default:
				end = start + len("<tool>")
			}
			calls = append(calls, xmlcall.Span{Start: min(start, len(text)), End: min(end, len(text))})
		}
	}
	return covered(text, calls, 'x')
}

// runs returns what is shown of calls in some formats.
func (c callsShown) runs(formats textcall.Set) Runs {
	switch {
	case taughtIn(formats)&c != 0:
		return Taught
	case c&native != 0:
		return Leaked
	}
	return Open
}

// mentioned reports whether the call between two offsets of a text is only mentioned: it is in a code span or quotes, in
// a block quote or indented as code, in the middle of a sentence, or announced as an example.
func mentioned(text string, at, end int) bool {
	const far = 1 << 10 // bytes that are looked at on each side
	before, after := text[max(0, at-far):at], text[end:min(len(text), end+far)]
	above := before[:strings.LastIndexByte(before, '\n')+1]
	line, rest := before[len(above):], strings.TrimLeft(after, " \t\r")
	switch begin := strings.TrimLeft(line, " \t\r"); {
	case begin != "" && (begin[0] == '>' || rest != "" && strings.IndexByte("\n<[", rest[0]) < 0):
		return true
	case begin == "" && (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")) && blankLine().MatchString(above):
		return true
	case isExample(before):
		return true
	}
	return slices.ContainsFunc(quotes[:], func(q [2]string) bool {
		return strings.HasSuffix(before, q[0]) && strings.HasPrefix(after, q[1])
	}) || inCodeSpan(line, text[at:end]+after)
}

// blankLine matches a text that is empty, or whose last line is blank.
var blankLine = lazy(`(?:^|\n)[ \t\r]*\n?$`)

// quotes are the pairs of quotation marks of several languages.
var quotes = [...][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"}}

// inCodeSpan reports whether what follows the start of a line is in a code span that starts there. A backtick on an
// earlier line is a stray one: models write short text in backticks.
func inCodeSpan(line, rest string) bool {
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Contains(line, "`") && slices.ContainsFunc(codeSpans(line+rest, 0), func(s xmlcall.Span) bool {
		return s.Start < len(line) && len(line) < s.End
	})
}

var example = lazy(`(?i)\b(examples?|escap(?:ed|ing)|e\.g\.|for instance|such as|format|syntax|looks? like|looked like|shape|template|would be written)\b[^.!?\n]*:$`)

// isExample reports whether the last non-blank line of a text announces an example.
func isExample(text string) bool {
	const bound = 256
	text = strings.TrimRight(text[max(0, len(text)-bound):], " \t\r\n*_")
	return strings.HasSuffix(text, ":") && example().MatchString(text[strings.LastIndexByte(text, '\n')+1:])
}
