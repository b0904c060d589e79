package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLinks is the number of native calls and results of a transcript in pieces up to which it is examined as
// a session: they are kept until its end.
const maxLinks = 1 << 19

// Sessions are the sessions of a transcript that is read in pieces: what is known of its native calls and
// their results, which can be in different pieces.
type Sessions struct {
	links []link // at their places in the transcript
	many  bool   // whether there are more than are kept
	found []sessionFinding
}

// Sessions returns what a document of [Options.ScanPiece] contributes, which starts at an offset of the
// transcript.
func (d *Document) Sessions(offset int) *Sessions {
	s := &Sessions{links: make([]link, 0, d.items.Summary().links.n)}
	for l := range d.links {
		s.links = append(s.links, l.moved(offset))
	}
	return s
}

// Add adds what the next document contributes.
func (s *Sessions) Add(o *Sessions) {
	if s.many = s.many || len(s.links)+len(o.links) > maxLinks; s.many {
		s.links = nil
		return
	}
	s.links = append(s.links, o.links...)
}

// Find finds what is to be reported of the sessions, after the last piece. It returns whether there is anything.
func (s *Sessions) Find() bool {
	for i := range s.links {
		s.links[i].index = i
	}
	sessions(slices.Values(s.links), len(s.links), func(one session) { s.found = append(s.found, one.findings()...) })
	return len(s.found) > 0
}

// In returns the document of a piece, which starts at an offset, with nothing but the findings about
// sessions in it; nil if there are none.
func (s *Sessions) In(piece string, offset int, o Options) *Document {
	within := func(span xmlcall.Span) bool { return offset <= span.Start && span.End <= offset+len(piece) }
	r := &reading{File: &document.File{Text: piece, Kind: document.JSON, Lines: true}, options: o}
	for i := range s.found {
		f := &s.found[i]
		if !within(s.links[f.at].at) {
			continue
		}
		about := s.links[f.at].moved(-offset)
		d, ok := o.describeSession(f, about, piece[about.at.Start:about.at.End])
		if !ok {
			continue
		}
		if first := s.links[f.first].at; f.code == repeatedFailure && within(first) {
			d.Related = []Related{{Span: at(first, -offset), Message: firstFailure}}
		}
		r.Diagnostics = append(r.Diagnostics, Diagnostic{Advice: &Advice{Description: d}, Span: about.at, Call: -1})
	}
	if len(r.Diagnostics) == 0 {
		return nil
	}
	r.sort()
	return openRead(r)
}
