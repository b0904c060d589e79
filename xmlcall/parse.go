package xmlcall

// builder returns a builder for the next block. The first block of a text gets memory
// of its own, because it is often the only one; later blocks share theirs, with those of other
// texts, too: a parser that kept the room for its next block would be 5 KB for each message of a
// transcript.
func (p *Parser) builder() *builder {
	if p.used.Load() {
		return sharing.Get().(*builder)
	}
	p.used.Store(true)
	return builders.Get().(*builder)
}

// closed parses the block from a <tool> to the next </tool>, which must exist.
func (p *builder) closed() {
	fail := p.strict()
	if !fail.OK() {
		p.recover()
	}
	p.b.Tokens, p.b.elements, p.b.apart = p.tokens, p.elements, &p.apart
	p.b.judge(fail, p.endTags, p.maxSize)
}
