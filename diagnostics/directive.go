package diagnostics

import (
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A directive is a comment that disables or enables rules. All of its offsets are those
// of the file.
type directive struct {
	verb  verb
	span  xmlcall.Span // the comment
	word  xmlcall.Span // the word that specifies its effect
	rules []ruleName   // at least one
	at    int          // the offset from which it takes effect
}

// A ruleName is the name of a rule in a directive. That of all rules, in one without names, is empty.
type ruleName struct {
	code string
	span xmlcall.Span
	used bool // whether it suppresses something, or ends what does
}

// ofAll reports whether the directive is about all rules.
func (d *directive) ofAll() bool { return d.rules[0].code == "" }

type verb uint8

const (
	nextCall verb = iota // the next call, or the one that contains the comment
	region               // up to the next enable
	wholeFile
	enable
	unknownVerb
)

// The words that directives start with.
const (
	wordNextCall = "forge-lsp-disable-next-call"
	wordRegion   = "forge-lsp-disable"
	wordFile     = "forge-lsp-disable-file"
	wordEnable   = "forge-lsp-enable"
)

var verbs = map[string]verb{wordNextCall: nextCall, wordRegion: region, wordFile: wholeFile, wordEnable: enable}

// readDirective reads a directive's text: a word, names of rules with blanks or commas between
// them, and after "--" a reason. ok is false for an unknown word.
func readDirective(text string, r document.Directive) (d directive, ok bool) {
	d = directive{span: r.Span, at: r.Span.Start, verb: unknownVerb}
	said, _, _ := strings.Cut(text[r.Text.Start:r.Text.End], "--")
	pos := r.Text.Start
	for i, word := range strings.FieldsFunc(said, func(c rune) bool { return strings.ContainsRune(" \t,", c) }) {
		pos += strings.Index(text[pos:], word)
		span := xmlcall.Span{Start: pos, End: pos + len(word)}
		pos = span.End
		if i > 0 {
			d.rules = append(d.rules, ruleName{code: word, span: span})
			continue
		}
		d.word = span
		if v, known := verbs[word]; known {
			d.verb = v
		} else if !strings.HasPrefix(word, wordRegion) && !strings.HasPrefix(word, wordEnable) {
			return d, false
		}
	}
	if d.rules == nil {
		d.rules = []ruleName{{}}
	}
	return d, true
}

// moved returns the directive at another place.
func (d directive) moved(by int) directive {
	d.span, d.word, d.at = at(d.span, by), at(d.word, by), d.at+by
	d.rules = slices.Clone(d.rules)
	for i := range d.rules {
		d.rules[i].span = at(d.rules[i].span, by)
	}
	return d
}

// readDirectives reads the directives of a file with some calls. Those inside a block are directives if they are a comment beside its
// elements, and then apply to the block too; in a value they are content.
func readDirectives(file *document.File, calls []Call) (list []directive) {
	next := 0
	commented, comments := -1, map[xmlcall.Span]bool{} // the comments of one call
	for _, comment := range file.Directives {
		for next < len(calls) && calls[next].taken().End <= comment.Span.Start {
			next++
		}
		inside := next < len(calls) && calls[next].taken().Start < comment.Span.End
		if inside && commented != next {
			commented, comments = next, calls[next].comments()
		}
		if inside && !comments[comment.Span] {
			continue
		}
		d, ok := readDirective(file.Text, comment)
		if !ok {
			continue
		}
		if inside {
			d.at = calls[next].Span.Start
		}
		list = append(list, d)
	}
	return list
}

// taken returns the part of the file that belongs to the call: the block, and its rest
// after the place where it was cut short.
func (c *Call) taken() xmlcall.Span {
	span := c.Span
	if c.end > c.within.End {
		span.End = max(span.End, c.Segment.FileSpan(xmlcall.Span{Start: c.within.End, End: c.end}).End)
	}
	return span
}

// comments returns the places in the file of the comments beside the elements
// of the call.
func (c *Call) comments() map[xmlcall.Span]bool {
	found := map[xmlcall.Span]bool{}
	for t := range commentsBeside(c.Block()) {
		found[c.Segment.FileSpan(t.Span())] = true
	}
	return found
}

// commentsBeside iterates over the comments beside the elements of a block. One in a value is content.
func commentsBeside(b *xmlcall.Block) iter.Seq[*xmlcall.Token] {
	return func(yield func(*xmlcall.Token) bool) {
		arguments := b.Arguments()
		for i := range b.Tokens {
			if t := &b.Tokens[i]; t.Kind() == xmlcall.Comment && (t.Element() == b.Envelope() || t.Element() == arguments) && !yield(t) {
				return
			}
		}
	}
}
