package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

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

func (c *call) meaning(scalar xmlcall.ElementID) *meaning {
	e := c.b.Element(scalar)
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

// Doubts about a value that has references and what should be one.
const (
	escapedInPart = "escaped in part"
	// besideEscaped is the doubt if all that should be references are ampersands beside escaped ones: &amp;&.
	besideEscaped = "ampersand beside an escaped one"
)

// of returns the intended value of a raw text, and the reason why it is not certain, or
// "".
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

// plain returns the value of a text without sections: the text with its references
// decoded.
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
	run := operators{text: raw}
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
			references = references || markup || !run.escapeAt(i, ref.Span.End)
			w.WriteString(ref.Text)
		case problem == xmlcall.InvalidCharacterReference, !literalReference(raw, ref, problem, markup):
			return "", "looks like a reference"
		default:
			special, bare = true, true
			beside = beside && problem == xmlcall.BareAmpersand && isBesideEscaped(raw, i)
			w.WriteString(raw[i:ref.Span.End])
		}
		i = ref.Span.End
	}
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
