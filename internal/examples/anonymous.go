package examples

import (
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxRounds bounds how often an example is reduced again after it was anonymized.
const maxRounds = 4

// Finish returns a reduced call with its words replaced, and reduced further where possible. It
// is idempotent. ok is false if no anonymous text has the signature, for example because of a
// pattern in the schema that an argument no longer matches.
func (n *Names) Finish(reduced *Call) (example Call, ok bool) {
	example = *reduced
	for range maxRounds {
		before := example.Text
		if example, ok = n.anonymize(&example); !ok {
			return Call{}, false
		}
		if example, ok = example.Reduce(); !ok || example.Text == before {
			break
		}
	}
	return example, ok
}

// The parts of values that are kept if the signature depends on them.
const (
	keepValues  = 1 << iota // words that schemas list, true, false and null
	keepNumbers             // digits
	keepBoth
)

// anonymize returns a reduced call with its words replaced.
func (n *Names) anonymize(c *Call) (named Call, ok bool) {
	h, ok := c.find(c.Text)
	if !ok {
		return Call{}, false
	}
	k := keeper{words: c.vocabulary(), text: c.Text}
	for keep := range keepBoth {
		k.mark(&h, keep)
		text := n.replace(c.Text, k.kept)
		if found, ok := c.find(text); ok {
			named = *c
			named.Text = text
			named.place(&found)
			return named, true
		}
	}
	return Call{}, false
}

// A keeper marks the bytes of a text that stay.
type keeper struct {
	*words
	text string
	kept []bool
}

var (
	tagName     = lazily(`<\s*/?\s*([\pL_][\pL\pN_:.-]*)`)
	section     = lazily(`(?i)[!\[]\s*(cdata)|(cdata)\s*\[`)
	reference   = lazily(`&(#?[A-Za-z0-9]+);?`)
	serverName  = lazily(`server_name"?[>:\s]\s*"?([\w.:/-]+)`)
	attribute   = lazily(`[\s"']([\pL_][\pL\pN_.-]*)\s*=`)
	nameValue   = lazily(`name\s*=\s*["']([\pL_][\pL\pN_.-]*)["']`)
	member      = lazily(`"([\pL_][\pL\pN_.-]*)\\?"\s*:`)
	envelope    = lazily(`"((?:server|tool)_name|arguments)\b`)
	declaration = lazily(`<\?xml[^<>]*\?>`)
	declared    = lazily(`(?i)(?:xml|version|encoding|standalone|utf|iso|us-ascii|yes|no)\b|[0-9]+`)
	markup      = lazily(`<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)`)
	letterRun   = lazily(`\pL+`)
)

func (k *keeper) mark(h *hit, keep int) {
	k.kept = make([]bool, len(k.text))
	k.each(tagName(), func(at xmlcall.Span) bool {
		name := k.text[at.Start:at.End]
		if k.isElement(name) {
			k.keep(xmlcall.Span{Start: at.End - len(syntax.LocalName(name)), End: at.End})
		}
		return false
	})
	isKnown := func(at xmlcall.Span) bool { return k.elements[toolspec.Fold(k.text[at.Start:at.End])] }
	always := func(xmlcall.Span) bool { return true }
	k.each(section(), always)
	k.each(envelope(), always)
	k.each(markup(), always)
	k.each(attribute(), isKnown)
	k.each(nameValue(), isKnown)
	k.each(member(), isKnown)
	k.each(serverName(), func(at xmlcall.Span) bool { return k.servers[k.text[at.Start:at.End]] })
	k.each(reference(), func(at xmlcall.Span) bool { return isReference("&" + k.text[at.Start:at.End] + ";") })
	for _, m := range declaration().FindAllStringIndex(k.text, -1) {
		for _, w := range declared().FindAllStringIndex(k.text[m[0]:m[1]], -1) {
			k.keep(xmlcall.Span{Start: m[0] + w[0], End: m[0] + w[1]})
		}
	}
	k.toolName()
	k.argument(h)
	if h.call == nil {
		k.among(leakWords())
	}
	if keep&keepValues != 0 {
		k.among(k.values)
	}
	if keep&keepNumbers != 0 {
		for i := range len(k.text) {
			k.kept[i] = k.kept[i] || k.text[i] >= '0' && k.text[i] <= '9'
		}
	}
}

func (k *keeper) keep(s xmlcall.Span) {
	for i := s.Start; i < s.End; i++ {
		k.kept[i] = true
	}
}

// each keeps the groups of an expression's matches for which a function reports true.
func (k *keeper) each(e *regexp.Regexp, stays func(xmlcall.Span) bool) {
	for _, m := range e.FindAllStringSubmatchIndex(k.text, -1) {
		for g := 2; g < len(m); g += 2 {
			if at := (xmlcall.Span{Start: m[g], End: m[g+1]}); m[g] >= 0 && stays(at) {
				k.keep(at)
			}
		}
	}
}

// among keeps the words of a list, in lower case, wherever they are.
func (k *keeper) among(list map[string]bool) {
	for at := range wordsIn(k.text, k.kept) {
		if list[lowered(k.text[at.Start:at.End])] {
			k.keep(at)
		}
	}
}

// toolName keeps the name of the tool, wherever it is a word of its own.
func (k *keeper) toolName() {
	if k.tool == "" {
		return
	}
	for at := 0; ; at += len(k.tool) {
		n := strings.Index(k.text[at:], k.tool)
		if n < 0 {
			return
		}
		at += n
		before, _ := utf8.DecodeLastRuneInString(k.text[:at])
		after, _ := utf8.DecodeRuneInString(k.text[at+len(k.tool):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			k.keep(xmlcall.Span{Start: at, End: at + len(k.tool)})
		}
	}
}

// argument keeps the name of an argument that is reported because the tool has none such.
func (k *keeper) argument(h *hit) {
	if h.call == nil || h.reported == nil || h.reported.Code != "unknown-argument" {
		return
	}
	from := max(0, h.reported.Span.Start-1) // it may be that of the name
	if m := tagName().FindStringSubmatchIndex(k.text[from:]); m != nil && m[0] <= 1 {
		name := k.text[from+m[2] : from+m[3]]
		k.each(tagName(), func(at xmlcall.Span) bool { return k.text[at.Start:at.End] == name })
	}
}

// wordsIn yields the words of a text that are not kept: letters as far as they go.
func wordsIn(text string, kept []bool) iter.Seq[xmlcall.Span] {
	return func(yield func(xmlcall.Span) bool) {
		for _, m := range letterRun().FindAllStringIndex(text, -1) {
			if !kept[m[0]] && !yield(xmlcall.Span{Start: m[0], End: m[1]}) {
				return
			}
		}
	}
}
