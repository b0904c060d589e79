package report

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// newSummary counts the calls and findings of a file.
func newSummary(d *diagnostics.Document, found [diagnostics.Hint + 1]int) summary {
	calls := d.Summary()
	s := summary{CallCounts: cli.CountsOf(calls), More: calls.MoreProblems}
	s.Errors = found[diagnostics.Error]
	s.Warnings = found[diagnostics.Warning]
	s.Informations = found[diagnostics.Information]
	s.Hints = found[diagnostics.Hint]
	s.Suppressed = d.Suppressed()
	return s
}

// describe describes what was checked: "3 files, 2 of them transcripts, 412 replies, 12 calls: 9 run, 3 refused".
func (s *summary) describe() string {
	if s.Transcripts == 0 {
		return s.CallCounts.Describe()
	}
	what := thousands.Count(s.Files, "file") + ", " + thousands.Separate(s.Transcripts) + " of them transcripts"
	switch {
	case s.Transcripts == s.Files:
		what = thousands.Count(s.Files, "transcript")
	case s.Transcripts == 1:
		what = strings.Replace(what, "transcripts", "a transcript", 1)
	}
	what += ", "
	if s.MoreReplies {
		what += "over "
	}
	replies := " replies"
	if s.Replies == 1 {
		replies = " reply"
	}
	return what + thousands.Separate(s.Replies) + replies + ", " + s.Tally().String()
}

func (s *summary) add(o summary) {
	s.CallCounts.Add(o.CallCounts)
	s.Transcripts += o.Transcripts
	s.Replies += o.Replies
	s.MoreReplies = s.MoreReplies || o.MoreReplies
	s.Errors += o.Errors
	s.Warnings += o.Warnings
	s.Informations += o.Informations
	s.Hints += o.Hints
	s.More += o.More
	s.Suppressed += o.Suppressed
	s.Intended += o.Intended
}

// findings describes the findings: "7 errors, 3 warnings".
func (s *summary) findings() string {
	var parts []string
	if s.Errors > 0 {
		parts = append(parts, thousands.Count(s.Errors, "error"))
	}
	if s.Warnings > 0 {
		parts = append(parts, thousands.Count(s.Warnings, "warning"))
	}
	if s.Informations > 0 {
		parts = append(parts, thousands.Separate(s.Informations)+" information")
	}
	if s.Hints > 0 {
		parts = append(parts, thousands.Count(s.Hints, "hint"))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	text := strings.Join(parts, ", ")
	if s.More > 0 {
		text += " and more in " + thousands.Count(s.More, "call")
	}
	return text
}
