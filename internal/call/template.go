package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A tagKind is what a tag of a template does.
type tagKind uint8

const (
	prints   tagKind = iota // its filling is in the text; so is what is not known
	opens                   // starts a block, which may be left out or repeated
	divides                 // starts the other branch of a block
	closes                  // ends a block
	isSilent                // has no filling: a comment, an assignment
)

// Tags that start a block of which the template has the text, and other tags without a filling.
var (
	blockTags  = []string{"if", "for", "range", "with", "each", "unless"}
	silentTags = []string{"set", "import", "from", "break", "continue", "define", "extends", "do"}
)

// tagKindOf returns what a hole does.
func tagKindOf(hole string) tagKind {
	inner := strings.TrimLeft(hole, "{%<")
	if len(hole)-len(inner) < len("{%") {
		return prints
	}
	if strings.HasPrefix(inner, "#}") {
		return isSilent
	}
	inner = strings.TrimLeft(inner, "-~+ \t\r\n")
	section := strings.HasPrefix(inner, "#")
	word := strings.TrimPrefix(inner, "#")
	rest := strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz")
	word = word[:len(word)-len(rest)]
	statement := hole[1] == '%' || section || strings.HasPrefix(hole, "{{")
	switch {
	case strings.HasPrefix(inner, "!"), strings.HasPrefix(inner, "/*"):
		return isSilent
	case strings.HasPrefix(inner, "/"), strings.HasPrefix(hole, "{%") && strings.HasPrefix(word, "end"), word == "end" && isBare(rest):
		return closes
	case word == "else" || strings.HasPrefix(hole, "{%") && slices.Contains([]string{"elif", "elsif", "elseif"}, word):
		return divides
	case statement && slices.Contains(blockTags, word) && (section || !isBare(rest)):
		return opens
	case strings.HasPrefix(hole, "{%") && slices.Contains(silentTags, word), slices.Contains([]string{"break", "continue"}, word) && isBare(rest):
		return isSilent
	case strings.HasPrefix(inner, "$") && strings.HasPrefix(strings.TrimLeft(strings.TrimLeft(inner[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"), " "), ":="):
		return isSilent
	}
	return prints
}

// isBare reports whether nothing but the end of the tag is left of it.
func isBare(rest string) bool { return strings.Trim(rest, "-~+%}> \t\r\n") == "" }

// apart reports whether a template can leave out one of two elements, the later of which is the one that
// counts: they may be the branches of a condition.
func (c *Call) apart(element, later xmlcall.ElementID) bool {
	b := c.Block
	from, to := b.Element(element).Span().End, b.Element(later).Start().Start
	depth := 0
	i, _ := slices.BinarySearchFunc(c.Holes, from, func(h Hole, at int) int { return h.Span.Start - at })
	for ; i < len(c.Holes) && c.Holes[i].Span.Start < to; i++ {
		switch kind := tagKindOf(b.Slice(c.Holes[i].Span)); {
		case kind == opens:
			depth++
		case kind == closes && depth > 0:
			depth--
		case kind == closes, kind == divides && depth == 0:
			return true
		}
	}
	return depth > 0
}

// knownText returns the first part of a span that no hole fills in, without white space at its ends.
func (c *Call) knownText(span xmlcall.Span) xmlcall.Span {
	at := span.Start
	for _, h := range c.holesAfter(span.Start) {
		if part := c.Trim(xmlcall.Span{Start: at, End: max(at, min(span.End, h.Span.Start))}); part.Len() > 0 {
			return part
		}
		at = max(at, min(span.End, h.Span.End))
	}
	return c.Trim(xmlcall.Span{Start: at, End: span.End})
}
