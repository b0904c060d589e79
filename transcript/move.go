package transcript

import (
	"slices"
	"sort"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// apply returns the file after the change.
func (c *change) apply(f *File) (*File, bool) {
	m := &mover{change: c, ok: true}
	r := &File{
		Text: c.new, Kind: f.Kind, asked: f.asked,
		Segments: slices.Clone(f.Segments), Remarks: slices.Clone(f.Remarks), Messages: slices.Clone(f.Messages),
	}
	for i := range r.Messages {
		m.span(&r.Messages[i])
	}
	for i := range r.Remarks {
		m.span(&r.Remarks[i].Span)
		m.span(&r.Remarks[i].Text)
	}
	for i := range f.Segments {
		m.segment(&r.Segments[i], &f.Segments[i])
	}
	return r, m.ok
}

// A mover moves offsets; ok is whether that went well for all of them.
type mover struct {
	*change
	ok bool
}

func (m *mover) offset(at *int) {
	to, ok := m.After(*at)
	*at, m.ok = to, m.ok && ok
}

func (m *mover) span(s *xmlcall.Span) {
	m.offset(&s.Start)
	m.offset(&s.End)
}

func (m *mover) segment(to, from *Segment) {
	within, changed := m.within(from)
	*to = Segment{
		Text:         from.Text,
		Starts:       slices.Clone(from.Starts),
		Leads:        slices.Clone(from.Leads),
		Placeholders: slices.Clone(from.Placeholders),
		Scope:        from.Scope,
		Thinking:     slices.Clone(from.Thinking),
		pieces:       slices.Clone(from.pieces),
		bare:         from.bare,
	}
	if from.pieces != nil {
		to.file = m.new
	}
	for i := range to.pieces {
		p := &to.pieces[i]
		if p.file <= m.Start && m.End <= p.file+p.size {
			p.size += m.Shift
			continue
		}
		m.offset(&p.file)
		if changed {
			at, _ := within.After(p.text)
			p.text = at
		}
	}
	for i := range to.Leads {
		l := &to.Leads[i]
		for _, s := range []*xmlcall.Span{&l.Inside, &l.Before, &l.Heading} {
			if *s != (xmlcall.Span{}) {
				m.span(s)
			}
		}
		if l.line >= 0 {
			m.offset(&l.line)
		}
	}
	if !changed {
		return
	}
	to.Text = within.new
	inside := &mover{change: &within, ok: true}
	for i := range to.Starts {
		inside.offset(&to.Starts[i])
	}
	for i := range to.Placeholders {
		inside.span(&to.Placeholders[i])
	}
	for i := range to.Thinking {
		inside.span(&to.Thinking[i])
	}
	m.ok = m.ok && inside.ok && m.placeholdersStay(&within, from.Placeholders)
}

// within returns the change of a segment's text; changed is false if there is
// none.
func (m *mover) within(s *Segment) (within change, changed bool) {
	if s.pieces == nil {
		return *m.change, true
	}
	i := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].file+s.pieces[i].size >= m.End })
	if i == len(s.pieces) || s.pieces[i].file > m.Start {
		return change{}, false
	}
	start := s.pieces[i].text + m.Start - s.pieces[i].file
	end := start + m.End - m.Start
	return change{Change{start, end, m.Shift}, s.Text, s.Text[:start] + m.added() + s.Text[end:]}, true
}

// placeholdersStay reports whether a text has the same placeholders after a
// change of it, of which list are those before.
func (m *mover) placeholdersStay(c *change, list []xmlcall.Span) bool {
	from := max(0, c.Start-2*maxPlaceholder)
	if i := sort.Search(len(list), func(i int) bool { return list[i].End > from }); i < len(list) && list[i].Start < from {
		from = list[i].End
	}
	if from > c.Start {
		return false
	}
	to := min(len(c.old), c.End+2*maxPlaceholder)
	was, is := placeholdersIn(c.old, from, to), placeholdersIn(c.new, from, to+c.Shift)
	inside := &mover{change: c, ok: true}
	for i := range was {
		inside.span(&was[i])
	}
	return inside.ok && slices.Equal(was, is)
}
