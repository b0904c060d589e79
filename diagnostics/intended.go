package diagnostics

import (
	"iter"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// intend converts the findings from index from on to those of a call that is, or may be, wrong
// on purpose.
func (o *Options) intend(findings []Diagnostic, from int, b *xmlcall.Block, lead *document.LeadIn, purpose document.Purpose) []Diagnostic {
	if o.Intended == IntendedNormal {
		return findings
	}
	found, words := cueOf(b, lead, purpose)
	switch {
	case found == strongCue && o.Intended == IntendedOff:
		return findings[:from]
	case found != strongCue && found != weakCue:
		return findings
	}
	for i := from; i < len(findings); i++ {
		d := &findings[i]
		if found == strongCue {
			d.Intended, d.Severity = true, Hint
		} else {
			d.HeldBack = true
			if d.Note != "" {
				d.Note += "; "
			}
			d.Note += "`--fix` leaves the call, since \"" + words + "\" above it may say that it is wrong on purpose"
		}
	}
	return findings
}

// maxLead bounds the part of a long text before a block that is examined, in bytes.
const maxLead = 2000

// cueOf returns what the cues nearest to a call say of it, and their words: in a comment in the
// call, in its code block, on the fence, in the paragraph before, in the headings above. A weak one
// leaves it to those that are farther away to say that the call is wrong on purpose. In a prompt
// they hide nothing, since a model follows what it reads: a strong one is a weak one there, and a weak
// one none.
func cueOf(b *xmlcall.Block, lead *document.LeadIn, purpose document.Purpose) (found cue, words string) {
	if purpose == document.Example {
		return strongCue, ""
	}
	for c, w := range cuesOf(b, lead) {
		if purpose == document.Prompt && (c == strongCue || c == weakCue) {
			c-- // to the one before
		}
		switch {
		case c == strongCue, c == rightCue && found == noCue:
			return c, w
		case c == rightCue:
			return found, words
		case c == weakCue && found == noCue:
			found, words = c, w
		}
	}
	return found, words
}

// cuesOf iterates over what each place says, the nearest first.
func cuesOf(b *xmlcall.Block, lead *document.LeadIn) iter.Seq2[cue, string] {
	return func(yield func(cue, string) bool) {
		for t := range commentsBeside(b) {
			if !yield(judgeLabel(b.Slice(t.Inner()), true)) {
				return
			}
		}
		if yield(judge(lead.Inside[max(0, len(lead.Inside)-maxLead):])) && yield(judgeLabel(lead.Info, false)) && yield(judge(lead.Before[max(0, len(lead.Before)-maxLead):])) {
			yield(judgeHeadings(lead.Headings))
		}
	}
}
