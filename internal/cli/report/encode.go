package report

import (
	"maps"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/internal/cli"
)

// Encode writes a report, without its path and with its text in one piece.
func Encode(e *cache.Encoder, r *Report, text string) {
	for _, n := range r.numbers() {
		e.Uint(uint64(*n))
	}
	e.Uint(uint64(r.worst))
	e.Bool(r.Some)
	e.Bool(r.Offers)
	e.String(text)
	e.Uint(uint64(len(r.File.Findings)))
	for i := range r.File.Findings {
		encodeFinding(e, &r.File.Findings[i])
	}
	encodeStatistics(e, r.stats)
}

// Decode reads what encodeReport wrote.
func Decode(d *cache.Decoder, path string, r *Report) {
	for _, n := range r.numbers() {
		*n = int(d.Uint())
	}
	r.worst = diagnostics.Severity(d.Uint())
	r.Some, r.Offers = d.Bool(), d.Bool()
	if text := d.String(); text != "" {
		r.Text = slices.Values([]string{text})
	}
	r.File.Path, r.File.Findings = path, make([]finding, d.Count(leastFinding))
	for i := range r.File.Findings {
		decodeFinding(d, &r.File.Findings[i])
	}
	r.stats = decodeStatistics(d)
}

// numbers are the counts of a report.
func (r *Report) numbers() [27]*int {
	s, c := &r.Summary, &r.Summary.CallCounts
	return [...]*int{
		&c.Files, &c.Calls, &c.Refused, &c.Repaired, &c.ToolAccepts, &c.ToolRefuses, &c.ToolUnknown, &c.ToolUnchecked, &c.AsWritten,
		&c.Outcomes.Runs, &c.Outcomes.Repaired, &c.Outcomes.Altered, &c.Outcomes.Refused, &c.Outcomes.Ignored,
		&s.Errors, &s.Warnings, &s.Informations, &s.Hints, &s.More, &s.Suppressed, &s.Transcripts, &s.Replies,
		&r.Count, &r.hidden, &r.fixable, &r.All, &r.Known,
	}
}

// The least sizes of what is encoded, in bytes.
const (
	leastFinding = 17
	leastNote    = 1
	leastRelated = 8
	leastFix     = 4
	leastEdit    = 9
	leastCount   = 2
)

func encodeFinding(e *cache.Encoder, f *finding) {
	e.String(f.Code)
	e.String(f.Severity)
	e.String(f.Message)
	e.Uint(uint64(len(f.Notes)))
	for _, note := range f.Notes {
		e.String(note)
	}
	encodePosition(e, f.Start)
	encodePosition(e, f.End)
	e.Bool(f.Intended)
	e.String(f.Outcome)
	e.String(f.By)
	e.Bool(f.Reply)
	e.Uint(uint64(len(f.Related)))
	for _, r := range f.Related {
		e.String(r.Message)
		e.String(r.Outcome)
		encodePosition(e, r.Start)
		encodePosition(e, r.End)
	}
	e.String(f.key)
	e.Uint(uint64(len(f.Fixes)))
	for _, x := range f.Fixes {
		e.String(x.Title)
		e.Bool(x.Safe)
		e.String(x.Doubt)
		e.Uint(uint64(len(x.Edits)))
		for _, edit := range x.Edits {
			e.Uint(uint64(edit.Start))
			e.Uint(uint64(edit.End))
			e.String(edit.Text)
			encodePosition(e, edit.from)
			encodePosition(e, edit.to)
		}
	}
}

func decodeFinding(d *cache.Decoder, f *finding) {
	f.Code, f.Severity, f.Message = d.String(), d.String(), d.String()
	f.Notes = make([]string, d.Count(leastNote))
	for i := range f.Notes {
		f.Notes[i] = d.String()
	}
	f.Start, f.End = decodePosition(d), decodePosition(d)
	f.Intended, f.Outcome, f.By, f.Reply = d.Bool(), d.String(), d.String(), d.Bool()
	if n := d.Count(leastRelated); n > 0 {
		f.Related = make([]related, n)
	}
	for i := range f.Related {
		f.Related[i] = related{Message: d.String(), Outcome: d.String(), Start: decodePosition(d), End: decodePosition(d)}
	}
	f.key = d.String()
	f.Fixes = make([]fix, d.Count(leastFix))
	for i := range f.Fixes {
		x := &f.Fixes[i]
		x.Title, x.Safe, x.Doubt, x.Edits = d.String(), d.Bool(), d.String(), make([]edit, d.Count(leastEdit))
		for k := range x.Edits {
			x.Edits[k] = edit{Start: int(d.Uint()), End: int(d.Uint()), Text: d.String(), from: decodePosition(d), to: decodePosition(d)}
		}
	}
}

func encodePosition(e *cache.Encoder, p cli.Position) {
	e.Uint(uint64(p.Offset))
	e.Uint(uint64(p.Line))
	e.Uint(uint64(p.Column))
}

func decodePosition(d *cache.Decoder) cli.Position {
	return cli.Position{Offset: int(d.Uint()), Line: int(d.Uint()), Column: int(d.Uint())}
}

func encodeStatistics(e *cache.Encoder, s *statistics) {
	e.Bool(s != nil)
	if s == nil {
		return
	}
	e.Uint(uint64(len(s.rules)))
	for _, code := range slices.Sorted(maps.Keys(s.rules)) {
		e.String(code)
		e.Uint(uint64(s.rules[code]))
	}
	e.Uint(uint64(len(s.tools)))
	for _, tool := range slices.Sorted(maps.Keys(s.tools)) {
		e.String(tool)
		for _, n := range tallyNumbers(s.tools[tool]) {
			e.Uint(uint64(*n))
		}
	}
}

func decodeStatistics(d *cache.Decoder) *statistics {
	if !d.Bool() {
		return nil
	}
	s := newStatistics()
	for range d.Count(leastCount) {
		code := d.String()
		s.rules[code] = int(d.Uint())
	}
	for range d.Count(leastCount) {
		for _, n := range tallyNumbers(s.tally(d.String())) {
			*n = int(d.Uint())
		}
	}
	return s
}

func tallyNumbers(t *diagnostics.Summary) []*int {
	numbers := []*int{
		&t.Calls, &t.Refused, &t.Repaired, &t.ToolAccepts, &t.ToolRefuses, &t.ToolUnknown, &t.ToolUnchecked, &t.MoreProblems,
	}
	for i := range t.Outcomes {
		numbers = append(numbers, &t.Outcomes[i])
	}
	return numbers
}
