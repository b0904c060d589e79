package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// around returns the surroundings of one of the segment's calls.
func (f *replyFacts) around(calls []Call, call int, file *document.File) facts.Surroundings {
	start := calls[call].within().Start
	s := facts.Surroundings{Document: f.seg.IsDocument(), AfterCRLF: f.afterCRLF(file), Lines: &f.lines, Placeholders: f.seg.Placeholders(), Computed: f.seg.Computed(), Source: file.Kind.Source(), StrayEnds: f.stray[start]}
	s.Thinking, s.InThinking = f.seg.ThinkingAround(start)
	s.ThinkingOpen = s.InThinking && s.Thinking.End == len(f.seg.Text)
	s.Long = f.seg.Long
	s.Spoils = f.spoils[start]
	if i, found := slices.BinarySearch(f.further, start); found {
		s.Merged, s.MergedNote, s.Unbounded = f.merged, f.becomes, f.seg.Scope == document.Messages
		// The last is the one that is not followed by a call that could run.
		if i == len(f.further)-1 && !f.seg.Long && (!s.Unbounded || call == len(calls)-1) {
			s.Earlier = f.earlier(calls[:call])
		}
	}
	return s
}

// afterCRLF reports whether the line before the segment ends with "\r\n".
func (f *replyFacts) afterCRLF(file *document.File) bool {
	if f.crlf == nil {
		crlf := file.AfterCRLF(f.seg)
		f.crlf = &crlf
	}
	return *f.crlf
}

// earlier returns the calls that could run in place of a later one.
func (f *replyFacts) earlier(calls []Call) []xmlcall.Span {
	var spans []xmlcall.Span
	for i := range calls {
		c := &calls[i]
		if _, thought := f.seg.ThinkingAround(c.within().Start); !thought && c.closed() {
			spans = append(spans, c.within())
		}
	}
	return spans
}

// message returns the reading of the live runtime for the message that is the segment.
// It is computed once for all calls of the message, and only if it is needed.
func (f *replyFacts) message() *live.Reply {
	if f.live == nil {
		f.live = live.Read(f.seg.Text, xmlcall.Options{MaxSize: f.maxSize})
	}
	return f.live
}
