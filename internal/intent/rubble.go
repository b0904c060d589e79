package intent

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Rubble judges guesses about a call: whether they leave rubble, or lose text.
type Rubble struct {
	call *call
	ran  bool
}

// RubbleOf returns what changes of a text that starts with a call, which runs or not, are compared
// with.
func RubbleOf(text string, runs bool, o Options) *Rubble {
	c := newCall(text, o)
	c.toolNames()
	return &Rubble{c, runs}
}

// Leaves reports whether a text in place of the call has rubble: a value that starts with, ends
// with or is a piece of a tag of the call, of a marker of CDATA or of a reference; or a value
// to be filled in; or a reference that became text; or fewer letters and digits of text. If the call runs, these have to
// reach the tool, unless they were between elements before, or more
// of them if it ran before. A guess with such a result took the
// wrong thing for text, or text for the wrong thing.
func (r *Rubble) Leaves(text string, runs bool, o Options) bool {
	after := newCall(text, o)
	names := maps.Clone(r.call.toolNames())
	maps.Copy(names, after.toolNames())
	for i, e := range r.call.b.Elements() { // an end tag with another name is one, too
		if e.End().Len() > 0 && (r.call.scalars[i] == i || r.call.scalars[i] == xmlcall.NoElement) {
			names[syntax.LocalName(r.call.b.Slice(r.call.b.Tokens[e.Last()].Inner()))] = true
		}
	}
	end := len(r.call.text)
	if r.call.b.Delimiters != xmlcall.Closed {
		end = r.call.b.Span.End
	}
	all, between := r.call.letters(end, names)
	now, rest := after.letters(after.b.Span.End, names)
	if name := after.b.ToolName(); r.call.b.ToolName() == "" && !strings.Contains(r.call.text, name) && len(o.Tools.WithArguments(r.call.argumentNames()...)) > 1 {
		return true // any of several tools
	}
	if now < all {
		return true
	}
	if lost := all - after.received(names) - min(between, rest); runs && lost > 0 && (!r.ran || lost >= all-r.call.received(names)-between) {
		return true
	}
	for value := range after.texts() {
		if isRubble(value, names) {
			return true
		}
	}
	for i, e := range after.b.Elements() { // a tag there that is not text yet closes nothing
		content := strings.TrimSpace(after.b.Slice(e.Content()))
		if before, _, split := strings.Cut(content, sectionClose[:2]+sectionClose+sectionOpen+">"); split && !strings.Contains(strings.ToUpper(before), "CDATA") && after.inArguments(i) {
			return true // an end that is split is quoted outside of a section
		}
		if after.inArguments(i) && !after.hasChildren(i) && endsInTag(content, names) {
			return true
		}
	}
	return after.literalReferences() > r.call.literalReferences()
}

// texts iterates over the texts of the values of a call, and over those between its elements.
func (c *call) texts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, e := range c.b.Elements() {
			if c.inArguments(i) && (c.scalars[i] == i || !c.hasChildren(i)) && !yield(e.Text()) {
				return
			}
		}
		for k := range c.b.Tokens {
			if t := &c.b.Tokens[k]; t.Kind() == xmlcall.Text && c.isBetween(t.Element()) && !yield(c.b.Slice(t.Span())) {
				return
			}
		}
	}
}

// isBetween reports whether the text of an element is between those of the call.
func (c *call) isBetween(element xmlcall.ElementID) bool {
	return c.scalars[element] == xmlcall.NoElement && (element == c.arguments || element == c.b.Envelope())
}

// literalReferences counts the references in values that are text.
func (c *call) literalReferences() (n int) {
	for value := range c.texts() {
		for _, name := range entities {
			n += strings.Count(value, "&"+name+";")
		}
	}
	return n
}

// isRubble reports whether a value starts with, ends with or is a piece of markup.
func isRubble(value string, names map[string]bool) bool {
	value = strings.TrimSpace(unescaper.Replace(value))
	if value == "" {
		return false
	}
	for line := range strings.SplitSeq(value, "\n") {
		if isTag(strings.TrimSpace(line), names) {
			return true
		}
	}
	return sectionRubble(value) || wrappedSection(value, names) || referenceRubble(value) || startsInTag(value, names) || endsInTag(value, names) || strings.Trim(value, "</> ") == "" || value == "..."
}

var unescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;lt;", "<", "&amp;gt;", ">")

// sectionRubble reports whether a value starts or ends with a piece of a marker of CDATA.
func sectionRubble(value string) bool {
	if bare := strings.TrimLeft(value, "<![ "); len(bare) >= 5 && strings.EqualFold(bare[:5], "cdata") && (len(bare) < len(value) || strings.HasPrefix(bare[5:], "[")) {
		return true
	}
	for _, end := range []string{sectionClose, "]] >", "] ]>", sectionOpen, "<!["} {
		if strings.HasSuffix(value, end) {
			return true
		}
	}
	if strings.HasPrefix(value, sectionClose) {
		return true
	}
	return (strings.HasSuffix(value, "]]") || strings.HasSuffix(value, "]>")) && unbalanced(value)
}

// wrappedSection reports whether a value is an element around a section of CDATA, as other formats
// write values.
func wrappedSection(value string, names map[string]bool) bool {
	name, content, ok := strings.Cut(strings.TrimPrefix(value, "<"), ">")
	return ok && value[0] == '<' && (names[name] || facts.WrapsValue(name)) && strings.HasPrefix(content, sectionOpen) && strings.HasSuffix(content, sectionClose+"</"+name+">")
}

// entities are the names of references that people write, longest first.
var entities = []string{"nbsp", "quot", "apos", "amp", "lt", "gt"}

// referenceRubble reports whether a value starts with the rest of a reference, ends with the
// start of one, or is one.
func referenceRubble(value string) bool {
	for _, name := range entities {
		if strings.HasPrefix(value, name+";") || strings.HasSuffix(value, "&"+name) || value == "&"+name+";" {
			return true
		}
	}
	return strings.HasSuffix(value, "&#")
}

// startsInTag reports whether a value starts with a tag of the call, or with the rest of one:
// "<path>a", "path>a", "/path>".
func startsInTag(value string, names map[string]bool) bool {
	bare := strings.TrimLeft(value, "<\\/")
	name, end := tagName(bare)
	if name == "" || !isNameOf(name, names) {
		return false
	}
	closed := strings.HasPrefix(strings.TrimLeftFunc(bare[end:], unicode.IsSpace), ">")
	return closed || value[0] == '<' && (end == len(bare) || bare[end] == ' ' || bare[end] == '\n')
}

// isTag reports whether a line of a value is, or starts with, a start tag of the call without
// attributes, or ends with one.
func isTag(line string, names map[string]bool) bool {
	if strings.HasPrefix(line, "<") {
		if name, end := tagName(line[1:]); name != "" && names[name] && strings.HasPrefix(line[1+end:], ">") && !strings.Contains(line, "</"+name+">") {
			return true
		}
	}
	start := strings.LastIndexByte(line, '<')
	return start > 0 && strings.HasSuffix(line, ">") && names[line[start+1:len(line)-1]]
}

// endsInTag reports whether a value ends with a tag of the call, or the start of one: "a</path>",
// "a/path>", "a</pa", "a<". An end tag of which the value has no start is one, too.
func endsInTag(value string, names map[string]bool) bool {
	bare := strings.TrimRightFunc(strings.TrimSuffix(value, ">"), unicode.IsSpace)
	closed := len(bare) < len(value)
	bare = strings.TrimSuffix(bare, "/")
	before := strings.TrimRightFunc(bare, func(c rune) bool {
		return strings.ContainsRune("_-.:", c) || unicode.IsLetter(c) || unicode.IsDigit(c)
	})
	name := bare[len(before):]
	switch {
	case name == "":
		return strings.HasSuffix(before, "</") || strings.HasSuffix(value, "<") && !strings.HasSuffix(value, "<<")
	case closed && strings.HasSuffix(before, "</") && !strings.Contains(before, "<"+name):
		return true // whatever its name
	case strings.HasSuffix(before, "<"), strings.HasSuffix(before, "</"), strings.HasSuffix(before, `<\/`):
		return isNameOf(name, names) || !closed && startsName(name, names)
	}
	return closed && (strings.HasSuffix(before, "/") || strings.HasSuffix(before, `\`)) && isNameOf(name, names)
}

// isNameOf reports whether the name of a tag is one of the call's, or like one.
func isNameOf(name string, names map[string]bool) bool {
	local := syntax.LocalName(name)
	for n := range names {
		if near(local, n) {
			return true
		}
	}
	return false
}

// startsName reports whether a name of the call starts with the text.
func startsName(text string, names map[string]bool) bool {
	for name := range names {
		if strings.HasPrefix(name, text) {
			return true
		}
	}
	return false
}

// letters counts the letters and digits of a call up to an offset that are text, and those of them that are
// between elements.
func (c *call) letters(end int, names map[string]bool) (n, between int) {
	for k := range c.b.Tokens {
		switch t := &c.b.Tokens[k]; t.Kind() {
		case xmlcall.Text:
			if c.isBetween(t.Element()) {
				between += c.lettersOf(c.b.Slice(t.Span()), names)
			}
		case xmlcall.Comment, xmlcall.ProcInst:
			if c.scalars[t.Element()] == xmlcall.NoElement {
				n -= c.lettersOf(c.b.Slice(t.Span()), names)
			}
		}
	}
	return n + c.lettersOf(c.text[:end], names), between
}

// received counts the letters and digits of values that the tool receives.
func (c *call) received(names map[string]bool) (n int) {
	for i, e := range c.b.Elements() {
		switch {
		case !c.inArguments(i), c.scalars[i] != i && (c.scalars[i] != xmlcall.NoElement || c.hasChildren(i)), c.tool != nil && c.known[i] == nil && !c.inAny(i):
		case c.replaced(i):
		default:
			for k := e.First() + 1; k < e.Last(); k++ { // without what elements in it hold
				if t := &c.b.Tokens[k]; t.Element() == i && (t.Kind() == xmlcall.Text || t.Kind() == xmlcall.CDATA) {
					n += c.lettersOf(c.b.Slice(t.Span()), names)
				}
			}
		}
	}
	return n
}

// argumentNames returns the names of the elements in the arguments.
func (c *call) argumentNames() (names []string) {
	for _, e := range c.b.Children(c.arguments) {
		names = append(names, e.Local())
	}
	return names
}

// inAny reports whether an element is in one of which the tool reads everything.
func (c *call) inAny(element xmlcall.ElementID) bool {
	for e := c.b.Element(element).Parent(); e != xmlcall.NoElement; e = c.b.Element(e).Parent() {
		if a := c.known[e]; a != nil && a.Kind == toolspec.Any {
			return true
		}
	}
	return false
}

// replaced reports whether a later element of the same name takes the place of one.
func (c *call) replaced(element xmlcall.ElementID) bool {
	e := c.b.Element(element)
	a := c.known[element]
	if a == nil || a.Kind == toolspec.List || e.Parent() == xmlcall.NoElement {
		return false
	}
	if around := c.known[e.Parent()]; around != nil && around.Kind != toolspec.Object {
		return false
	}
	last, _ := c.b.Child(e.Parent(), e.Local())
	return last != element
}

// lettersOf counts the letters and digits of a text, but not those of tags and names of a call,
// of markers of CDATA and of references.
func (c *call) lettersOf(text string, names map[string]bool) (n int) {
	tool := c.b.ToolName()
	text = unescaper.Replace(text) // a tag that is escaped has the same
	for i := 0; i < len(text); {
		if text[i] == '<' {
			if end := c.tagEnd(text, i, names); end > i {
				i = end
				continue
			}
		}
		start := i
		for i < len(text) && (text[i] >= utf8.RuneSelf || isWordByte(text[i])) {
			i++
		}
		if start == i {
			i++
			continue
		}
		word := text[start:i]
		reference := start > 0 && (text[start-1] == '&' || text[start-1] == '#') || strings.HasSuffix(text[:start], "&amp;") && i < len(text) && text[i] == ';' || i < len(text) && text[i] == ';' && slices.Contains(entities, word)
		if !reference && word != tool && word != "local" && word != "name" && word != "value" && !names[word] && !strings.EqualFold(word, "cdata") {
			n += len(word)
		}
	}
	return n
}

// tagEnd returns the end of the tag of the call that starts at an offset, or 0. One that may have
// arguments as attributes is text.
func (c *call) tagEnd(text string, at int, names map[string]bool) int {
	bare := strings.TrimPrefix(text[at+1:], "/")
	name, _ := tagName(bare)
	if name == "" || name == "arguments" || name == "tool" || !isNameOf(name, names) && !facts.WrapsValue(name) && !wrappers[strings.ToLower(name)] {
		return 0
	}
	end := strings.IndexAny(text[at+1:], "<>")
	if end < 0 || !isNameOf(name, names) || text[at+1+end] == '<' {
		return at + len(text[at:]) - len(bare) + len(name)
	}
	return at + 2 + end
}
