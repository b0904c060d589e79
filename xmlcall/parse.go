package xmlcall

import (
	"cmp"
	"fmt"
	"strings"
)

// parseClosed parses the block from the <tool> at offset to the next </tool>.
func parseClosed(text string, offset, maxSize int) *Block {
	inner := offset + len(toolOpen)
	end := inner + strings.Index(text[inner:], toolClose) + len(toolClose)
	b := &Block{Text: text, Span: Span{offset, end}}
	w := newBuilder(b)
	w.strictly = true
	fail := w.strict()
	if !fail.ok() {
		recoverBlock(b)
	}
	b.judge(fail, maxSize)
	return b
}

// strict reads the block as the runtime's parser reads it after the ampersand
// repair: what the repair mends is recorded and passed over. It returns why
// the parser stops, if it does; what was read until then is of no use.
func (p *builder) strict() failure {
	s := p.s
	deep := false
	for i := p.b.Span.Start; i < len(s); {
		if len(p.open) > MaxDepth && !deep {
			// A million start tags are not read for the reason why they are
			// refused: there are not even that many slashes to close them.
			if deep = true; strings.Count(s[i:], "/") < len(p.open) {
				return tooDeep(s, i)
			}
		}
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
		n := strings.Index(s[i+4:], "--")
		if n < 0 {
			return 0, failure{len(s), unexpectedEOF}
		}
		inner := i + 4 + n
		if !strings.HasPrefix(s[inner:], "-->") {
			return 0, failure{inner + 3, `invalid sequence "--" not allowed in comments`}
		}
		p.token(Comment, Span{i, inner + 3}, Span{i + 4, inner})
		return inner + 3, failure{}
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
		at := i + len("<![")
		for at < len(s) && s[at] == cdataOpen[at-i] {
			at++
		}
		return 0, failure{at + 1, "invalid <![ sequence"}
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
		// The value of an attribute is judged before the rest of the tag is read.
		for _, a := range t.attributes {
			if a.span.End > t.fail.at || !a.fail.ok() {
				break
			}
			if fail := p.chars(a.value.Start, a.value.End, false); !fail.ok() {
				return 0, fail
			}
		}
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

// tooDeep returns why the strict parser most likely stops in start tags that
// are too many to be closed, of which the one at s[i:] is one: at the first end
// tag, which closes the start tag before it.
func tooDeep(s string, i int) failure {
	end := i + strings.Index(s[i:], "</") // that of the block, if no other
	closer, _ := lexTag(s, end)
	for at := end; at > i; {
		at = max(i, strings.LastIndexByte(s[:at], '<'))
		if t, ok := lexTag(s, at); ok && !t.isEnd && !t.selfClosing {
			return failure{closer.name.End, closedBy(s[t.name.Start:t.name.End], s[closer.name.Start:closer.name.End])}
		}
	}
	return failure{end, unexpectedEOF}
}

// closedBy says that an element was closed by an end tag of another name.
func closedBy(element, tag string) string {
	from, to := localName(element), localName(tag)
	if from != to {
		return fmt.Sprintf("element <%s> closed by </%s>", from, to)
	}
	space := func(name, local string) string { return strings.TrimSuffix(strings.TrimSuffix(name, local), ":") }
	return fmt.Sprintf("element <%s> in space %s closed by </%s> in space %s",
		from, space(element, from), to, cmp.Or(space(tag, to), `""`))
}

// strictTag opens or closes an element.
func (p *builder) strictTag(t *tag, i int) failure {
	span := Span{i, t.end}
	if !t.isEnd {
		p.start(t.name, span, t.attributes, t.selfClosing)
		return p.attributeValues(t.attributes)
	}
	open := &p.b.Elements[p.element()]
	if name := p.s[t.name.Start:t.name.End]; name != open.Name {
		return failure{t.end, closedBy(open.Name, name)}
	}
	p.end(span, t.name)
	if len(p.open) == 0 && p.s[i:t.end] != toolClose {
		p.problem(UnrecognizedTag, span).Want = toolClose
	}
	return failure{}
}
