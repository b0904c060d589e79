package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Summary counts the calls and the findings of files.
type Summary struct {
	Files int `json:"files"`
	diagnostics.Summary
	// Transcripts are the files in which messages show their authors, and Replies the messages of
	// agents, up to MaxReplies of a file.
	Transcripts  int  `json:"transcripts"`
	Replies      int  `json:"replies"`
	MoreReplies  bool `json:"more_replies,omitempty"` // whether a file has more
	Errors       int  `json:"errors"`
	Warnings     int  `json:"warnings"`
	Informations int  `json:"informations"`
	Hints        int  `json:"hints"`
	// More is the number of calls with more problems than are listed.
	More int `json:"more,omitempty"`
	// Suppressed findings are not among the others.
	Suppressed int `json:"suppressed,omitempty"`
	// Intended findings are those in intended bad examples, mostly hints.
	Intended int `json:"intended,omitempty"`
}

// A Total is the sum of all files.
type Total struct {
	Summary Summary
	Worst   diagnostics.Severity // of the findings; more than Hint if there are none
	Fixed   []*File              // the files that were fixed, or would be

	unread    []Unread
	fixable   int  // findings that --fix fixes
	some      bool // whether there are files of which that is not known
	suggested int  // findings with fixes that --fix does not make
	hidden    int  // placeholders
	known     int  // findings in the baseline
}

// Sum adds up files.
func Sum(files []File) *Total {
	t := &Total{Worst: diagnostics.Hint + 1}
	s := &t.Summary
	var levels [diagnostics.Hint + 1]int
	for i := range files {
		f := &files[i]
		t.unread = append(t.unread, f.Unread...)
		if !f.Read {
			continue
		}
		s.Add(f.Calls)
		s.Files++
		s.Transcripts += count(f.Transcript)
		s.Replies += min(f.Replies, MaxReplies)
		s.MoreReplies = s.MoreReplies || f.Replies > MaxReplies
		s.Suppressed += f.Suppressed
		s.Intended += f.Intended
		t.known += f.Known
		t.some = t.some || f.offers && len(f.Findings) > MaxProven
		if f.Fixed > 0 {
			t.Fixed = append(t.Fixed, f)
		}
		for k := range f.Findings {
			p := &f.Findings[k]
			levels[p.level]++
			t.Worst = min(t.Worst, p.level)
			t.fixable += count(p.fixable)
			t.suggested += count(p.suggested)
			t.hidden += count(p.placeholder)
		}
	}
	s.Errors, s.Warnings = levels[diagnostics.Error], levels[diagnostics.Warning]
	s.Informations, s.Hints = levels[diagnostics.Information], levels[diagnostics.Hint]
	s.More = s.MoreProblems
	return t
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// writeSummary writes the last line of the formats for people.
func writeSummary(out *bufio.Writer, t *Total, o *Settings) {
	if o.Quiet || t.onlyFailed(o) {
		return
	}
	writeFixed(out, t, o)
	ink := o.Style.Good
	if t.Worst <= diagnostics.Hint {
		ink = o.Style.Severity(t.Worst)
	}
	fmt.Fprintf(out, "%s; %s", t.Summary.describe(), ink.Sprint(t.Summary.findings()))
	var more []string
	add := func(n int, text string) {
		if n > 0 {
			more = append(more, thousands.Separate(n)+" "+text)
		}
	}
	if t.some {
		more = append(more, "run with --fix to apply the safe fixes")
	} else {
		add(t.fixable, "can be fixed with --fix")
	}
	add(t.Summary.Suppressed, "suppressed")
	add(t.Summary.Intended, "in examples that are wrong on purpose")
	add(t.known, "in the baseline")
	if o.Format == "text" && !o.placeholders() && t.hidden > 0 {
		more = append(more, thousands.Count(t.hidden, "placeholder")+" not shown")
	}
	if n := len(t.unread); n > 0 {
		more = append(more, thousands.Count(n, "file")+" not checked")
	}
	if o.Missing != "" {
		more = append(more, o.Missing)
	}
	if t.suggested > 0 && !t.some {
		more = append(more, t.suggestions())
	}
	if len(more) > 0 {
		fmt.Fprintf(out, " (%s)", strings.Join(more, "; "))
	}
	out.WriteByte('\n')
}

// onlyFailed reports whether an error tells all: no file is there.
func (t *Total) onlyFailed(o *Settings) bool {
	return o.Failed && t.Summary.Files == 0 && len(t.unread) == 0 && o.Missing == ""
}

// suggestions tells how many findings have fixes that --fix does not make.
func (t *Total) suggestions() string {
	more, have := "", " have"
	if t.fixable > 0 {
		more = " more"
	}
	if t.suggested == 1 {
		have = " has"
	}
	return thousands.Separate(t.suggested) + more + have + " suggestions: open the file in an editor, or see --format json"
}

// writeFixed names the files that were fixed, and returns how many findings are gone.
func writeFixed(out *bufio.Writer, t *Total, o *Settings) (gone int) {
	for _, f := range t.Fixed {
		if gone += f.Fixed; !o.Diff && !o.Quiet {
			fmt.Fprintf(out, "%s %s in %s\n", o.Style.Good.Sprint("fixed"), thousands.Count(f.Fixed, "finding"), foreign.Line(f.Path))
		}
	}
	return gone
}

// writeDiffSummary writes what is beside a diff.
func writeDiffSummary(out *bufio.Writer, files []File, o *Settings) {
	t := Sum(files)
	left := t.Summary.findings()
	switch gone := writeFixed(out, t, o); {
	case o.Quiet, t.onlyFailed(o):
	case gone == 0:
		fmt.Fprintf(out, "--fix would change nothing; %s\n", left)
	default:
		fmt.Fprintf(out, "--fix would fix %s in %s; left: %s\n", thousands.Count(gone, "finding"), thousands.Count(len(t.Fixed), "file"), left)
	}
}

// describe describes what was checked: "3 files, 2 of them transcripts, 412 replies, 12 calls: 9 run, 3 refused".
func (s *Summary) describe() string {
	what, replies := thousands.Count(s.Files, "file"), thousands.Separate(s.Replies)+" replies"
	switch {
	case s.Transcripts == 0:
		return what + ", " + s.String()
	case s.Transcripts == s.Files:
		what = thousands.Count(s.Transcripts, "transcript")
	case s.Transcripts == 1:
		what += ", 1 of them a transcript"
	default:
		what += ", " + thousands.Separate(s.Transcripts) + " of them transcripts"
	}
	switch {
	case s.MoreReplies:
		replies = "over " + replies
	case s.Replies == 1:
		replies = "1 reply"
	}
	return what + ", " + replies + ", " + s.String()
}

// findings describes the findings: "7 errors, 3 warnings".
func (s *Summary) findings() string {
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(s.Errors, thousands.Count(s.Errors, "error"))
	add(s.Warnings, thousands.Count(s.Warnings, "warning"))
	add(s.Informations, thousands.Separate(s.Informations)+" information")
	add(s.Hints, thousands.Count(s.Hints, "hint"))
	if len(parts) == 0 {
		return "no findings"
	}
	text := strings.Join(parts, ", ")
	if s.More > 0 {
		text += " and more in " + thousands.Count(s.More, "call")
	}
	return text
}
