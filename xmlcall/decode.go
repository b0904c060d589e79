package xmlcall

import "strings"

// A Value is an element of a call's arguments as a program sees it.
type Value struct {
	// Name is the element's name without its prefix.
	Name string
	// Text is the element's own character data, references decoded, CDATA
	// sections and text concatenated, CR LF and CR read as LF. What child
	// elements hold is not part of it; comments, processing instructions and
	// directives are dropped, as the runtime drops them.
	Text string
	// Children are the child elements in order.
	Children []*Value
	// Literal reports that Text comes from at least one CDATA section. ADR-0019
	// infers no type for such a value.
	Literal bool
}

// Decode returns the arguments of the call as the runtime reads them, the
// ampersand repair included: for a repaired block that means "&amp;" where a
// CDATA section holds a bare '&'. Of several arguments elements the last
// counts. ok is false for a refused call and for one without arguments.
func (b *Block) Decode() (arguments *Value, ok bool) {
	if b.verdict.Outcome == Refused {
		return nil, false
	}
	i := b.Child(b.root, "arguments")
	if i < 0 {
		return nil, false
	}
	return b.value(i, b.verdict.Outcome == Repaired), true
}

// Value returns the element with the given index in b.Elements in the reading
// that the author meant: as [Block.Decode] does for a block that runs, and
// with each problem of a refused one read as if it were mended.
func (b *Block) Value(element int) *Value { return b.value(element, false) }

// Envelope returns the index of the tool element that holds the envelope. It
// is 0, but for a block in which a mention of <tool> swallowed a call.
func (b *Block) Envelope() int { return b.root }

// Child returns the index of the last child element of parent with the given
// local name, -1 if there is none. Of duplicates the runtime reads the last.
func (b *Block) Child(parent int, local string) int {
	for i := len(b.Elements) - 1; i > parent; i-- {
		if e := &b.Elements[i]; e.Parent == parent && e.Local() == local {
			return i
		}
	}
	return -1
}

// ToolName returns the tool's name as the runtime reads it: not trimmed, empty
// where there is none.
func (b *Block) ToolName() string { return b.envelopeText("tool_name") }

// ServerName returns the server's name, which is "local" where the call names
// none.
func (b *Block) ServerName() string {
	if name := b.envelopeText("server_name"); name != "" {
		return name
	}
	return "local"
}

func (b *Block) envelopeText(local string) string {
	if len(b.Elements) == 0 {
		return ""
	}
	i := b.Child(b.root, local)
	if i < 0 {
		return ""
	}
	return b.value(i, b.verdict.Outcome == Repaired).Text
}

// value builds the value of an element. repair applies the ampersand repair
// to CDATA sections.
func (b *Block) value(element int, repair bool) *Value {
	root := &b.Elements[element]
	values := map[int]*Value{element: {Name: root.Local()}}
	texts := map[int]*strings.Builder{}
	for i := root.First + 1; i <= root.Last && i < len(b.Tokens); i++ {
		t := &b.Tokens[i]
		v := values[t.Element]
		if t.Kind == StartTag {
			e := &b.Elements[t.Element]
			child := &Value{Name: e.Local()}
			if parent := values[e.Parent]; parent != nil {
				parent.Children = append(parent.Children, child)
			}
			values[t.Element] = child
			continue
		}
		text, literal, ok := b.tokenText(t, repair)
		if !ok || v == nil {
			continue
		}
		v.Literal = v.Literal || literal
		switch w := texts[t.Element]; {
		case w != nil:
			w.WriteString(text)
		case v.Text == "":
			v.Text = text
		default:
			w = &strings.Builder{}
			w.WriteString(v.Text)
			w.WriteString(text)
			texts[t.Element] = w
		}
	}
	for i, w := range texts {
		values[i].Text = w.String()
	}
	return values[element]
}

// Character returns the character that a Reference token stands for, "" for
// any other token.
func (b *Block) Character(t *Token) string {
	if t.Kind != Reference {
		return ""
	}
	_, _, text := scanRef(b.Text[:t.Span.End], t.Span.Start)
	return text
}

// tokenText returns what a token adds to the text of its element.
func (b *Block) tokenText(t *Token, repair bool) (text string, literal, ok bool) {
	switch t.Kind {
	case Text:
		return normalizeNewlines(b.Slice(t.Span)), false, true
	case Reference:
		return b.Character(t), false, true
	case CDATA:
		text := b.Slice(t.Inner)
		if repair {
			text = Repair(text)
		}
		return normalizeNewlines(text), true, true
	}
	return "", false, false
}
