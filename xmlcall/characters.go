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
	var reading, judging lex.Failure
	s := p.s[:j]
	special := lex.Odd | lex.Ampersand | lex.Greater // a "]]>" is found by its '>', which is rarer in escaped text
	passing := false                                 // problems that are not recorded are skipped as far as possible
	problem := true                                  // whether there is another one since it was decided what to skip
	for k := lex.SkipTo(s, i, j, special); k < j; k = lex.SkipTo(s, k, j, special) {
		if problem {
			if p.strictly && !reading.OK() {
				return reading
			}
			more := p.full() && p.b.MoreProblems // no further problem would say anything new
			if !judging.OK() && (p.strictly || more) {
				special &^= lex.Odd
			}
			if !reading.OK() && more {
				special &^= lex.Greater
			}
			if !passing && more && p.apart.repaired.Len() > 0 {
				passing = true
				if !strings.Contains(s[k:], "&#") { // character references may refuse the call
					special &^= lex.Ampersand
				}
			}
			problem = false
		}
		c := s[k]
		switch {
		case c == '&' && k+4 <= j && s[k+3] == ';' && s[k+2] == 't' && (s[k+1] == 'l' || s[k+1] == 'g'):
			k += 4 // as most references
		case c == '&':
			kind, end, text := lex.Reference(s, k)
			if kind != lex.RefValid || text == "\uFFFD" {
				problem = true
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
				problem = true
				p.problem(CDATAEndInText, Span{k - 3, k}).Certain = true
				reading = reading.Or(lex.Failure{At: k, Reason: "unescaped ]]> not in CDATA section"})
			}
		default:
			if size := lex.GoodChar(s, k, j); size > 0 {
				k += size
				continue
			}
			problem = true
			bad, utf8OK := lex.BadChar(s, k, j)
			if p.live && data && !p.inTrimmed(bad.Start) {
				k = bad.End
				continue
			}
			judging = judging.Or(p.badChar(Span(bad), utf8OK, j, judging.OK()))
			k = bad.End
		}
	}
	return reading.Or(judging)
}

// inTrimmed reports whether an offset is in the content of the block without the white space
// at its ends.
func (p *builder) inTrimmed(at int) bool {
	if p.trimmed.Len() == 0 {
		if p.strictly {
			p.limit(at)
		}
		text := p.s[:p.b.Span.End]
		content := lex.Span{Start: p.b.Span.Start + len(toolOpen), End: len(strings.TrimSuffix(text, toolClose))}
		if content.Start >= content.End || !strings.HasPrefix(text[p.b.Span.Start:], toolOpen) {
			return true
		}
		p.trimmed = Span(lex.TrimSpace(text, content))
		p.trimmed.End++ // not empty: it has been asked for
	}
	return p.trimmed.Start <= at && at < p.trimmed.End-1
}

// reference records the problem of a reference, if any, in text that ends at end.
func (p *builder) reference(kind lex.RefKind, span Span, end int) lex.Failure {
	switch kind {
	case lex.RefValid:
		if r, ok := lex.Number(p.s[span.Start:span.End]); ok && lex.IsSurrogate(r) {
			p.problem(SurrogateReference, span)
		}
	case lex.RefBare:
		p.problem(BareAmpersand, span).Certain = true
	case lex.RefUnknown:
		p.problem(UnknownEntity, span).Certain = true
	case lex.RefUnterminated:
		p.problem(UnterminatedReference, span).Certain = true
	case lex.RefTooLarge:
		p.problem(InvalidCharacterReference, span)
		return lex.Failure{At: span.End, Reason: "invalid character entity " + p.s[span.Start:span.End]}
	case lex.RefInvalid:
		p.problem(InvalidCharacterReference, span)
		r, _ := lex.Number(p.s[span.Start:span.End])
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

// badChar records characters that XML cannot carry, in text that ends at end. The
// failure is created only on request: encoding/xml would notice it last, so it never
// takes precedence over another.
func (p *builder) badChar(bad Span, utf8OK bool, end int, wanted bool) lex.Failure {
	kind := InvalidCharacter
	if !utf8OK {
		kind = InvalidUTF8
	}
	p.problem(kind, bad)
	switch {
	case !wanted:
		return lex.Failure{}
	case !utf8OK:
		return lex.Failure{At: end, Reason: "invalid UTF-8"}
	}
	r, _ := utf8.DecodeRuneInString(p.s[bad.Start:])
	return illegal(r, end)
}

// badChars records the characters in s[i:j], a CDATA section's content, that
// XML cannot carry.
func (p *builder) badChars(i, j int) (fail lex.Failure) {
	for {
		bad, utf8OK := lex.NextBadChar(p.s, i, j)
		if bad.Len() == 0 || !fail.OK() && (p.strictly || p.full()) {
			p.b.MoreProblems = p.b.MoreProblems || bad.Len() > 0 && p.full()
			return fail
		}
		fail = fail.Or(p.badChar(Span(bad), utf8OK, j, fail.OK()))
		i = bad.End
	}
}

// attributeValues checks the values of a tag's attributes.
func (p *builder) attributeValues(attributes []lex.Attribute) (fail lex.Failure) {
	for _, a := range attributes {
		fail = fail.Or(p.chars(a.Value.Start, a.Value.End, false))
	}
	return fail
}
