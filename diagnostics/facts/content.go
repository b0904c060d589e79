package facts

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const (
	sectionOpen  = "<![CDATA["
	sectionClose = "]]>"
)

// contents corrects the text of each scalar that the strict parser would refuse
// or read otherwise than it is written.
func (c *call) contents() {
	b := c.b
	dirty := map[int]bool{}
	for _, p := range b.Problems {
		if scalar := c.scalarAround(p.Span); scalar >= 0 && !c.claims(p.Span) {
			dirty[scalar] = true
		}
	}
	cut := c.cutField()
	for i := range b.Elements {
		if c.scalars[i] != i || c.claims(b.Elements[i].Start) {
			continue
		}
		e := &b.Elements[i]
		if i == cut.field {
			c.content(i, cut.content, true)
			continue
		}
		if e.SelfClosing {
			c.fields[c.path(i)] = ""
			continue
		}
		markup := c.hasMarkup(i)
		if !dirty[i] && !markup && !b.More {
			value := b.Value(i).Text
			c.fields[c.path(i)] = value
			continue
		}
		c.content(i, e.Content(), dirty[i] || b.More)
	}
	if cut.found && cut.field < 0 {
		c.doubtAt(c.b.Envelope(), "</tool> in a value")
	}
}

// hasMarkup reports whether an element holds anything but text and sections.
func (c *call) hasMarkup(element int) bool {
	e := &c.b.Elements[element]
	for i := e.First + 1; i < e.Last; i++ {
		if k := c.b.Tokens[i].Kind; k != xmlcall.Text && k != xmlcall.CDATA {
			return true
		}
	}
	return e.Unclosed && e.Last > e.First && c.b.Tokens[e.Last].Kind != xmlcall.Text && c.b.Tokens[e.Last].Kind != xmlcall.CDATA && e.Last != e.First
}

// content corrects the content of a scalar.
func (c *call) content(scalar int, span xmlcall.Span, dirty bool) {
	raw := c.text[span.Start:span.End]
	if c.inHole(span) {
		c.doubtAt(scalar, "placeholder")
		return
	}
	m := c.meaning(scalar)
	m.cut = c.cutField().field == scalar
	value, why := m.of(raw)
	if why != "" {
		c.doubtAt(scalar, why)
		return
	}
	if !dirty && value == raw && !strings.ContainsAny(raw, "<&") {
		return
	}
	if a := c.known[scalar]; strings.Contains(raw, "CDATA") && c.inArguments(scalar) && (a == nil || a.Kind == toolspec.Any) && typed(value) {
		c.doubtAt(scalar, "string or not")
		return
	}
	c.fields[c.path(scalar)] = normalize(value)
	c.replace(span, encode.Escape(value))
}

// typed reports whether ADR-0019 infers another type than string for a text that
// is in no section.
func typed(text string) bool {
	_, isString := (&xmlcall.Value{Children: []*xmlcall.Value{{Text: text}}}).Infer()[""].(string)
	return !isString
}

func normalize(value string) string {
	return strings.ReplaceAll(strings.ReplaceAll(value, "\r\n", "\n"), "\r", "\n")
}

// A meaning tells what a raw text in a scalar was meant to be.
type meaning struct {
	own      string          // the scalar's name
	names    map[string]bool // of elements that have a meaning in the call
	known    bool            // the tool is known: elements in the scalar are none of its
	tight    bool            // one word or one line
	free     bool            // any text will do
	markup   bool            // the value is HTML, XML or Markdown, by its path
	document bool
	cut      bool // a </tool> in it cuts the call
}

func (c *call) meaning(scalar int) *meaning {
	e := &c.b.Elements[scalar]
	a := c.known[scalar]
	return &meaning{
		own: e.Local(), names: c.toolNames(),
		known:    a != nil && a.Kind != toolspec.Any,
		tight:    c.isTight(scalar),
		free:     c.kind(scalar) == toolspec.String && (a == nil || len(a.Enum) == 0),
		markup:   c.besideMarkupPath(scalar),
		document: c.o.Document,
	}
}

// of returns the value that a raw text was meant to be, and why that is not
// certain, "" where it is.
func (m *meaning) of(raw string) (value, why string) {
	if !m.document && (strings.Contains(raw, "<thinking>") || strings.Contains(raw, "</thinking>")) {
		return "", "thinking tag"
	}
	if bad := badText(raw); bad != "" {
		return "", bad
	}
	if value, ok := m.unwrap(raw); ok {
		return value, ""
	}
	openers, closers := strings.Count(raw, sectionOpen), strings.Count(raw, sectionClose)
	broken := 0
	if openers > 0 || strings.Contains(strings.ToLower(raw), "cdata") { // which is quick
		for _, at := range brokenOpener.FindAllStringIndex(raw, -1) {
			if raw[at[0]:at[1]] != sectionOpen {
				broken++
			}
		}
	}
	switch {
	case broken > 0:
		if openers > 0 {
			return "", "broken section opener"
		}
		return m.brokenSection(raw)
	case openers == 0 && closers == 0:
		return m.plain(raw)
	case openers == 0:
		return m.strayClose(raw)
	case openers == 1:
		return m.section(raw)
	}
	return "", severalSections
}

// plain returns the value of a text without sections: what is written, but for
// the references in it.
func (m *meaning) plain(raw string) (value, why string) {
	if why := m.structure(raw); why != "" {
		return "", why
	}
	special := strings.Contains(raw, "<") || strings.Contains(raw, sectionClose)
	// Who escapes one '<' does not leave the next as it is.
	references := strings.Contains(raw, "<") && strings.Contains(raw, "&lt;")
	bare, escaped := false, false
	markup := m.markup || balanced(raw)
	var w strings.Builder
	for i := 0; i < len(raw); {
		if raw[i] != '&' {
			k := strings.IndexByte(raw[i:], '&')
			if k < 0 {
				k = len(raw) - i
			}
			w.WriteString(raw[i : i+k])
			i += k
			continue
		}
		ref, problem, ok := xmlcall.ReferenceAt(raw, i)
		switch {
		case ok && ref.Text == "\uFFFD":
			char, end := surrogates(raw, ref)
			if char == "" {
				return "", "half a surrogate pair"
			}
			w.WriteString(char)
			i, special = end, special || references
			continue
		case ok:
			escaped = escaped || ref.Text == "&"
			references = references || markup || !referenceMeant(raw, i, ref.Span.End)
			w.WriteString(ref.Text)
		case problem == xmlcall.InvalidCharacterReference, !literalReference(raw, ref, problem, markup):
			return "", "looks like a reference"
		default:
			special, bare = true, true
			w.WriteString(raw[i:ref.Span.End])
		}
		i = ref.Span.End
	}
	if special && references || bare && escaped {
		return "", "escaped in part"
	}
	return w.String(), ""
}

// structure says why a text may hold structure of the call and not only text.
func (m *meaning) structure(raw string) (why string) {
	first, tags := true, 0
	trimmed := strings.TrimSpace(raw)
	for i := strings.IndexByte(raw, '<'); i >= 0 && i < len(raw); {
		rest := raw[i+1:]
		name, end := tagName(rest)
		switch {
		case strings.HasPrefix(rest, "!--"), strings.HasPrefix(rest, "!DOCTYPE"), strings.HasPrefix(rest, "!doctype"), strings.HasPrefix(rest, "?"):
			if m.tight || !m.known || !m.free {
				return "markup"
			}
			if strings.HasPrefix(rest, "!--") && !m.markup && !strings.Contains(raw[:i]+rest[3:], "<") {
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
			tags++
			if m.tight && (wrapped(trimmed) || strings.HasPrefix(rest, "/")) {
				return "element around a word"
			}
			l := local(name)
			switch {
			case m.cut && l == "tool" && strings.HasPrefix(rest, "/tool>"):
			case m.names[l], l == m.own, containers[l] && !(i > 0 && isWordByte(raw[i-1])):
				return "element of the call"
			case strings.HasPrefix(rest, "/") && near(l, m.own):
				return "end tag like that of the field"
			case !m.known:
				return "tag"
			case m.runTogether(l):
				return "name run together with a text"
			case wrappers[strings.ToLower(l)] && (first && strings.HasPrefix(trimmed, raw[i:i+1+end]) || strings.HasPrefix(rest, "/") && strings.HasSuffix(trimmed, "</"+name+">")):
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

// runTogether reports whether a tag's name starts with that of an element of the
// call: "<pathmain.go" may lack the '>' behind the name.
func (m *meaning) runTogether(name string) bool {
	for n := range m.names {
		if len(n) > 2 && len(name) > len(n) && strings.HasPrefix(name, n) {
			return true
		}
	}
	return false
}

// isWordByte reports whether a '<' behind a byte may be a program's: List<string>.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// wrapped reports whether a text is one element.
func wrapped(text string) bool {
	name, _ := tagName(strings.TrimPrefix(text, "<"))
	return name != "" && strings.HasPrefix(text, "<"+name) && strings.HasSuffix(text, "</"+name+">")
}

// unwrap returns the word in an element of the field's own name, or that of a
// container, that is all of the value of a number, a boolean or one of a list of
// values, which cannot be text with a tag in it.
func (m *meaning) unwrap(raw string) (value string, ok bool) {
	trimmed := strings.TrimSpace(raw)
	if !m.tight || !m.known || m.free || !wrapped(trimmed) {
		return "", false
	}
	name, _ := tagName(trimmed[1:])
	inner, ok := strings.CutPrefix(trimmed, "<"+name+">")
	if !ok || name != m.own && !containers[strings.ToLower(name)] {
		return "", false
	}
	inner = strings.TrimSuffix(inner, "</"+name+">")
	if strings.ContainsAny(inner, "<&") || strings.TrimSpace(inner) != inner || inner == "" || strings.Contains(inner, sectionClose) {
		return "", false
	}
	return inner, true
}

// tagName returns the name of the tag behind a '<', "" where there is none, and
// where it ends.
func tagName(rest string) (name string, end int) {
	i := 0
	if strings.HasPrefix(rest, "/") {
		i = 1
	}
	start := i
	for i < len(rest) && (isLetter(rest[i]) || rest[i] == '_' || rest[i] == ':' || i > start && (rest[i] >= '0' && rest[i] <= '9' || rest[i] == '-' || rest[i] == '.')) {
		i++
	}
	return rest[start:i], i
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func hasReference(text string) bool {
	for _, a := range ampersands(text) {
		if a.ok || a.problem != xmlcall.BareAmpersand {
			return true
		}
	}
	return false
}

// badText names what no call can carry in a text, "" if there is nothing.
func badText(text string) string {
	if !utf8.ValidString(text) {
		return "not UTF-8"
	}
	for _, r := range text {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return "control character"
		}
	}
	return ""
}

var pairedTag = regexp.MustCompile(`<([A-Za-z][\w-]*)(\s[^<>]*)?>`)

// balanced reports whether a text holds an element of some markup language: a
// start tag with its end tag.
func balanced(text string) bool {
	for _, tag := range pairedTag.FindAllStringSubmatch(text, 50) {
		if strings.Contains(text, "</"+tag[1]+">") {
			return true
		}
	}
	return false
}
