package notes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Of returns the notes on a block by position, or nil. Each call computes them in one
// pass over the tokens; the slice belongs to the caller. The notes on a refused block
// are about its intended reading.
func Of(b *xmlcall.Block) []Note {
	if b.NumElements() == 0 {
		return nil
	}
	f := finder{b: b, root: b.Envelope()}
	f.arguments, _ = b.Child(f.root, "arguments")
	f.tokens()
	f.elements()
	f.envelope()
	f.thinking()
	slices.SortStableFunc(f.list, func(x, y Note) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	})
	return f.list
}

// A finder finds the notes on a block.
type finder struct {
	b               *xmlcall.Block
	root, arguments xmlcall.ElementID
	list            []Note
}

func (f *finder) add(kind NoteKind, span xmlcall.Span, element xmlcall.ElementID, want string) {
	f.list = append(f.list, Note{kind, span, element, want})
}

// tokens finds the notes on single tokens.
func (f *finder) tokens() {
	b := f.b
	for i := range b.Tokens {
		t := b.Tokens[i]
		switch t.Kind() {
		case xmlcall.Text:
			f.doubleEscapes(t)
			f.strayText(t)
		case xmlcall.CDATA:
			f.references(t)
			f.toolTags(t)
			f.strayText(t)
		case xmlcall.Comment:
			f.toolTags(t)
		case xmlcall.StartTag:
			if name := b.Slice(t.Inner()); lex.Local(name) != name {
				f.add(IgnoredPrefix, t.Span(), t.Element(), "")
			}
		}
	}
	for id, e := range b.Elements() {
		f.escapedSection(id)
		if all := e.Attributes(); len(all) > 0 {
			f.add(IgnoredAttributes, span(all[0].Span.Start, all[len(all)-1].Span.End), id, "")
		}
	}
}

// escapedSection notes an element that holds only a CDATA section with escaped markers.
func (f *finder) escapedSection(id xmlcall.ElementID) {
	e := f.b.Element(id)
	content := e.Content()
	if !strings.HasPrefix(strings.TrimLeft(f.b.Slice(content), " \t\r\n"), "&lt;![CDATA[") || e.HasChildren() {
		return
	}
	value, opened := strings.CutPrefix(strings.TrimSpace(e.Text()), "<![CDATA[")
	if value, closed := strings.CutSuffix(value, "]]>"); opened && closed && value != "" && !strings.Contains(value, "]]>") {
		f.add(EscapedSection, content, id, value)
	}
}

// doubleEscapes notes each "&amp;" that is followed by the rest of a reference.
func (f *finder) doubleEscapes(t xmlcall.Token) {
	const amp = "&amp;"
	s := f.b.Text[:t.Span().End]
	for i := t.Span().Start; ; {
		k := strings.Index(s[i:], amp)
		if k < 0 {
			return
		}
		i += k
		after := i + len(amp)
		if name := strings.TrimPrefix(s[after:], "#"); name == "" || !lex.IsNameByte(name[0]) {
			i = after
			continue
		}
		name, _, _ := strings.Cut(s[after:], ";")
		once := "&" + name + ";" // the reference without the escape
		if kind, end, _ := lex.Reference(once, 0); kind == lex.RefValid && after+end-1 <= len(s) {
			f.add(DoubleEscape, span(i, after+end-1), t.Element(), once[:end])
			i = after + end - 1
			continue
		}
		i = after
	}
}

// references notes the references in a CDATA section.
func (f *finder) references(t xmlcall.Token) {
	s := f.b.Text[:t.Inner().End]
	for i := lex.NextByte(s, t.Inner().Start, '&'); i < len(s); {
		kind, end, text := lex.Reference(s, i)
		if kind == lex.RefValid {
			f.add(ReferenceInSection, span(i, end), t.Element(), text)
		}
		i = lex.NextByte(s, end, '&')
	}
}

// toolTags notes each <tool> in a section or a comment.
func (f *finder) toolTags(t xmlcall.Token) {
	s := f.b.Text[:t.Inner().End]
	for i, ok := xmlcall.Find(s, t.Inner().Start); ok; i, ok = xmlcall.Find(s, i+1) {
		f.add(ToolTagInSection, span(i, i+len(lex.ToolOpen)), t.Element(), "")
	}
}

// strayText notes text where the runtime expects elements. Arguments that hold nothing
// but text are not noted here.
func (f *finder) strayText(t xmlcall.Token) {
	id := t.Element()
	if id != f.root && (id != f.arguments || !f.b.Element(id).HasChildren()) {
		return
	}
	if span := xmlcall.Span(lex.TrimSpace(f.b.Text, lex.Span(t.Span()))); span.Len() > 0 {
		f.add(StrayText, span, id, "")
	}
}

// elements notes anomalies in the content of fields.
func (f *finder) elements() {
	b := f.b
	for i, e := range b.Elements() {
		if e.Last()-e.First() < 3 || e.Unclosed() || i == f.root || e.HasChildren() {
			continue // too short for a section beside something else
		}
		sections, texts := 0, 0
		for k := e.First() + 1; k < e.Last(); k++ {
			switch t := &b.Tokens[k]; t.Kind() {
			case xmlcall.CDATA:
				sections++
			case xmlcall.Text:
				if !lex.IsBlank(b.Slice(t.Span())) {
					texts++
				}
			}
		}
		switch first, last := &b.Tokens[e.First()+1], &b.Tokens[e.Last()-1]; {
		case sections == 0:
		case texts > 0:
			f.add(MixedField, e.Content(), i, "")
		default:
			for _, t := range []*xmlcall.Token{first, last} {
				if t.Kind() == xmlcall.Text {
					f.add(PaddedSection, t.Span(), i, "")
				}
			}
		}
	}
}

// envelope notes elements that are missing from, or do not belong in, the envelope.
func (f *finder) envelope() {
	b, none := f.b, xmlcall.NoElement
	tool, server, arguments := none, none, none
	for id, e := range b.Children(f.root) {
		var counts *xmlcall.ElementID
		switch e.Local() {
		case "tool_name":
			counts = &tool
		case "server_name":
			counts = &server
		case "arguments":
			counts = &arguments
		default:
			f.add(UnknownChild, e.Start(), id, "")
			continue
		}
		if *counts != none {
			f.add(DuplicateChild, b.Element(*counts).Span(), *counts, "")
		}
		*counts = id
	}
	if f.name(tool, NoToolName) {
		name := b.ToolName()
		if trimmed := strings.TrimSpace(name); trimmed != name {
			f.add(PaddedToolName, b.Element(tool).Content(), tool, trimmed)
		}
	}
	if f.name(server, NoServerName) && strings.TrimSpace(b.ServerName()) != "local" {
		f.add(OtherServer, b.Element(server).Content(), server, "")
	}
	if arguments == none {
		f.add(NoArguments, b.Element(f.root).Start(), f.root, "")
	}
}

// name notes that a name of the envelope is missing or empty. It reports whether there
// is a name.
func (f *finder) name(id xmlcall.ElementID, missing NoteKind) bool {
	b := f.b
	switch {
	case id == xmlcall.NoElement:
		f.add(missing, b.Element(f.root).Start(), f.root, "")
	case b.Element(id).Text() == "":
		f.add(missing, b.Element(id).Span(), id, "")
	default:
		return true
	}
	return false
}

// thinking notes the thinking tags of the block.
func (f *finder) thinking() {
	s := f.b.Source()
	for tag, _ := lex.FindThinking(s, 0); tag.Len() > 0; tag, _ = lex.FindThinking(s, tag.End) {
		start := f.b.Span.Start + tag.Start
		f.add(ThinkingTag, span(start, start+tag.Len()), f.elementAt(start), "")
	}
}

// elementAt returns the element that the token at offset belongs to.
func (f *finder) elementAt(offset int) xmlcall.ElementID {
	i, found := slices.BinarySearchFunc(f.b.Tokens, offset, func(t xmlcall.Token, offset int) int {
		return cmp.Compare(t.Span().Start, offset)
	})
	if !found {
		i--
	}
	return f.b.Tokens[max(i, 0)].Element()
}

func span(start, end int) xmlcall.Span { return xmlcall.Span{Start: start, End: end} }
