package xmlcall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// Notes returns the notes on the block by position, nil where there are none.
// They are found anew with each call, in one pass over the tokens, and belong
// to the caller. Those of a refused block are about the reading that its author
// meant.
func (b *Block) Notes() []Note {
	if b.NumElements() == 0 {
		return nil
	}
	n := notes{b: b}
	n.tokens()
	n.elements()
	n.envelope()
	n.thinking()
	slices.SortStableFunc(n.list, func(x, y Note) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	})
	return n.list
}

type notes struct {
	b    *Block
	list []Note
}

func (n *notes) add(kind NoteKind, span Span, element int, want string) {
	n.list = append(n.list, Note{kind, span, element, want})
}

// tokens notes what stands in a single token.
func (n *notes) tokens() {
	b := n.b
	arguments := b.Child(b.Envelope(), "arguments")
	for i := range b.Tokens {
		t := &b.Tokens[i]
		switch t.Kind() {
		case Text:
			n.doubleEscapes(t)
			if t.Element() == b.Envelope() || t.Element() == arguments {
				n.strayText(t.Span(), t.Element(), arguments)
			}
		case CDATA:
			n.references(t)
			n.toolTags(t)
			if t.Element() == b.Envelope() || t.Element() == arguments {
				n.strayText(t.Span(), t.Element(), arguments)
			}
		case Comment:
			n.toolTags(t)
		case StartTag:
			if name := b.Slice(t.Inner()); lex.Local(name) != name {
				n.add(IgnoredPrefix, t.Span(), t.Element(), "")
			}
		}
	}
	for id, e := range b.Elements() {
		if all := e.Attributes(); len(all) > 0 {
			n.add(IgnoredAttributes, Span{all[0].Span.Start, all[len(all)-1].Span.End}, id, "")
		}
	}
}

// doubleEscapes notes each "&amp;" that is followed by the rest of a
// reference.
func (n *notes) doubleEscapes(t *Token) {
	const amp = "&amp;"
	s := n.b.Text[:t.Span().End]
	for i := t.Span().Start; ; {
		k := strings.Index(s[i:], amp)
		if k < 0 {
			return
		}
		i += k
		behind := i + len(amp)
		if name := strings.TrimPrefix(s[behind:], "#"); name == "" || !lex.IsNameByte(name[0]) {
			i = behind
			continue
		}
		// The reference as it would stand without the escape.
		once := "&" + s[behind:min(len(s), behind+maxReference)]
		if kind, end, _ := lex.Reference(once, 0); kind == lex.RefValid {
			n.add(DoubleEscape, Span{i, behind + end - 1}, t.Element(), once[:end])
			i = behind + end - 1
			continue
		}
		i = behind
	}
}

// maxReference bounds the length of a reference that is looked for behind an
// escaped '&'. The longest that anyone writes is &#x10FFFF;.
const maxReference = 16

// references notes the references in a CDATA section.
func (n *notes) references(t *Token) {
	s := n.b.Text[:t.Inner().End]
	for i := lex.NextByte(s, t.Inner().Start, '&'); i < len(s); {
		kind, end, text := lex.Reference(s, i)
		if kind == lex.RefValid {
			n.add(ReferenceInSection, Span{i, end}, t.Element(), text)
		}
		i = lex.NextByte(s, end, '&')
	}
}

// toolTags notes each <tool> in a section or a comment.
func (n *notes) toolTags(t *Token) {
	s := n.b.Text[:t.Inner().End]
	for i, ok := Find(s, t.Inner().Start); ok; i, ok = Find(s, i+1) {
		n.add(ToolTagInSection, Span{i, i + len(toolOpen)}, t.Element(), "")
	}
}

// strayText notes text where the runtime expects elements. Arguments that hold
// nothing but text are another matter.
func (n *notes) strayText(span Span, element, arguments int) {
	b := n.b
	if element == arguments && !b.Element(arguments).HasChildren() {
		return
	}
	if span = Span(lex.TrimSpace(b.Text, lex.Span(span))); span.Len() > 0 {
		n.add(StrayText, span, element, "")
	}
}

// elements notes what is odd about the content of fields.
func (n *notes) elements() {
	b := n.b
	for i := range b.Elements() {
		e := b.Element(i)
		if e.Last()-e.First() < 3 || e.Unclosed() || i == b.Envelope() || e.HasChildren() {
			continue // no room for a section beside something else
		}
		sections, texts := 0, 0
		for k := e.First() + 1; k < e.Last(); k++ {
			switch t := &b.Tokens[k]; t.Kind() {
			case CDATA:
				sections++
			case Text:
				if !lex.IsBlank(b.Slice(t.Span())) {
					texts++
				}
			}
		}
		switch first, last := &b.Tokens[e.First()+1], &b.Tokens[e.Last()-1]; {
		case sections == 0:
		case texts > 0:
			n.add(MixedField, e.Content(), i, "")
		default:
			for _, t := range []*Token{first, last} {
				if t.Kind() == Text {
					n.add(PaddedSection, t.Span(), i, "")
				}
			}
		}
	}
}

// envelope notes what is missing from, or too much in, the envelope.
func (n *notes) envelope() {
	b := n.b
	tool := b.Element(b.Envelope()).Start()
	names := [...]string{"tool_name", "server_name", "arguments"}
	last := [...]int{-1, -1, -1}
	for i := b.NumElements() - 1; i > b.Envelope(); i-- {
		e := b.Element(i)
		if e.Parent() != b.Envelope() {
			continue
		}
		switch k := slices.IndexFunc(names[:], e.isLocal); {
		case k < 0:
			n.add(UnknownChild, e.Start(), i, "")
		case last[k] >= 0:
			n.add(DuplicateChild, e.Span(), i, "")
		default:
			last[k] = i
		}
	}
	n.name("tool_name", last[0], NoToolName, PaddedToolName)
	n.name("server_name", last[1], NoServerName, OtherServer)
	if last[2] < 0 {
		n.add(NoArguments, tool, b.Envelope(), "")
	}
}

// name notes what is odd about a name of the envelope, which is the element
// with the given index: that it is missing, or not what the runtime expects.
func (n *notes) name(local string, element int, none, odd NoteKind) {
	b := n.b
	if element < 0 {
		n.add(none, b.Element(b.Envelope()).Start(), b.Envelope(), "")
		return
	}
	e := b.Element(element)
	text := b.envelopeText(local)
	switch trimmed := strings.TrimSpace(text); {
	case text == "":
		n.add(none, e.Span(), element, "")
	case odd == PaddedToolName && trimmed != text:
		n.add(odd, e.Content(), element, trimmed)
	case odd == OtherServer && trimmed != "local":
		n.add(odd, e.Content(), element, "")
	}
}

// thinking notes the thinking tags of the block.
func (n *notes) thinking() {
	b := n.b
	s := b.Text[:b.Span.End]
	for i := lex.NextMarkup(s, b.Span.Start); i < len(s); i = lex.NextMarkup(s, i+1) {
		for _, tag := range [...]string{lex.ThinkingOpen, lex.ThinkingClose} {
			if strings.HasPrefix(s[i:], tag) {
				n.add(ThinkingTag, Span{i, i + len(tag)}, n.elementAt(i), "")
			}
		}
	}
}

// elementAt returns the index of the element that the token at offset belongs
// to.
func (n *notes) elementAt(offset int) int {
	b := n.b
	i, found := slices.BinarySearchFunc(b.Tokens, offset, func(t Token, offset int) int {
		return cmp.Compare(t.Span().Start, offset)
	})
	if !found {
		i--
	}
	return b.Tokens[max(i, 0)].Element()
}
