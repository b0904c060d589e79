package document

import (
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Scope is what is known about the messages that a segment's text consists of, and so
// how far one thing in it can extend: an unclosed <thinking>, a call without an end,
// the calls of one reply that run as one.
type Scope uint8

const (
	// Apart: each call is independent of the others, as in documents and in the
	// messages of a user or the system in a transcript.
	Apart Scope = iota
	// Message: the text is one message of an agent, and the live runtime reads
	// it as a whole; see package xmlcall/live.
	Message
	// Messages: the text may contain several messages of an agent, whose ends are not
	// known.
	Messages
	// Answer: the text is a tool result, and is not read; see [ReadOptions]. No segment has
	// this scope.
	Answer
)

// A message is a stretch of a transcript that one speaker wrote.
type message struct {
	xmlcall.Span
	scope    Scope
	role     Role
	labelled bool // whether it starts with its label
}

// messagesOf returns the messages of a reply's or a log's text by position, or nil if the
// file does not show where they start. They tile the text, except for blank lines
// before the first label of the file.
func messagesOf(text string, kind Kind, from *Context, rules *labelRules, marks []mark) (list []message) {
	first := len(text)
	for _, m := range slices.Backward(marks) {
		if m, ok := rules.accept(m); ok {
			list = append(list, message{xmlcall.Span{Start: m.at, End: first}, rules.scopeOf(m.who, from.ReadOptions), m.who, true})
			first = m.at
		}
	}
	if rules.any && first > 0 && (from.State.within || strings.Trim(text[:first], " \t\r\n\ufeff") != "") {
		before := message{Span: xmlcall.Span{End: first}, scope: scopeOf(kind, Messages)}
		if from.State.within {
			before.scope, before.role = from.State.scope, from.State.role
		}
		list = append(list, before)
	}
	slices.Reverse(list)
	return list
}

// scopeOf returns the scope of a message of an author.
func (r *labelRules) scopeOf(who Role, o ReadOptions) Scope {
	switch {
	case who == Agent:
		return Message
	case who == Unknown || !r.named:
		return Messages // agents' messages do not have labels
	case who == Tool && !o.ToolResults:
		return Answer
	}
	return Apart
}

// readReply reads the text of an agent: one message, or a transcript of several.
func readReply(text string, kind Kind, from *Context) *File {
	f := &File{Text: text, Kind: kind, Directives: directives(text)}
	labels, rules := from.Labels, from.Labels.rules(kind)
	var marks []mark
	if labels == nil || rules.any {
		scan := scanLabels(text, kind, from.State.fence)
		if marks = scan.marks; labels == nil {
			labels = scan.labels()
			rules = labels.rules(kind)
		}
	}
	list := messagesOf(text, kind, from, &rules, marks)
	if list == nil {
		list = []message{{xmlcall.Span{Start: 0, End: len(text)}, scopeOf(kind, Message), Unknown, false}}
	} else {
		f.Messages, f.Roles = make([]xmlcall.Span, len(list)), make([]Role, len(list))
	}
	for i, m := range list {
		if rules.named && m.labelled {
			f.starts = append(f.starts, m.Start)
		}
		if m.role == User {
			f.Turn = m.End
		}
		s := Segment{Text: text[m.Start:m.End], Scope: m.scope, Role: m.role}
		if f.Messages != nil {
			f.Messages[i], f.Roles[i] = m.Span, m.role
			s.literal = literal.Decode(nil, s.Text, m.Start, literal.Verbatim)
		}
		first := m.Start == 0 && from.State.within
		s.Long = first || m.Len() > MaxMessage || from.Long && m.End == len(text)
		if m.scope == Message || m.scope == Messages || m.scope == Apart && s.Long {
			s.find(first && from.State.thinking)
			if m.role != User {
				f.addTextCalls(s.Text, s.literal, taught, []Segment{s}, 0)
			}
		}
		switch {
		case m.scope == Answer:
		case m.scope == Apart && !s.Long:
			for _, s := range readDocument(s.Text, s.literal, &Context{}).Segments {
				s.Role = m.role
				f.Segments = append(f.Segments, s)
			}
		case f.Messages == nil || len(s.Starts) > 0:
			f.Segments = append(f.Segments, s)
		}
	}
	if kind == Transcript && !rules.forge {
		f.keepForge()
	}
	return f
}

// scopeOf returns the scope of a text without known message starts: that of a reply if
// it is one.
func scopeOf(kind Kind, reply Scope) Scope {
	switch kind {
	case Log:
		return Messages
	case Transcript:
		return Apart
	}
	return reply
}

// MaxMessage is the length in bytes up to which a message is read as a whole, as the
// live runtime reads it. The runtime also reads the calls of a longer message as one;
// but models do not write that much, and so each call of a longer one is read
// separately. It is a variable so that tests can make it small.
var MaxMessage = 256 << 10

// MaxCalls is the number of tags named tool that open a call up to which a message, or a part of one that
// is read as one, is read: what is kept for a call takes more than ten times the memory of the shortest
// one. It is a variable so that tests can make it small.
var MaxCalls = 1 << 17

// find finds the starts and the thinking of a segment of a message to or from an agent.
// thinking reports whether its text starts in an unclosed thinking element.
func (s *Segment) find(thinking bool) {
	s.limit()
	s.findThinking(thinking)
	s.Starts = s.starts()
}

// limit ends the text after the first tag that is not read any more.
func (s *Segment) limit() {
	if len(s.Text) < MaxCalls*len("<tool>") {
		return
	}
	n := 0
	for t, ok := nextTag(s.Text, 0); ok; t, ok = nextTag(s.Text, t.end) {
		if t.closing {
			continue
		}
		if n++; n > MaxCalls {
			s.Unread, s.Text = t.start, s.Text[:t.end]
			return
		}
	}
}

// starts returns the start of every <tool>, and of every tag that was meant to be one
// and opens a call. A user also writes about calls: there a <tool> is a call if the
// shape of a call follows. In thinking, which the runtime removes, its end must also be
// in the thinking: a mention or a draft does not include text after it.
func (s *Segment) starts() []int32 {
	var starts []int32
	ends, tags := finder{text: s.Text, want: "</tool>"}, tagsAhead{text: s.Text}
	for t, ok := tags.at(0); ok && t.start < math.MaxInt32; t, ok = tags.next() {
		around, thought := s.ThinkingAround(t.start)
		counts := t.literal && !thought && s.Scope != Apart
		if !counts && !t.closing {
			end := len(s.Text)
			if next, more := tags.at(1); more {
				end = next.start
			}
			if counts = true; thought && around.End < len(s.Text) {
				last := ends.next(t.end)
				counts = t.literal && last >= 0 && last < around.End
				end = min(end, max(last, t.end))
			}
			if counts {
				_, counts = shapeOf(s.Text, t.end, end)
			}
		}
		if counts && !t.closing {
			starts = append(starts, int32(t.start))
		}
	}
	if k := len(starts) - 1; s.Unread > 0 && k >= 0 && int(starts[k]) == s.Unread {
		starts = starts[:k]
	}
	if s.Scope == Message && !s.Long && !slices.ContainsFunc(starts, s.counts) {
		starts = append(starts, s.escaped()...)
		slices.Sort(starts)
	}
	return starts
}

// counts reports whether a call is outside thinking.
func (s *Segment) counts(start int32) bool {
	_, thought := s.ThinkingAround(int(start))
	return !thought
}

// Limit returns how far the block that starts at an offset can extend in the text: in
// thinking, to its end.
func (s *Segment) Limit(start int) int {
	if thinking, ok := s.ThinkingAround(start); ok {
		return thinking.End
	}
	return len(s.Text)
}
