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
	if (m.tight || !m.known && strings.Count(trimmed, "<") == 1) && strings.HasPrefix(trimmed, "<") && strings.HasSuffix(trimmed, ">") && !wrapped(trimmed) {
		return "angle brackets around a word"
	}
	for i := strings.IndexByte(raw, '<'); i >= 0 && i < len(raw); {
		rest := raw[i+1:]
		if damaged, ok := strings.CutPrefix(rest, `\/`); ok {
			if name, _ := tagName(damaged); name == m.own || m.names[name] {
				return "end tag like that of the field"
			}
		}
		name, _ := tagName(rest)
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
		case name == "" && !strings.HasPrefix(rest, "/"):
		case name == "":
			if !m.known {
				return "end tag"
			}
		default:
			if m.tight && (wrapped(trimmed) || strings.HasPrefix(rest, "/")) {
				return "element around a word"
			}
			l := lex.Local(name)
			switch {
			case m.cut && l == "tool" && strings.HasPrefix(rest, "/tool>"):
			case m.names[l], l == m.own, WrapsValue(l) && !(i > 0 && isWordByte(raw[i-1])):
				return "element of the call"
			case strings.HasPrefix(rest, "/") && near(l, m.own):
				return "end tag like that of the field"
			case !m.known:
				return "tag"
			case m.runTogether(l):
				return "name run together with a text"
			case slices.Contains(wrappers, strings.ToLower(l)) && (first && strings.TrimSpace(raw[:i]) == "" || strings.HasPrefix(rest, "/") && strings.HasSuffix(trimmed, "</"+name+">")):
				return "wrapper"
			}
		}
		first = false
		k := strings.IndexByte(rest, '<')
		if k < 0 {
			break
		}
		i += 1 + k
	}
	return ""
}

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

// wrapped reports whether a text is one element.
func wrapped(text string) bool {
	name, _ := tagName(strings.TrimPrefix(text, "<"))
	return name != "" && strings.HasPrefix(text, "<"+name) && strings.HasSuffix(text, "</"+name+">")
}

// unwrap returns the word in an element with the field's own name, or that of a container, that is the whole value of
// a number, a boolean or an enumerated value, which cannot be text with a tag in it.
func (m *meaning) unwrap(raw string) (value string, ok bool) {
	trimmed := strings.TrimSpace(raw)
	if !m.tight || !m.known || m.free || !wrapped(trimmed) {
		return "", false
	}
	name, _ := tagName(trimmed[1:])
	inner, ok := strings.CutPrefix(trimmed, "<"+name+">")
	if !ok || name != m.own && !WrapsValue(name) {
		return "", false
	}
	inner = strings.TrimSuffix(inner, "</"+name+">")
	if strings.ContainsAny(inner, "<&") || strings.TrimSpace(inner) != inner || inner == "" || strings.Contains(inner, sectionClose) {
		return "", false
	}
	return inner, true
}

// tagName returns the name of the tag after a '<', or "", and its end.
func tagName(rest string) (name string, end int) {
	span, _ := syntax.TagName(rest, 0)
	return rest[span.Start:span.End], span.End
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

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
		if strings.TrimSpace(before) != "" {
			return "", "section not closed, after text"
		}
		if lex.EndsLikeSection(rest) || hasReference(rest) || m.structure(rest) != "" ||
			strings.HasSuffix(strings.TrimSpace(rest), "]") && unbalanced(rest) {
			return "", "section not closed"
		}
		return m.unpadded(before, rest, "")
	}
	inner, after := rest[:last], rest[last+len(sectionClose):]
	if strings.TrimSpace(after) != "" || strings.TrimSpace(before) != "" {
		if strings.Contains(inner, sectionClose) {
			return "", "section ends early, beside text"
		}
		if strings.Contains(before, sectionClose) || strings.Contains(before, "<") || strings.Contains(before, "&") && strings.TrimSpace(lastLine(before)) == "" {
			return "", "section that may be text"
		}
		pre, why := m.plain(before)
		if why != "" {
			return "", why
		}
		if _, why := m.plain(after); why != "" || strings.ContainsAny(after, "<&") {
			return "", textAfterSection
		}
		return pre + inner + after, ""
	}
	if strings.Contains(inner, "</"+m.own+">") {
		return "", "section over the end of its element"
	}
	if k := strings.LastIndex(inner, sectionClose); k >= 0 {
		if strings.TrimSpace(inner[k+len(sectionClose):]) == "" {
			return "", "section closed twice"
		}
		if unbalanced(inner) {
			return "", "section end that may be part of the value"
		}
		_, after, _ := strings.Cut(inner, sectionClose)
		if why := m.structure(sectionClose + after); why != "" {
			return "", why
		}
	}
	return m.unpadded(before, inner, after)
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
	if strings.TrimSpace(after) != "" || hasReference(inner) || unbalanced(inner) && strings.ContainsAny(raw[opener.Start:opener.End], " \t\r\n") {
		return "", "broken section opener" // in the last case the '[' after the white space may be the value's
	}
	if strings.HasPrefix(strings.TrimSpace(inner), "[") || strings.HasPrefix(inner, " ") && strings.ContainsAny(raw[opener.Start:opener.End], " ") {
		return "", "broken section opener"
	}
	return m.unpadded(raw[:opener.Start], inner, after)
}

// isBlank reports whether a character is white space other than a line end.
func isBlank(r rune) bool { return r != '\n' && r != '\r' && unicode.IsSpace(r) }

// strayClose returns the value of a text with "]]>" and no opener: code, if there is
// code on both sides of each on its line.
func (m *meaning) strayClose(raw string) (value, why string) {
	for i := 0; ; {
		k := strings.Index(raw[i:], sectionClose)
		if k < 0 {
			break
		}
		i += k
		before := strings.TrimRightFunc(raw[:i], isBlank)
		rest := strings.TrimLeftFunc(raw[i+len(sectionClose):], isBlank)
		if before == "" || rest == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r") || strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r") {
			return "", "section end without an opener"
		}
		i += len(sectionClose)
	}
	return m.plain(raw)
}
