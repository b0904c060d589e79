package transcript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Scope is what is known of the messages that make up a segment's text, and so
// of how far one thing in it can reach: an open <thinking>, a call without an end,
// the calls of one reply that run as one.
type Scope uint8

const (
	// Apart: each call is for itself. So it is in documents, and in what a user,
	// the system or a tool wrote in a transcript.
	Apart Scope = iota
	// Message: the text is one message of an agent, and the live runtime reads
	// it as a whole; see package xmlcall/live.
	Message
	// Messages: the text may hold several messages of an agent, and nothing
	// shows where one ends.
	Messages
)

// A message is a stretch of a transcript that one speaker wrote.
type message struct {
	xmlcall.Span
	scope Scope
}

// messages returns the messages of a reply's or a log's text by position, nil
// where the text does not show where they start. They tile the text, but for
// blank lines before the first label.
func messages(text string, kind Kind) []message {
	list := marks(text)
	if len(list) == 0 {
		return nil
	}
	list, named := accepted(text, list, kind)
	if len(list) == 0 {
		return nil
	}
	var result []message
	if first := list[0].at; strings.Trim(text[:first], " \t\r\n\ufeff") != "" {
		result = append(result, message{xmlcall.Span{Start: 0, End: first}, Messages})
	}
	for i, m := range list {
		end := len(text)
		if i+1 < len(list) {
			end = list[i+1].at
		}
		scope := Apart
		switch {
		case m.who == agent:
			scope = Message
		case m.who == somebody || !named:
			scope = Messages // what an agent wrote has no label of its own
		}
		result = append(result, message{xmlcall.Span{Start: m.at, End: end}, scope})
	}
	return result
}

// merged returns marks by position, without those that stand at one place.
func merged(list []mark) []mark {
	slices.SortStableFunc(list, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	return slices.CompactFunc(list, func(a, b mark) bool { return a.at == b.at })
}

// accepted returns the marks at which messages start. A word and a colon alone
// mean little, so a form of labels counts where it tells two speakers apart, one
// of them an agent, or names the assistant twice; code blocks are not counted
// for that. Labels in the content of a call are content. named reports whether
// what an agent wrote has labels.
//
// In a log, the runtime's own heading of a tool's result and, where nobody is
// named, the time at the start of a line end a message, too: no reply goes on
// after either.
func accepted(text string, list []mark, kind Kind) (_ []mark, named bool) {
	list, fenced := outsideCalls(text, list)
	var counts [forms]struct{ agents, sure, persons, tools int }
	stamps := 0
	for i, m := range list {
		if m.form == logLine {
			stamps++
		}
		if fenced[i] {
			continue
		}
		c := &counts[m.form]
		switch m.who {
		case agent:
			c.agents++
			switch m.word {
			case "assistant":
				c.sure += 2
			case "agent", "model", "bot", "llm", "forge": // "Model: gpt-4o"
			default:
				c.sure++
			}
		case person:
			c.persons++
		case tool:
			c.tools++
		}
	}
	var counted [forms]bool
	for f := range counts {
		c := &counts[f]
		counted[f] = c.persons > 0 && (c.sure > 0 || c.agents > 1) || c.sure > 3 || c.sure > 1 && c.tools > 0
		named = named || counted[f]
	}
	kept := list[:0]
	for _, m := range list {
		switch {
		case m.form == logLine && !counted[logLine]:
			if kind != Log || stamps < 2 || named {
				continue
			}
			m.who = somebody // [agent] is what writes the log
		case !counted[m.form] && (m.word != "result" || kind != Log && !named):
			continue
		}
		kept = append(kept, m)
	}
	return kept, named
}

// outsideCalls returns the marks that are not in a call, and for each whether it is
// in a code block. A call that has no end of its own contains nothing.
func outsideCalls(text string, list []mark) (kept []mark, fenced []bool) {
	calls := openers(text)
	f := fences{text: text, back: finder{text: text, want: "```"}, tilde: finder{text: text, want: "~~~"}}
	for _, m := range list {
		for len(calls) > 0 && calls[0].start < m.at {
			if calls[0].blockEnd > m.at {
				break
			}
			if calls[0].start >= f.pos {
				f.advance(calls[0].start)
				f.pos = calls[0].blockEnd // what it holds opens and closes no code block
			}
			calls = calls[1:]
		}
		if len(calls) > 0 && calls[0].start < m.at {
			continue
		}
		f.advance(m.at)
		kept = append(kept, m)
		fenced = append(fenced, f.open.size > 0)
	}
	return kept, fenced
}

// readReply reads what an agent wrote: one message, or a transcript of several.
func readReply(text string, kind Kind) *File {
	list := messages(text, kind)
	if list == nil {
		// One allocation holds the file and its one segment.
		f := &struct {
			File
			one [1]Segment
		}{}
		f.one[0] = Segment{Text: text, Scope: Message}
		if kind == Log {
			f.one[0].Scope = Messages
		}
		f.one[0].find()
		f.File = File{Text: text, Kind: kind, Segments: f.one[:], Remarks: remarks(text)}
		return &f.File
	}
	f := &File{Text: text, Kind: kind, Remarks: remarks(text), Messages: make([]xmlcall.Span, len(list))}
	for i, m := range list {
		f.Messages[i] = m.Span
		s := Segment{Text: text[m.Start:m.End], Scope: m.scope}
		if s.find(); len(s.Starts) == 0 {
			continue
		}
		s.pieces, s.file, s.bare = []piece{{file: m.Start, size: m.Len()}}, text, true
		f.Segments = append(f.Segments, s)
	}
	return f
}

// find finds the starts and the thinking of a segment of what somebody wrote to
// an agent, or it wrote itself.
func (s *Segment) find() {
	s.Thinking = thinkingIn(s.Text, s.Scope)
	s.Starts = s.starts()
}

// starts returns the start of every <tool>, and of every tag that was meant to
// be one and opens a call. A user also writes about calls: there a <tool> counts
// if the shape of a call follows. In thinking, which the runtime removes, it also
// needs its end there: a mention or a draft takes nothing of what follows.
func (s *Segment) starts() []int {
	var starts []int
	ends := finder{text: s.Text, want: "</tool>"}
	open := tag{start: -1} // whose shape decides
	decide := func(end int) {
		if open.start < 0 {
			return
		}
		counts := true
		if around, ok := s.ThinkingAround(open.start); ok && around.End < len(s.Text) {
			last := ends.next(open.end)
			counts = open.literal && last >= 0 && last < around.End
			end = min(end, max(last, open.end))
		}
		if counts {
			_, counts = hasShape(s.Text, open.end, end)
		}
		if counts {
			starts = append(starts, open.start)
		}
		open.start = -1
	}
	for t, ok := nextTag(s.Text, 0); ok; t, ok = nextTag(s.Text, t.end) {
		decide(t.start)
		if t.closing {
			continue
		}
		_, thought := s.ThinkingAround(t.start)
		if t.literal && !thought && s.Scope != Apart {
			starts = append(starts, t.start)
		} else {
			open = t
		}
	}
	decide(len(s.Text))
	return starts
}

// Limit returns how far the block that starts at an offset can reach in the
// text: in thinking to its end.
func (s *Segment) Limit(start int) int {
	if thinking, ok := s.ThinkingAround(start); ok {
		return thinking.End
	}
	return len(s.Text)
}
