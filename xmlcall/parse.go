package xmlcall

import (
	"fmt"
	"strings"
)

// MaxSize is the largest call, in bytes, that the runtime reads.
const MaxSize = 10 * 1024 * 1024

const (
	toolOpen  = "<tool>"
	toolClose = "</tool>"
)

// A Parser parses blocks of one text. It remembers where the last </tool> of
// the text stands, so that many openers without an end do not each make it
// read the rest. A Parser is safe for concurrent use.
type Parser struct {
	text      string
	lastClose int // -1 where there is none
}

// NewParser returns a parser for text.
func NewParser(text string) *Parser {
	return &Parser{text, strings.LastIndex(text, toolClose)}
}

// ParseAt parses the block of text that starts at offset; see [Parser.At].
func ParseAt(text string, offset int) *Block { return NewParser(text).At(offset) }

// At parses the block that starts at the given offset, which must be that of a
// literal <tool> or of a tag that was meant to be one (see [Unrecognized]); it
// panics on any other offset.
//
// At reads no further than the block, for an unclosed block no further than
// the next <tool>, and for one that a </tool> in a value cut short up to 1 MiB
// further, for the rest of the call.
func (p *Parser) At(offset int) *Block {
	text := p.text
	b := &Block{Text: text}
	b.Span.Start = offset
	if !strings.HasPrefix(text[offset:], toolOpen) {
		parseUnrecognized(b)
		return b
	}
	inner := offset + len(toolOpen)
	if p.lastClose < inner {
		parseUnclosed(b)
		return b
	}
	b.Span.End = inner + strings.Index(text[inner:], toolClose) + len(toolClose)
	w := newBuilder(b)
	fail := w.strict()
	if !fail.ok() {
		b.Tokens, b.Elements, b.Attributes, b.Problems = nil, nil, nil, nil
		recoverBlock(b)
	}
	b.judge(fail)
	return b
}

// strict reads the block as the runtime's parser reads it after the ampersand
// repair: what the repair mends is recorded and passed over. It returns why
// the parser stops, if it does; what was read until then is of no use.
func (p *builder) strict() failure {
	s := p.s
	for i := p.b.Span.Start; i < len(s); {
		if len(p.open) == 0 && len(p.b.Elements) > 0 {
			// Unmarshal stops behind the root's end tag, which is the literal
			// one unless somebody wrote </tool >.
			p.literal(Span{i, len(s)})
			break
		}
		if s[i] != '<' {
			j := nextMarkup(s, i)
			if fail := p.text(i, j); !fail.ok() {
				return fail
			}
			i = j
			continue
		}
		if end := p.plainTag(i); end > 0 {
			i = end
			continue
		}
		end, fail := p.strictMarkup(i)
		if !fail.ok() {
			return fail
		}
		i = end
	}
	if len(p.open) > 0 {
		return failure{len(s), unexpectedEOF}
	}
	return failure{}
}

// plainTag reads the tag at s[i:] if it is one of those that nearly all are: a
// start tag of a simple name without attributes, or the end tag of the open
// element. It returns the offset behind it, 0 if it is another.
func (p *builder) plainTag(i int) (end int) {
	s := p.s
	if strings.HasPrefix(s[i:], "</") {
		e := &p.b.Elements[p.element()]
		name := Span{i + 2, i + 2 + len(e.Name)}
		if len(p.open) == 1 || name.End >= len(s) || s[name.End] != '>' || s[name.Start:name.End] != e.Name {
			return 0
		}
		p.end(Span{i, name.End + 1}, name)
		return name.End + 1
	}
	k := i + 1
	for k < len(s) && ('a' <= s[k]|0x20 && s[k]|0x20 <= 'z' || s[k] == '_') {
		k++
	}
	if k == i+1 || k == len(s) || s[k] != '>' {
		return 0
	}
	p.startElement(Span{i + 1, k}, Span{i, k + 1})
	return k + 1
}

// nextMarkup returns the offset of the first '<' at or after i.
func nextMarkup(s string, i int) int { return nextByte(s, i, '<') }

// strictMarkup reads the markup at s[i], which is '<'.
func (p *builder) strictMarkup(i int) (end int, fail failure) {
	s := p.s
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<?"):
		end, target, fail := lexProcInst(s, i)
		p.token(ProcInst, Span{i, end}, target)
		return end, fail
	case strings.HasPrefix(rest, "<!--"):
		end, dashes := lexComment(s, i)
		if len(dashes) > 0 {
			return 0, failure{dashes[0].End + 1, `invalid sequence "--" not allowed in comments`}
		}
		if end < 0 {
			return 0, failure{len(s), unexpectedEOF}
		}
		p.token(Comment, Span{i, end}, Span{i + 4, end - 3})
		return end, failure{}
	case strings.HasPrefix(rest, "<!-"):
		return 0, failure{i + 4, "invalid sequence <!- not part of <!--"}
	case strings.HasPrefix(rest, cdataOpen):
		inner := i + len(cdataOpen)
		n := strings.Index(s[inner:], cdataClose)
		if n < 0 {
			return 0, failure{len(s), unexpectedEOF + " in CDATA section"}
		}
		p.token(CDATA, Span{i, inner + n + 3}, Span{inner, inner + n})
		return inner + n + 3, p.badChars(inner, inner+n)
	case strings.HasPrefix(rest, "<!["):
		return 0, failure{i + 4, "invalid <![ sequence"}
	case strings.HasPrefix(rest, "<!"):
		end := lexDirective(s, i)
		if end < 0 {
			return 0, failure{len(s), unexpectedEOF}
		}
		p.directive(i, end)
		return end, failure{}
	}
	t, ok := lexTag(s, i)
	if !ok || !t.fail.ok() {
		return 0, t.fail
	}
	return t.end, p.strictTag(&t, i)
}

// directive adds the directive at s[i:end]. One that was meant to be a CDATA
// section is legal, and its content is lost.
func (p *builder) directive(i, end int) {
	if n := malformedCDATA(p.s, i); n > 0 && strings.HasSuffix(p.s[i+n:end], cdataClose) {
		p.problem(MalformedCDATA, Span{i, i + n}).Certain = true
	}
	p.token(Directive, Span{i, end}, Span{i + 2, end - 1})
}

// strictTag opens or closes an element.
func (p *builder) strictTag(t *tag, i int) failure {
	span := Span{i, t.end}
	if !t.isEnd {
		p.start(t, span)
		return p.attributeValues(t)
	}
	open := &p.b.Elements[p.element()]
	if name := p.s[t.name.Start:t.name.End]; name != open.Name {
		return failure{t.end, fmt.Sprintf("element <%s> closed by </%s>", localName(open.Name), localName(name))}
	}
	p.end(span, t.name)
	if len(p.open) == 0 && p.s[i:t.end] != toolClose {
		p.problem(UnrecognizedTag, span).Want = toolClose
	}
	return failure{}
}

// judge decides the verdict of a closed block: fail is why the strict parser
// stops even after the repair.
func (b *Block) judge(fail failure) {
	v := &b.verdict
	v.At = -1
	defer sortProblems(b)
	if b.Span.Len() > MaxSize {
		v.Outcome = Refused
		v.Reason = fmt.Sprintf("tool call XML exceeds maximum size of %d bytes", MaxSize)
		b.Problems = append(b.Problems, Problem{Kind: TooLarge, Span: b.Span, At: -1})
		return
	}
	if !fail.ok() {
		*v = Verdict{Refused, true, b.syntaxError(fail), fail.at}
		if !b.explained() {
			b.Problems = append(b.Problems, Problem{
				Kind: SyntaxError, Span: b.failureSpan(fail.at), At: -1, Want: fail.reason,
			})
		}
		return
	}
	for _, p := range b.Problems {
		if p.Kind.repairable() {
			*v = Verdict{Repaired, true, b.syntaxError(b.ampersandFailure(p.Span)), p.Span.Start}
			b.markCorrupted()
			break
		}
	}
	b.markRunOver()
	if b.ToolName() == "" {
		v.Outcome = Refused
		v.Reason = "tool_name is required in tool call"
		v.At = -1
	}
}

// repairable reports whether the ampersand repair mends a problem of kind k.
func (k ProblemKind) repairable() bool {
	return k == BareAmpersand || k == UnknownEntity || k == UnterminatedReference
}

// refuses reports whether a problem of kind k makes the strict parser stop.
// Two kinds may or may not: "<! [CDATA[x]]>" is a legal directive, and a CDATA
// section without an end may find that of another.
func (k ProblemKind) refuses() bool {
	switch k {
	case BareAmpersand, UnknownEntity, UnterminatedReference, CorruptedCDATA, SurrogateReference, UnrecognizedTag:
		return false
	}
	return true
}

// explained reports whether a problem says why the strict parser stops.
func (b *Block) explained() bool {
	for _, p := range b.Problems {
		if p.Kind.refuses() {
			return true
		}
	}
	return false
}

// syntaxError puts a failure in the runtime's words. Its lines are counted
// from the block's first.
func (b *Block) syntaxError(f failure) string {
	if strings.HasPrefix(f.reason, "xml: ") { // encoding/xml names no line here
		return f.reason
	}
	return fmt.Sprintf("XML syntax error on line %d: %s",
		1+strings.Count(b.Text[b.Span.Start:min(f.at, b.Span.End)], "\n"), f.reason)
}

// ampersandFailure says why the strict parser stopped at the first ampersand
// before the repair.
func (b *Block) ampersandFailure(span Span) failure {
	end := span.End
	if s := b.Text[:b.Span.End]; end-span.Start == 1 {
		if end < len(s) && s[end] == '#' {
			end++
			if end < len(s) && s[end] == 'x' {
				end++
			}
		} else {
			end = nameEnd(s, end)
		}
		if end < len(s) && s[end] == ';' {
			end++
		}
	} else if strings.HasPrefix(b.Slice(span), "&#X") {
		end = span.Start + 2
	}
	entity := b.Text[span.Start:end]
	if !strings.HasSuffix(entity, ";") {
		entity += " (no semicolon)"
	}
	return failure{end, "invalid character entity " + entity}
}

// failureSpan returns a non-empty span for a failure at the given offset.
func (b *Block) failureSpan(at int) Span {
	at = max(b.Span.Start, min(at, b.Span.End)-1)
	return Span{at, at + 1}
}

// markRunOver records the CDATA sections of a block that the runtime reads,
// but not as it was written: without an end of their own they run over the end
// of their field into another of the same name.
func (b *Block) markRunOver() {
	for _, t := range b.Tokens {
		if t.Kind != CDATA {
			continue
		}
		if end := runsOver(b.Slice(t.Inner), b.Elements[t.Element].Name); end >= 0 {
			b.Problems = append(b.Problems, Problem{
				Kind: UnclosedCDATA, Span: Span{t.Span.Start, t.Inner.Start}, Element: t.Element, At: t.Inner.Start + end,
			})
		}
	}
}

// markCorrupted records what the repair does to the CDATA sections of a block
// that it is applied to.
func (b *Block) markCorrupted() {
	for _, t := range b.Tokens {
		if t.Kind != CDATA {
			continue
		}
		for i := nextRepair(b.Text[:t.Inner.End], t.Inner.Start); i < t.Inner.End; i = nextRepair(b.Text[:t.Inner.End], i+1) {
			b.Problems = append(b.Problems, Problem{
				Kind: CorruptedCDATA, Span: Span{i, i + 1}, Element: t.Element, At: -1, Certain: true,
			})
		}
	}
}
