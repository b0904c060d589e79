package document

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/source"
	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readSource reads a program or a configuration file: each of its strings is a document.
func readSource(text string, kind Kind, from *Context) *File {
	f := &File{Text: text, Kind: kind}
	if !Relevant(text, kind) {
		return f
	}
	if !from.Prompt { // programs and their tests write and read tags in many forms
		from = &Context{}
	}
	read := source.Read(text, kinds[kind].language, func(raw string) bool { return Relevant(raw, kind) })
	if read.Invalid {
		d := readDocument(text, nil, &Context{ReadOptions: from.ReadOptions})
		for i := range d.Segments {
			for k := range d.Segments[i].LeadIns {
				d.Segments[i].LeadIns[k].line = -1 // it may be a string's
			}
		}
		f.Segments, f.Directives = d.Segments, d.Directives
		return f
	}
	for i := range read.Strings {
		f.addString(&read.Strings[i], from)
	}
	for _, r := range directives(text) {
		i, _ := slices.BinarySearchFunc(read.Comments, r.Span.Start, func(c source.Span, at int) int { return c.End - at - 1 })
		if i < len(read.Comments) && read.Comments[i].Start <= r.Span.Start && r.Span.End <= read.Comments[i].End {
			f.Directives = append(f.Directives, r)
		}
	}
	slices.SortStableFunc(f.Directives, func(a, b Directive) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return f
}

// addString adds the segments of a string of a program, and its directives.
func (f *File) addString(str *source.String, from *Context) {
	d := readDocument(str.Text.String(), str.Text, &Context{ReadOptions: from.ReadOptions})
	for i := range d.Segments {
		s := &d.Segments[i]
		for k := range s.LeadIns {
			// Only the first call can be preceded by a comment of the program.
			s.LeadIns[k].line = -1
			if i == 0 && k == 0 {
				s.LeadIns[k].line = str.Line
			}
		}
		for _, h := range str.Holes {
			start, ok := s.literal.Find(str.Text.Offset(h.Start))
			if end := start + h.End - h.Start; ok && end <= len(s.Text) {
				s.Computed = append(s.Computed, xmlcall.Span{Start: start, End: end})
			}
		}
		slices.SortStableFunc(s.Computed, func(a, b xmlcall.Span) int { return cmp.Compare(a.Start, b.Start) })
		s.Placeholders = slices.DeleteFunc(s.Placeholders, func(p xmlcall.Span) bool {
			return slices.ContainsFunc(s.Computed, func(c xmlcall.Span) bool { return p.Start < c.End && c.Start < p.End })
		})
	}
	f.Segments = append(f.Segments, d.Segments...)
	if len(d.Segments) == 0 {
		return // it is about comments, but not a comment itself
	}
	place := func(s xmlcall.Span) xmlcall.Span {
		return xmlcall.Span{Start: str.Text.Offset(s.Start), End: str.Text.End(s.End)}
	}
	for _, r := range d.Directives {
		text := d.Text[r.Text.Start:r.Text.End]
		r.Span, r.Text = place(r.Span), place(r.Text)
		if strings.HasPrefix(f.Text[r.Text.Start:], text) { // written without escapes
			f.Directives = append(f.Directives, r)
		}
	}
}

// minPassage is the size in bytes from which a string of a program is a text rather than a name.
const minPassage = 40

// Passages returns the texts that a file of documents consists of, by position: the file, the strings of a program, or the system
// messages of a transcript in JSON; none of another transcript.
func Passages(text string, kind Kind) (list []*literal.Text) {
	if kind == JSON {
		read := transcript.Read(text, transcript.Detected)
		for i := range read.Messages {
			if m := &read.Messages[i]; m.Role == transcript.System {
				list = append(list, m.Text())
			}
		}
		return list
	}
	if kind.Source() {
		read := source.Read(text, kinds[kind].language, func(raw string) bool { return len(raw) >= minPassage && strings.ContainsAny(raw, " \n") })
		if !read.Invalid {
			for i := range read.Strings {
				list = append(list, read.Strings[i].Text)
			}
			return list
		}
		kind = Document
	}
	if kind == Document {
		list = append(list, literal.Decode(nil, text, 0, literal.Verbatim))
	}
	return list
}
