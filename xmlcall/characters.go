package xmlcall

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// chars records the problems of the characters and references in s[i:j], which is
// character data or an attribute value. encoding/xml checks the characters once it has
// read them all, so a failure during reading takes precedence.
func (p *builder) chars(i, j int, data bool) lex.Failure {
	const special = lex.Odd | lex.Ampersand | lex.Greater // a "]]>" is found by its '>', which is rarer in escaped text
	var reading, judging lex.Failure
	s := p.s[:j]
	for k := lex.SkipTo(s, i, j, special); k < j && !p.enough(reading); k = lex.SkipTo(s, k, j, special) {
		switch c := s[k]; {
		case c == '&':
			kind, end, text := lex.Reference(s, k)
			if kind != lex.RefValid || text == "\uFFFD" {
				f := p.reference(kind, Span{k, end}, j)
				if kind == lex.RefInvalid {
					judging = judging.Or(f)
				} else {
					reading = reading.Or(f)
				}
			}
			k = end
		case c == '>':
			k++
			if data && strings.HasSuffix(s[i:k], cdataClose) {
				p.problem(CDATAEndInText, Span{k - 3, k}).Certain = true
				reading = reading.Or(lex.Failure{At: k, Reason: "unescaped ]]> not in CDATA section"})
			}
		default:
			if size := lex.GoodChar(s, k, j); size > 0 {
				k += size
				continue
			}
			bad, utf8OK := lex.BadChar(s, k, j)
			k = bad.End
			if !data || p.inContent(bad.Start) {
				judging = judging.Or(p.badChar(Span(bad), utf8OK, j))
			}
		}
	}
	return reading.Or(judging)
}

// inContent reports whether an offset is in what the runtime parses: the live one removes white space at
// both ends of a call. It looks for them once.
func (p *builder) inContent(at int) bool {
	start := p.b.Span.Start
	if !p.live || !strings.HasPrefix(p.s[start:], toolOpen) {
		return true
	}
	if p.content == (Span{}) {
		end := len(strings.TrimSuffix(p.limit(at), toolClose))
		p.content = Span(lex.TrimSpace(p.s, lex.Span{Start: start + len(toolOpen), End: end}))
	}
	return p.content.Start <= at && at < p.content.End
}

// enough reports whether nothing further in a text would say anything new.
func (p *builder) enough(fail lex.Failure) bool {
	return p.strictly && !fail.OK() || !p.strictly && p.b.MoreProblems && p.full()
}

// referenceProblems are the problems of what an ampersand starts.
var referenceProblems = [...]ProblemKind{
	lex.RefBare: BareAmpersand, lex.RefUnknown: UnknownEntity, lex.RefUnterminated: UnterminatedReference,
	lex.RefInvalid: InvalidCharacterReference, lex.RefTooLarge: InvalidCharacterReference,
}

// reference records the problem of a reference, if any, in text that ends at end.
func (p *builder) reference(kind lex.RefKind, span Span, end int) lex.Failure {
	ref := p.s[span.Start:span.End]
	r, numbered := lex.Number(ref)
	if kind == lex.RefValid {
		if numbered && lex.IsSurrogate(r) {
			p.problem(SurrogateReference, span)
		}
		return lex.Failure{}
	}
	problem := p.problem(referenceProblems[kind], span)
	problem.Certain = problem.Kind.Repairable()
	switch kind {
	case lex.RefTooLarge:
		return lex.Failure{At: span.End, Reason: "invalid character entity " + ref}
	case lex.RefInvalid:
		return illegal(r, end)
	}
	return lex.Failure{}
}

// illegal returns the failure at a character that XML cannot carry. encoding/xml checks
// the characters once it has read them all, so the line it reports is that of the end
// of the text.
func illegal(r rune, end int) lex.Failure {
	return lex.Failure{At: end, Reason: fmt.Sprintf("illegal character code %U", r)}
}

// badChar records characters that XML cannot carry, in text that ends at end.
func (p *builder) badChar(bad Span, utf8OK bool, end int) lex.Failure {
	if !utf8OK {
		p.problem(InvalidUTF8, bad)
		return lex.Failure{At: end, Reason: "invalid UTF-8"}
	}
	p.problem(InvalidCharacter, bad)
	r, _ := utf8.DecodeRuneInString(p.s[bad.Start:])
	return illegal(r, end)
}

// badChars records the characters in s[i:j], a CDATA section's content, that
// XML cannot carry.
func (p *builder) badChars(i, j int) (fail lex.Failure) {
	bad, utf8OK := lex.NextBadChar(p.s, i, j)
	for ; bad.Len() > 0 && !p.enough(fail); bad, utf8OK = lex.NextBadChar(p.s, bad.End, j) {
		fail = fail.Or(p.badChar(Span(bad), utf8OK, j))
	}
	return fail
}

// attributeValues checks the values of a tag's attributes.
func (p *builder) attributeValues(attributes []lex.Attribute) (fail lex.Failure) {
	for _, a := range attributes {
		fail = fail.Or(p.chars(a.Value.Start, a.Value.End, false))
	}
	return fail
}
