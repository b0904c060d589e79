package report

import (
	"maps"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cache"
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
	encodeStatistics(e, r.stats)
}

// Decode reads what [Encode] wrote.
func Decode(d *cache.Decoder, path string, r *Report) {
	for _, n := range r.numbers() {
		*n = int(d.Uint())
	}
	r.worst = diagnostics.Severity(d.Uint())
	r.Some, r.Offers = d.Bool(), d.Bool()
	if text := d.String(); text != "" {
		r.Text = slices.Values([]string{text})
	}
	r.Path = path
	r.stats = decodeStatistics(d)
}

// numbers are the counts of a report.
func (r *Report) numbers() [25]*int {
	s, c := &r.Summary, &r.Summary.CallCounts
	return [...]*int{
		&c.Files, &c.Calls, &c.Refused, &c.Repaired, &c.ToolAccepts, &c.ToolRefuses, &c.ToolUnknown, &c.ToolUnchecked, &c.AsWritten,
		&c.Outcomes.Runs, &c.Outcomes.Repaired, &c.Outcomes.Altered, &c.Outcomes.Refused, &c.Outcomes.Ignored,
		&s.Errors, &s.Warnings, &s.Informations, &s.Hints, &s.More, &s.Suppressed,
		&r.Count, &r.hidden, &r.fixable, &r.All, &r.Known,
	}
}

// leastCount is the least size of an encoded count with its name, in bytes.
const leastCount = 2

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
