package call

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const (
	sectionOpen  = "<![CDATA["
	sectionClose = "]]>"
)

// listAsText is the doubt about a value of an undefined tool that may be a list, judging by its name.
const listAsText = "text that may be a list"

// contents corrects the text of each scalar that the strict parser would refuse or read
// differently from how it is written.
func (c *stage) contents() {
	b := c.Block
	dirty := map[xmlcall.ElementID]bool{}
	for _, p := range b.Problems {
		if scalar, ok := c.scalarAround(p.Span); ok && !c.claims(p.Span) {
			dirty[scalar] = true
		}
	}
	for i, e := range b.Elements() {
		switch {
		case c.Scalar(i) != i || c.claims(e.Start()) || slices.Contains(c.later, i):
		case i == c.cut.field:
			c.content(i, c.cut.content)
		case c.Tool == nil && c.InArguments(i) && c.mayBeList(i, strings.TrimSpace(e.Text())): // in a section or not
			c.doubtAt(i, listAsText)
		case e.SelfClosing() || !dirty[i] && !b.MoreProblems && !c.hasMarkup(e):
			c.fields[c.path(i)] = e.Text()
		default:
			c.content(i, e.Content())
		}
	}
	if c.cut.found && c.cut.field == xmlcall.NoElement {
		c.doubtAt(c.Block.Envelope(), "</tool> in a value")
	}
}

// mayBeList reports whether the text of an element may be its structure: also text in which items are not well-formed.
func (c *stage) mayBeList(element xmlcall.ElementID, text string) bool {
	name := c.Block.Element(element).Local()
	item, _ := plural.Singular(name)
	return c.isStructure(element, text) || item != name && strings.HasPrefix(text, "<"+item+">") && strings.HasSuffix(text, "</"+item+">")
}

// hasMarkup reports whether an element contains anything but text and sections.
func (c *stage) hasMarkup(e xmlcall.Element) bool {
	end := e.Last()
	if e.Unclosed() {
		end++
	}
	for i := e.First() + 1; i < end; i++ {
		if k := c.Block.Tokens[i].Kind(); k != xmlcall.Text && k != xmlcall.CDATA {
			return true
		}
	}
	return false
}

// content corrects the content of a scalar, which has problems or markup.
func (c *stage) content(scalar xmlcall.ElementID, span xmlcall.Span) {
	raw := c.text[span.Start:span.End]
	if c.inHole(span) {
		c.doubtAt(scalar, "placeholder")
		return
	}
	m := c.meaning(scalar)
	m.cut = c.cut.field == scalar
	value, why := m.of(raw)
	e := c.Block.Element(scalar)
	for i := e.First(); why == "" && i < e.Last(); i++ {
		if t := &c.Block.Tokens[i]; t.Kind() == xmlcall.CDATA {
			why = c.sectionOver(t)
		}
	}
	_, section := syntax.FindSectionOpener(raw, 0)
	a := c.Argument(scalar)
	switch {
	case why != "":
	case lostBracket(raw):
		why = openBracket
	case section && c.InArguments(scalar) && (a == nil || a.Kind == toolspec.Any) && Typed(value):
		why = "string or not"
	default:
		c.fields[c.path(scalar)] = lex.NormalizeNewlines(value)
		c.replace(span, encode.Escape(value))
		return
	}
	c.doubtAt(scalar, why)
}

// Typed reports whether ADR-0019 infers a type other than string for a text outside sections.
func Typed(text string) bool {
	_, isString := (&xmlcall.Value{Children: []*xmlcall.Value{{Text: text}}}).Infer()[""].(string)
	return !isString
}

func hasReference(text string) bool {
	for _, a := range ampersands(text) {
		if a.ok || a.problem != xmlcall.BareAmpersand {
			return true
		}
	}
	return false
}

// badText describes characters in a text that no call can represent, or returns "".
func badText(text string) string {
	switch bad, valid := lex.NextBadChar(text, 0, len(text)); {
	case !valid:
		return "not UTF-8"
	case bad.Len() > 0:
		return "control character"
	}
	return ""
}

var pairedTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<([A-Za-z][\w-]*)(\s[^<>]*)?>`)
})

// balanced reports whether a text contains an element of some markup language: a start tag with its end tag.
func balanced(text string) bool {
	for _, tag := range pairedTag().FindAllStringSubmatch(text, 50) {
		if strings.Contains(text, "</"+tag[1]+">") {
			return true
		}
	}
	return false
}

// A meaning determines the intended value of a raw text in a scalar.
type meaning struct {
	own      string          // the scalar's name
	names    map[string]bool // of elements that are known in the call
	known    bool            // whether the tool is known: elements in the scalar are not arguments
	tight    bool            // one word or one line
	free     bool            // any text is valid
	markup   bool            // the value is HTML, XML or Markdown, by its path
	document bool
	cut      bool // a </tool> in it cuts the call
}

func (c *stage) meaning(scalar xmlcall.ElementID) *meaning {
	e := c.Block.Element(scalar)
	a := c.Argument(scalar)
	return &meaning{
		own: e.Local(), names: c.toolNames(),
		known:    a != nil && a.Kind != toolspec.Any,
		tight:    c.isTight(scalar),
		free:     c.kind(scalar) == toolspec.String && (a == nil || len(a.Enum) == 0),
		markup:   c.besideMarkupPath(scalar),
		document: c.o.Document,
	}
}

// Doubts about a value that has references and what should be one.
const (
	escapedInPart = "escaped in part"
	// besideEscaped is the doubt if all that should be references are ampersands beside escaped ones: &amp;&.
	besideEscaped = "ampersand beside an escaped one"
)

// of returns the intended value of a raw text, and the reason why it is not certain, or "".
func (m *meaning) of(raw string) (value, why string) {
	if !m.document && syntax.HasThinking(raw) {
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
	if strings.Contains(strings.ToLower(raw), "cdata") { // a quick check
		for at, ok := syntax.FindSectionOpener(raw, 0); ok; at, ok = syntax.FindSectionOpener(raw, at.End) {
			if raw[at.Start:at.End] != sectionOpen {
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

// plain returns the value of a text without sections: the text with its references decoded.
func (m *meaning) plain(raw string) (value, why string) {
	if why := m.structure(raw); why != "" {
		return "", why
	}
	special := strings.Contains(raw, "<") || strings.Contains(raw, sectionClose)
	// An author who escapes one '<' does not leave the next one unescaped.
	references := strings.Contains(raw, "<") && strings.Contains(raw, "&lt;")
	bare, escaped, beside := false, false, true
	markup := m.markup || balanced(raw)
	var w strings.Builder
	escapes, at := escapesIn(raw), 0
	for i, a := range ampersands(raw) {
		if i < at {
			continue // the second half of a pair
		}
		w.WriteString(raw[at:i])
		at = a.end
		switch {
		case a.ok && a.text == "\uFFFD":
			if a.text, at = Surrogates(raw, i, a.end); a.text == "" {
				return "", "half a surrogate pair"
			}
			special = special || references
		case a.ok:
			escaped = escaped || a.text == "&"
			references = references || markup || !escapes[i]
		case !literalReference(raw, i, a, markup):
			return "", "looks like a reference"
		default:
			special, bare = true, true
			beside = beside && a.problem == xmlcall.BareAmpersand && isBesideEscaped(raw, i)
			a.text = raw[i:a.end]
		}
		w.WriteString(a.text)
	}
	w.WriteString(raw[at:])
	switch {
	case !(special && references || bare && escaped):
		return w.String(), ""
	case bare && beside && !strings.Contains(raw, "<"):
		return "", besideEscaped
	}
	return "", escapedInPart
}

// isBesideEscaped reports whether only ampersands are between the bare '&' at an offset and an escaped one.
func isBesideEscaped(raw string, at int) bool {
	const amp = "&amp;"
	return strings.HasSuffix(strings.TrimRight(raw[:at], "&"), amp) || strings.HasPrefix(strings.TrimLeft(raw[at:], "&"), amp[1:])
}

// BesideEscaped reports whether all doubts are about ampersands beside escaped ones. As the runtime's repair escapes
// them, escaping them leaves the values as they are.
func (in *Intent) BesideEscaped() bool {
	return !in.Certain() && !slices.ContainsFunc(in.Doubts, func(d Doubt) bool { return d.Why != besideEscaped })
}
