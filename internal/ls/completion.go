package ls

// These files implement completion:
//
//	completion.go            what is asked for, and who answers
//	completion_site.go       what is open at a place, by the text around it
//	completion_item.go       an item, as the client can use it
//	completion_call.go       whole calls, the envelope, names
//	completion_argument.go   arguments and their values
//	completion_about.go      the documentation of an item
//	insertion.go             a text with fields
//	template.go              how calls to a tool are written

// Complete adds the items for a place in a text with calls.
func (c *Completer) Complete(around View) {
	c.read()
	switch {
	case !c.enter(around):
	case c.block == nil:
		c.completeCall()
	case c.kind == typedReference:
		c.completeReference()
	case c.inSection:
	case c.kind == typedEnd:
		c.completeEnd()
	case c.open == c.block.Envelope():
		c.completeEnvelope()
	default:
		c.completeElement()
	}
}

// references are the characters for which XML defines names.
var references = []struct{ name, character string }{
	{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&apos;", "'"},
}

// completeReference adds the five references.
func (c *Completer) completeReference() {
	if c.inSection || c.isStructure(c.open) {
		return
	}
	for i, r := range references {
		c.add(Item{Label: r.name, Detail: r.character, Sort: string('a' + rune(i)), Kind: TextItem}, insertion{literally(r.name)})
	}
}
