package call

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// structure returns the reason why a text may contain structure of the call in addition to text.
func (m *meaning) structure(raw string) (why string) {
	first := true
	trimmed := strings.TrimSpace(raw)
	if (m.tight || !m.known && strings.Count(trimmed, "<") == 1) && strings.HasPrefix(trimmed, "<") && strings.HasSuffix(trimmed, ">") && !isElement(trimmed) {
		return "angle brackets around a word"
	}
	for i := range len(raw) {
		if raw[i] != '<' {
			continue
		}
		if why := m.structureAt(raw, i, first, trimmed); why != "" {
			return why
		}
		first = false
	}
	return ""
}

// structureAt returns the reason why the '<' at an offset of a text may be structure of the call.
func (m *meaning) structureAt(raw string, i int, first bool, trimmed string) (why string) {
	rest := raw[i+1:]
	end := strings.HasPrefix(rest, "/")
	if strings.HasPrefix(rest, `\/`) {
		if name, _ := tagName(rest[2:]); name == m.own || m.names[name] {
			return endLikeOwn
		}
	}
	name, _ := tagName(rest)
	l := lex.Local(name)
	switch {
	case strings.HasPrefix(rest, "!--"), strings.HasPrefix(rest, "!doctype"), isDeclaration(rest), strings.HasPrefix(rest, "?"):
		if m.tight || !m.known || !m.free {
			return "markup"
		}
		if strings.HasPrefix(rest, "!--") && !m.markup && !strings.Contains(raw[:i], "<") && !strings.Contains(rest, "<") {
			return "comment"
		}
	case strings.HasPrefix(rest, "!"):
		if len(rest) > 1 && (rest[1] == '[' || rest[1] == '-' || isLetter(rest[1])) {
			return "declaration"
		}
	case name == "":
		if end && !m.known {
			return "end tag"
		}
	case m.tight && (end || isElement(trimmed)):
		return "element around a word"
	case m.cut && l == "tool" && strings.HasPrefix(rest, "/tool>"):
	case m.names[l], strings.Contains(l, "_") && m.names[strings.ToLower(l)], l == m.own, WrapsValue(l) && !(i > 0 && isWordByte(raw[i-1])):
		return "element of the call"
	case end && near(l, m.own):
		return endLikeOwn
	case !m.known:
		return "tag"
	case m.runTogether(l):
		return "name run together with a text"
	case slices.Contains(wrappers, strings.ToLower(l)) && (first && strings.TrimSpace(raw[:i]) == "" || end && strings.HasSuffix(trimmed, "</"+name+">")):
		return "wrapper"
	}
	return ""
}

// endLikeOwn is the doubt about a value with an end tag that may be its own.
const endLikeOwn = "end tag like that of the field"

// isDeclaration reports whether a text after a '<' starts a declaration of a document type or of a part of one.
func isDeclaration(rest string) bool {
	name, _ := tagName(strings.TrimPrefix(rest, "!"))
	return strings.HasPrefix(rest, "!") && slices.Contains([]string{"DOCTYPE", "ENTITY", "ELEMENT", "ATTLIST", "NOTATION"}, name)
}

// runTogether reports whether a tag's name starts with that of an element of the
// call: "<pathmain.go" may lack the '>' after the name.
func (m *meaning) runTogether(name string) bool {
	for n := range m.names {
		if len(n) > 2 && len(name) > len(n) && strings.HasPrefix(name, n) {
			return true
		}
	}
	return false
}

// isElement reports whether a text is one element.
func isElement(text string) bool {
	name, _ := tagName(strings.TrimPrefix(text, "<"))
	return name != "" && strings.HasPrefix(text, "<"+name) && strings.HasSuffix(text, "</"+name+">")
}

// unwrap returns the word in an element with the field's own name, or that of a container, that is the whole value of
// a number, a boolean or an enumerated value, which cannot be text with a tag in it.
func (m *meaning) unwrap(raw string) (value string, ok bool) {
	trimmed := strings.TrimSpace(raw)
	if !m.tight || !m.known || m.free || !isElement(trimmed) {
		return "", false
	}
	name, _ := tagName(trimmed[1:])
	inner, ok := strings.CutPrefix(trimmed, "<"+name+">")
	inner = strings.TrimSuffix(inner, "</"+name+">")
	return inner, ok && (name == m.own || WrapsValue(name)) &&
		!strings.ContainsAny(inner, "<&") && strings.TrimSpace(inner) == inner && inner != "" && !strings.Contains(inner, sectionClose)
}

// tagName returns the name of the tag after a '<', or "", and its end.
func tagName(rest string) (name string, end int) {
	span, _ := syntax.TagName(rest, 0)
	return rest[span.Start:span.End], span.End
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || isUpper(c) || c >= utf8.RuneSelf }

// Text in a value that was intended to be a CDATA section.

// Doubts about sections that the strict parser may still read.
const (
	severalSections  = "several sections"
	textAfterSection = "text after a section"
)

// onlyOpener returns the place of the only text that opens a CDATA section or was intended to.
func onlyOpener(text string) (opener xmlcall.Span, ok bool) {
	opener, ok = syntax.FindSectionOpener(text, 0)
	_, more := syntax.FindSectionOpener(text, opener.End)
	return opener, ok && !more
}

// BrokenOpener returns the place of the only text that was intended to open a CDATA section and does not.
func BrokenOpener(text string) (opener xmlcall.Span, ok bool) {
	opener, ok = onlyOpener(text)
	return opener, ok && text[opener.Start:opener.End] != sectionOpen
}

// section returns the value of a text with one opener.
func (m *meaning) section(raw string) (value, why string) {
	before, rest, _ := strings.Cut(raw, sectionOpen)
	last := strings.LastIndex(rest, sectionClose)
	if last < 0 {
		switch {
		case strings.TrimSpace(before) != "":
			return "", "section not closed, after text"
		case lex.EndsLikeSection(rest), hasReference(rest), m.structure(rest) != "", strings.HasSuffix(strings.TrimSpace(rest), "]") && unbalanced(rest):
			return "", "section not closed"
		}
		return m.unpadded(before, rest, "")
	}
	inner, after := rest[:last], rest[last+len(sectionClose):]
	beside := strings.TrimSpace(after) != "" || strings.TrimSpace(before) != ""
	end := strings.Index(inner, sectionClose)
	closed := end >= 0
	switch {
	case beside && closed:
		return "", "section ends early, beside text"
	case beside:
		return m.besideText(before, inner, after)
	case strings.Contains(inner, "</"+m.own+">"):
		return "", "section over the end of its element"
	case closed && strings.TrimSpace(inner[strings.LastIndex(inner, sectionClose)+len(sectionClose):]) == "":
		return "", "section closed twice"
	case closed && unbalanced(inner):
		return "", "section end that may be part of the value"
	case closed:
		if why := m.structure(inner[end:]); why != "" {
			return "", why
		}
	}
	return m.unpadded(before, inner, after)
}

// besideText returns the value of a section with text beside it.
func (m *meaning) besideText(before, inner, after string) (value, why string) {
	if strings.Contains(before, sectionClose) || strings.Contains(before, "<") || strings.Contains(before, "&") && strings.TrimSpace(lastLine(before)) == "" {
		return "", "section that may be text"
	}
	if value, why = m.plain(before); why != "" {
		return "", why
	}
	if _, why := m.plain(after); why != "" || strings.ContainsAny(after, "<&") {
		return "", textAfterSection
	}
	return value + inner + after, ""
}

// unbalanced reports whether a ']' of a text may belong to the end of a section.
func unbalanced(text string) bool { return strings.Count(text, "[") != strings.Count(text, "]") }

// unpadded returns the content of a section with the white space beside it, which is part
// of a text, unless none was meant.
func (m *meaning) unpadded(before, inner, after string) (value, why string) {
	if m.free && before+after != "" {
		return "", "white space beside a section"
	}
	return before + inner + after, ""
}

// brokenSection returns the value of a text with a broken opener: the text between the
// opener, at its start, and the only end of a section, at its end.
func (m *meaning) brokenSection(raw string) (value, why string) {
	opener, ok := onlyOpener(raw)
	if !ok || strings.TrimSpace(raw[:opener.Start]) != "" || strings.Count(raw, sectionClose) != 1 {
		return "", "broken section opener"
	}
	inner, after, _ := strings.Cut(raw[opener.End:], sectionClose)
	written := raw[opener.Start:opener.End]
	if strings.TrimSpace(after) != "" || hasReference(inner) || strings.HasPrefix(strings.TrimSpace(inner), "[") ||
		strings.HasPrefix(inner, " ") && strings.Contains(written, " ") ||
		unbalanced(inner) && strings.ContainsAny(written, blanks) { // the '[' after the white space may be the value's
		return "", "broken section opener"
	}
	return m.unpadded(raw[:opener.Start], inner, after)
}

// strayClose returns the value of a text with "]]>" and no opener: code, if there is
// code on both sides of each on its line.
func (m *meaning) strayClose(raw string) (value, why string) {
	isBlank := func(r rune) bool { return r != '\n' && r != '\r' && unicode.IsSpace(r) }
	for at := strings.Index(raw, sectionClose); at >= 0; {
		before := strings.TrimRightFunc(raw[:at], isBlank)
		at += len(sectionClose)
		rest := strings.TrimLeftFunc(raw[at:], isBlank)
		if before == "" || rest == "" || isLineEnd(before[len(before)-1]) || isLineEnd(rest[0]) {
			return "", "section end without an opener"
		}
		next := strings.Index(raw[at:], sectionClose)
		if next < 0 {
			break
		}
		at += next
	}
	return m.plain(raw)
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }
