package facts

import (
	"regexp"
	"slices"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Prose returns the text between a mention of <tool> and the call that it swallowed. It is
// part of a sentence: nothing in it is a defect, and no fix changes it. ok is false for a
// block that starts with its call, and if there is a tag of a call in the text: then the
// mention may be the start of one that lacks a part.
func Prose(b *xmlcall.Block) (prose xmlcall.Span, ok bool) {
	if b.Envelope() <= 0 {
		return prose, false
	}
	root := b.Element(0).Start()
	if !slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Kind == xmlcall.SwallowedCall && p.Span == root }) {
		return prose, false
	}
	prose = xmlcall.Span{Start: root.End, End: b.Element(b.Envelope()).Start().Start}
	return prose, !anyTag().MatchString(mentions().ReplaceAllString(b.Slice(prose), ""))
}

// mentions finds start tags of the envelope that a sentence may mention.
var mentions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(tool|arguments|server_name|tool_name)>`)
})

// anyTag finds text that may be a tag of a call that lacks a part.
var anyTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\s*/?\s*[A-Za-z_]`)
})
