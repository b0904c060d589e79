package document

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	const quoted = "# Calls\n\n> - text\n>   <tool>\n>   <tool_name>x</tool_name>\n>   </tool>\n\n<!-- forge-lsp-disable x -->\n"
	file := Read(quoted, Document)
	if len(file.Segments) != 1 || file.Segments[0].pieces == nil {
		t.Fatalf("%+v", file.Segments)
	}
	segment := file.Segments[0]
	reply := Read("<tool>", Reply)
	odd.Calls(t, []any{ChoiceOf, Choices, ClosesThinking, CommentMarksOf, CommentsOf, Guess, GuessLabels, KindOf, Native, MayBeTranscript, Read, ReadPart, ReadWith, Recognize, Relevant, DetectProse, CombinedLabels, Detect, DetectPart, DetectEvidence}, []any{
		&File{}, file, reply, Kind(200), &segment, &Segment{}, &reply.Segments[0], &Labels{}, (*Labels)(nil), &State{}, CommentMarks{}, JinjaComments, Comments(200),
	},
		xmlcall.Span{Start: -1, End: 5}, xmlcall.Span{Start: 5, End: 1}, xmlcall.Span{Start: 3, End: 1 << 40}, xmlcall.Span{Start: 1 << 40, End: 1 << 41},
		(*LeadIn)(nil), &segment.LeadIns()[0], &LeadIn{line: 1 << 40}, &LeadIn{line: -1}, Kind(200), Comments(200), quoted, PartOptions{}, PartOptions{Part: true}, Apart, Message, Scope(200), &Labels{}, Seam{}, Seam{At: 5}, Seam{At: -1}, CommentMarks{Opens: true},
	)
}
