package toolspec

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Issues returns what is wrong with the arguments of a call to t, by position: the
// issues of [Tool.Read], without the values. Nearly all calls have none, which takes
// one pass over their elements. Only the first 10,000 unknown arguments are reported.
// The caller owns the slice.
func (t *Tool) Issues(b *xmlcall.Block) []Issue {
	if b == nil || b.NumElements() == 0 || t.plainlySound(b) {
		return nil
	}
	r := &reader{b: b, tool: t}
	r.read()
	return r.issues
}

// plainlySound reports whether a pass over the elements shows that there is no issue:
// each argument is a string, given once, holds only text, and is not subject to a
// check.
func (t *Tool) plainlySound(b *xmlcall.Block) bool {
	at := b.Arguments()
	if at == xmlcall.NoElement || t.further || t.coerces || t.Custom || len(t.Arguments) > 64 {
		return false
	}
	var given uint64 // a bit for each argument
	for _, e := range b.Within(at) {
		k := slices.IndexFunc(t.Arguments, func(a Argument) bool { return a.Name == e.Local() })
		if k < 0 || e.Parent() != at || t.Arguments[k].Kind != String || t.Arguments[k].Nullable || given&(1<<k) != 0 || !plainText(b, e, t.Arguments[k].tight) {
			return false
		}
		given |= 1 << k
	}
	for _, c := range t.conditions {
		for k := range t.Arguments {
			if given&(1<<k) != 0 && slices.Contains(c.of, t.Arguments[k].Name) {
				return false
			}
		}
	}
	for k := range t.Arguments {
		if t.Arguments[k].Required && given&(1<<k) == 0 {
			return false
		}
	}
	return true
}

// plainText reports whether an element holds text or one CDATA section, and nothing
// else. If tight, its first and last bytes must be visible ASCII and no quote or part of a
// reference.
func plainText(b *xmlcall.Block, e xmlcall.Element, tight bool) bool {
	if e.Last() != e.First()+2 {
		return false
	}
	t := &b.Tokens[e.First()+1]
	if t.Kind() != xmlcall.Text && t.Kind() != xmlcall.CDATA || t.Inner().Len() == 0 {
		return false
	}
	if !tight {
		return true
	}
	visible := func(c byte) bool { return c > ' ' && c < 0x7f && strings.IndexByte("&;\"'`", c) < 0 }
	return visible(b.Text[t.Inner().Start]) && visible(b.Text[t.Inner().End-1])
}
