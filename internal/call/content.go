package call

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const (
	sectionOpen  = "<![CDATA["
	sectionClose = "]]>"
)

// contents corrects the text of each scalar that the strict parser would refuse or read
// differently from how it is written.
func (c *call) contents() {
	b := c.b
	dirty := map[xmlcall.ElementID]bool{}
	for _, p := range b.Problems {
		if scalar, ok := c.scalarAround(p.Span); ok && !c.claims(p.Span) {
			dirty[scalar] = true
		}
	}
	for i, e := range b.Elements() {
		if c.scalars[i] != i || c.claims(e.Start()) || slices.Contains(c.later, i) {
			continue
		}
		if i == c.cut.field {
			c.content(i, c.cut.content)
			continue
		}
		if e.SelfClosing() {
			c.fields[c.path(i)] = ""
			continue
		}
		markup := c.hasMarkup(i)
		if !dirty[i] && !markup && !b.MoreProblems {
			value := b.Element(i).Text()
			c.fields[c.path(i)] = value
			continue
		}
		c.content(i, e.Content())
	}
	if c.cut.found && c.cut.field == xmlcall.NoElement {
		c.doubtAt(c.b.Envelope(), "</tool> in a value")
	}
}

// hasMarkup reports whether an element contains anything but text and sections.
func (c *call) hasMarkup(element xmlcall.ElementID) bool {
	e := c.b.Element(element)
	for i := e.First() + 1; i < e.Last(); i++ {
		if k := c.b.Tokens[i].Kind(); k != xmlcall.Text && k != xmlcall.CDATA {
			return true
		}
	}
	return e.Unclosed() && e.Last() > e.First() && c.b.Tokens[e.Last()].Kind() != xmlcall.Text && c.b.Tokens[e.Last()].Kind() != xmlcall.CDATA
}

// content corrects the content of a scalar, which has problems or markup.
func (c *call) content(scalar xmlcall.ElementID, span xmlcall.Span) {
	raw := c.text[span.Start:span.End]
	if c.inHole(span) {
		c.doubtAt(scalar, "placeholder")
		return
	}
	m := c.meaning(scalar)
	m.cut = c.cut.field == scalar
	value, why := m.of(raw)
	e := c.b.Element(scalar)
	for i := e.First(); why == "" && i < e.Last(); i++ {
		if t := &c.b.Tokens[i]; t.Kind() == xmlcall.CDATA {
			why = c.sectionOver(t)
		}
	}
	if _, lost := LostBracket(c.b, scalar); why == "" && lost {
		why = openBracket
	}
	if why != "" {
		c.doubtAt(scalar, why)
		return
	}
	if a := c.known[scalar]; c.inArguments(scalar) && (a == nil || a.Kind == toolspec.Any) && typed(value) {
		if _, section := syntax.FindSectionOpener(raw, 0); section {
			c.doubtAt(scalar, "string or not")
			return
		}
	}
	c.fields[c.path(scalar)] = lex.NormalizeNewlines(value)
	c.replace(span, encode.Escape(value))
}

// typed reports whether ADR-0019 infers a type other than string for a text outside
// sections.
func typed(text string) bool {
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

var pairedTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<([A-Za-z][\w-]*)(\s[^<>]*)?>`)
})

// balanced reports whether a text contains an element of some markup language: a start
// tag with its end tag.
func balanced(text string) bool {
	for _, tag := range pairedTag().FindAllStringSubmatch(text, 50) {
		if strings.Contains(text, "</"+tag[1]+">") {
			return true
		}
	}
	return false
}
