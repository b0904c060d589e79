package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readReply reads the text of an agent: one message, or a transcript of several.
func readReply(text string, kind Kind, from *Context) *File {
	f := &File{Text: text, Kind: kind, Directives: directives(text)}
	labels, rules := from.Labels, from.Labels.rules(kind)
	marks := from.marks
	if marks == nil && (labels == nil || rules.any) {
		scan := scanLabels(text, kind, from.State.fence)
		if marks = scan.marks; labels == nil {
			labels = scan.labels()
			rules = labels.rules(kind)
		}
	}
	list := messagesOf(text, from, &rules, marks)
	if list == nil {
		list = []message{{xmlcall.Span{Start: 0, End: len(text)}, rules.unlabelled(), Unknown, false}}
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
				calls, results := textCalls(s.Text, s.literal, taught, nil, []Segment{s})
				f.TextCalls, f.Fabricated = append(f.TextCalls, calls...), append(f.Fabricated, results...)
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
		// The parts of a long message are read by themselves, and do not know what the others have: they stay.
		f.Segments = slices.DeleteFunc(f.Segments, func(s Segment) bool { return s.Role == Agent && !s.Long && !s.showsForge() })
	}
	return f
}

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
func messagesOf(text string, from *Context, rules *labelRules, marks []mark) (list []message) {
	first := len(text)
	for _, m := range slices.Backward(marks) {
		if m, ok := rules.accept(m); ok {
			list = append(list, message{xmlcall.Span{Start: m.at, End: first}, rules.scopeOf(m.who, from.ToolResults), m.who, true})
			first = m.at
		}
	}
	if rules.any && first > 0 && (from.State.within || strings.Trim(text[:first], " \t\r\n\ufeff") != "") {
		before := message{Span: xmlcall.Span{End: first}, scope: rules.unlabelled()}
		if from.State.within {
			before.scope, before.role = from.State.scope, from.State.role
		}
		list = append(list, before)
	}
	slices.Reverse(list)
	return list
}
