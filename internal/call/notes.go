package call

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// findNotes returns the notes on the call by position. Those on a refused one are about its intended reading.
func (c *Call) findNotes() []Note {
	f := noteFinder{Call: c, root: c.Block.Envelope()}
	for i := range c.Block.Tokens {
		f.token(c.Block.Tokens[i])
	}
	f.envelope()
	s := c.Block.Source()
	for tag, ok := syntax.FindThinking(s, 0); ok; tag, ok = syntax.FindThinking(s, tag.End) {
		start := c.Block.Span.Start + tag.Start
		t, _ := c.TokenAt(start)
		f.add(ThinkingTag, xmlcall.Span{Start: start, End: start + tag.Len()}, t.Element(), "")
	}
	slices.SortStableFunc(f.list, func(x, y Note) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	})
	return f.list
}

// A noteFinder finds the notes on a call.
type noteFinder struct {
	*Call
	root xmlcall.ElementID
	list []Note
}

func (f *noteFinder) add(kind NoteKind, span xmlcall.Span, element xmlcall.ElementID, want string) {
	f.list = append(f.list, Note{kind, span, element, want})
}

// token finds the notes on a token, and with a start tag those on the content of its element.
func (f *noteFinder) token(t xmlcall.Token) {
	switch t.Kind() {
	case xmlcall.Text:
		f.doubleEscapes(t)
		f.strayText(t)
	case xmlcall.CDATA:
		inner := f.Block.Slice(t.Inner())
		for i, a := range ampersands(inner) {
			if a.ok {
				f.add(ReferenceInSection, within(t.Inner(), i, a.end), t.Element(), a.text)
			}
		}
		f.toolTags(t)
		f.strayText(t)
	case xmlcall.Comment:
		f.toolTags(t)
	case xmlcall.StartTag:
		if name := f.Block.Slice(t.Inner()); lex.Local(name) != name {
			f.add(IgnoredPrefix, t.Span(), t.Element(), "")
		}
		e := f.Block.Element(t.Element())
		if all := e.Attributes(); len(all) > 0 {
			f.add(IgnoredAttributes, xmlcall.Span{Start: all[0].Span.Start, End: all[len(all)-1].Span.End}, t.Element(), "")
		}
		if !e.HasChildren() {
			f.escapedSection(t.Element(), e)
			f.sections(t.Element(), e)
		}
	}
}

// within returns the part of a span between two offsets in it.
func within(span xmlcall.Span, from, to int) xmlcall.Span {
	return xmlcall.Span{Start: span.Start + from, End: span.Start + to}
}

// doubleEscapes notes each "&amp;" that is followed by the rest of a reference.
func (f *noteFinder) doubleEscapes(t xmlcall.Token) {
	text := f.Block.Slice(t.Span())
	for i, a := range ampersands(text) {
		if n := restOfReference(text[a.end:]); n > 0 && text[i:a.end] == "&amp;" {
			f.add(DoubleEscape, within(t.Span(), i, a.end+n), t.Element(), "&"+text[a.end:a.end+n])
		}
	}
}

// toolTags notes each <tool> in a section or a comment.
func (f *noteFinder) toolTags(t xmlcall.Token) {
	s := f.Block.Text[:t.Inner().End]
	for i, ok := xmlcall.Find(s, t.Inner().Start); ok; i, ok = xmlcall.Find(s, i+1) {
		f.add(ToolTagInSection, xmlcall.Span{Start: i, End: i + len(lex.ToolOpen)}, t.Element(), "")
	}
}

// strayText notes text where the runtime expects elements. Arguments that hold nothing
// but text are not noted here.
func (f *noteFinder) strayText(t xmlcall.Token) {
	id := t.Element()
	if id != f.root && (id != f.arguments || !f.HasChildren(id)) {
		return
	}
	if span := xmlcall.Span(lex.TrimSpace(f.Block.Text, lex.Span(t.Span()))); span.Len() > 0 {
		f.add(StrayText, span, id, "")
	}
}

// escapedSection notes an element that holds only a CDATA section with escaped markers.
func (f *noteFinder) escapedSection(id xmlcall.ElementID, e xmlcall.Element) {
	if !strings.HasPrefix(strings.TrimLeft(f.Block.Slice(e.Content()), blanks), "&lt;![CDATA[") {
		return
	}
	value, opened := strings.CutPrefix(strings.TrimSpace(e.Text()), sectionOpen)
	if value, closed := strings.CutSuffix(value, sectionClose); opened && closed && value != "" && !strings.Contains(value, sectionClose) {
		f.add(EscapedSection, e.Content(), id, value)
	}
}

// sections notes text beside the sections in an element.
func (f *noteFinder) sections(id xmlcall.ElementID, e xmlcall.Element) {
	if e.Last()-e.First() < 3 || e.Unclosed() || id == f.root {
		return // too short for a section beside something else
	}
	var sections, texts int
	var blank []xmlcall.Span
	for k := e.First() + 1; k < e.Last(); k++ {
		switch t := f.Block.Tokens[k]; {
		case t.Kind() == xmlcall.CDATA:
			sections++
		case t.Kind() != xmlcall.Text:
		case !lex.IsBlank(f.Block.Slice(t.Span())):
			texts++
		case k == e.First()+1 || k == e.Last()-1:
			blank = append(blank, t.Span())
		}
	}
	switch {
	case sections == 0:
	case texts > 0:
		f.add(MixedField, e.Content(), id, "")
	default:
		for _, span := range blank {
			f.add(PaddedSection, span, id, "")
		}
	}
}

// envelope notes elements that are missing from, or do not belong in, the envelope.
func (f *noteFinder) envelope() {
	last := map[string]xmlcall.ElementID{}
	for id, e := range f.Block.Children(f.root) {
		name := e.Local()
		if !forge.InEnvelope(name) {
			f.add(UnknownChild, e.Start(), id, "")
			continue
		}
		if before, again := last[name]; again {
			f.add(DuplicateChild, f.Block.Element(before).Span(), before, "")
		}
		last[name] = id
	}
	if name := f.Block.ToolName(); name != strings.TrimSpace(name) {
		tool := last["tool_name"]
		f.add(PaddedToolName, f.Block.Element(tool).Content(), tool, strings.TrimSpace(name))
	}
	switch server, named := last["server_name"]; {
	case !named:
		f.add(NoServerName, f.Block.Element(f.root).Start(), f.root, "")
	case f.Block.Element(server).Text() == "":
		f.add(NoServerName, f.Block.Element(server).Span(), server, "")
	case strings.TrimSpace(f.Block.ServerName()) != "local":
		f.add(OtherServer, f.Block.Element(server).Content(), server, "")
	}
	if _, given := last["arguments"]; !given {
		f.add(NoArguments, f.Block.Element(f.root).Start(), f.root, "")
	}
}
