package call

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/syntax"
)

// structure returns the reason why a text may contain structure of the call in addition
// to text.
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
			case wrappers[strings.ToLower(l)] && (first && strings.TrimSpace(raw[:i]) == "" || strings.HasPrefix(rest, "/") && strings.HasSuffix(trimmed, "</"+name+">")):
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

// isWordByte reports whether a '<' after a byte may belong to a program: List<string>.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// wrapped reports whether a text is one element.
func wrapped(text string) bool {
	name, _ := tagName(strings.TrimPrefix(text, "<"))
	return name != "" && strings.HasPrefix(text, "<"+name) && strings.HasSuffix(text, "</"+name+">")
}

// unwrap returns the word in an element with the field's own name, or that of a
// container, that is the whole value of a number, a boolean or an enumerated value,
// which cannot be text with a tag in it.
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
