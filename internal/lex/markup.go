package lex

import "strings"

// A MarkupKind is the kind of a piece of a call, in the order of xmlcall.TokenKind.
type MarkupKind uint8

// The kinds of piece.
const (
	Text MarkupKind = iota
	StartTag
	EndTag
	CDATA
	CommentKind
	ProcInstKind
	DirectiveKind
	BrokenComment // "<!-" that does not open a comment
	BrokenSection // "<![" that does not open a CDATA section
)

// Opens returns the kind of markup that the '<' at s[i] opens, judging by the text
// after it. ok is false if it opens none.
func Opens(s string, i int) MarkupKind {
	if i+1 == len(s) {
		return StartTag
	}
	switch s[i+1] {
	case '/':
		return EndTag
	case '?':
		return ProcInstKind
	case '!':
	default:
		return StartTag
	}
	switch rest := s[i:]; {
	case strings.HasPrefix(rest, SectionOpen):
		return CDATA
	case strings.HasPrefix(rest, CommentOpen):
		return CommentKind
	case strings.HasPrefix(rest, "<!-"):
		return BrokenComment
	case strings.HasPrefix(rest, "<!["):
		return BrokenSection
	}
	return DirectiveKind
}

// A Markup is a piece of a call that starts with '<'.
type Markup struct {
	Kind  MarkupKind
	End   int  // after the markup; 0 if encoding/xml finds no end
	Inner Span // the name of a tag or a target, otherwise the content
	Tag   TagInfo
	Fail  Failure // why encoding/xml stops, if it does
}

// Read reads the markup at s[i], which is '<', other than a section, as encoding/xml does. If that fails,
// Fail is set and the other fields hold what was read until then. The characters of
// attribute values are not looked at.
func Read(s string, i int) (m Markup) {
	m.Kind = Opens(s, i)
	switch m.Kind {
	case ProcInstKind:
		m.End, m.Inner, m.Fail = ProcInst(s, i)
	case CommentKind:
		end, dashes := Comment(s, i)
		switch {
		case len(dashes) > 0:
			m.Fail = orEOF(s, dashes[0].Start+len("--"), `invalid sequence "--" not allowed in comments`)
		case end < 0:
			m.Fail = Failure{len(s), UnexpectedEOF}
		default:
			m.End, m.Inner = end, Span{i + len(CommentOpen), end - len(CommentClose)}
		}
	case BrokenComment:
		m.Fail = orEOF(s, i+len("<!-"), "invalid sequence <!- not part of <!--")
	case BrokenSection:
		at := i + len("<![")
		for at < len(s) && s[at] == SectionOpen[at-i] {
			at++
		}
		m.Fail = orEOF(s, at, "invalid <![ sequence")
	case DirectiveKind:
		end := Directive(s, i)
		if end < 0 {
			m.Fail = Failure{len(s), UnexpectedEOF}
			break
		}
		m.End, m.Inner = end, Span{i + 2, end - 1}
	default:
		t, _ := Tag(s, i)
		m.Tag, m.End, m.Inner, m.Fail = t, t.End, t.Name, t.Fail
	}
	return m
}

// orEOF returns the failure at the byte at an offset, or that of the end of the text.
func orEOF(s string, at int, reason string) Failure {
	if at >= len(s) {
		return Failure{len(s), UnexpectedEOF}
	}
	return Failure{at + 1, reason}
}
