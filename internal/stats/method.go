package stats

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

// maxFields bounds the number of fields in a row: a call may have any number.
const maxFields = 256

// fieldsOf returns the fields of a call's arguments, in order: the elements without child
// elements.
func fieldsOf(b *xmlcall.Block) []Field {
	arguments := b.Arguments()
	if arguments == xmlcall.NoElement {
		return nil
	}
	var list []Field
	var names []string
	depth := map[xmlcall.ElementID]int{arguments: 0}
	for id, e := range b.Within(arguments) {
		if len(list) == maxFields {
			break
		}
		level := depth[e.Parent()]
		names = append(names[:level], e.Local())
		depth[id] = level + 1
		if e.HasChildren() {
			continue
		}
		list = append(list, Field{Name: clip(strings.Join(names, "/"), maxName), Method: methodOf(b, e), Bytes: e.Content().Len()})
	}
	return list
}

// methodOf returns the method of an element's value. White space around a CDATA section
// is not part of the value.
func methodOf(b *xmlcall.Block, e xmlcall.Element) string {
	text, references, section := false, false, false
	end := e.Last()
	if e.Unclosed() {
		end++ // that is content
	}
	for id := e.First() + 1; id < end; id++ {
		t := b.Tokens[id]
		switch t.Kind() {
		case xmlcall.CDATA:
			section = true
		case xmlcall.Text:
			s := b.Slice(t.Span())
			text = text || strings.TrimSpace(s) != ""
			for range b.References(t) {
				references = true
				break
			}
		}
	}
	switch {
	case section && text:
		return Mixed
	case section:
		return Sections
	case references:
		return Escapes
	}
	return Plain
}

// methodOfAll returns the method of a call with the given fields: that of the fields that
// are not plain, if they agree.
func methodOfAll(fields []Field) string {
	all := Plain
	for i := range fields {
		switch m := fields[i].Method; {
		case m == Plain || m == all:
		case all == Plain:
			all = m
		default:
			return Mixed
		}
	}
	return all
}

// measure sets the lengths of a call in other encodings, unless it is refused or has no arguments.
func (f *Row) measure(b *xmlcall.Block) {
	call, err := legacy.Of(b)
	if err != nil || b.Arguments() == xmlcall.NoElement {
		return
	}
	rest := b.Span.Len() // without the values
	lesser := 0          // characters that the JSON form escapes, but a model would not
	for _, e := range b.Within(b.Arguments()) {
		if e.HasChildren() {
			continue
		}
		text := e.Text()
		rest -= e.Content().Len()
		escaped := len(encode.Escape(text)) + (len("&#13;")-1)*strings.Count(text, "\r")
		f.Escaped += escaped
		if section, ok := encode.Section(text); ok && escaped > len(text) {
			f.CDATA += len(section)
		} else {
			f.CDATA += escaped
		}
		lesser += strings.Count(text, "<")
	}
	const escape = len(`\u003c`) - len("<")
	f.JSON = len("<tool></tool>") + len(call.JSON(encode.Options{})) - escape*lesser
	f.Escaped += rest
	f.CDATA += rest
}
