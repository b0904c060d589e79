package stats

import (
	"cmp"
	"fmt"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Target is a goal of the format's design, with its value in a tally.
type Target struct {
	// ID is the target's name for programs, and Name its name for people.
	ID   string `json:"id"`
	Name string `json:"name"`
	// From is the decision record.
	From string `json:"from"`
	// Part and Of are what is counted, and Percent is their ratio; Of is 0 if the target is
	// a number.
	Part    int64   `json:"part"`
	Of      int64   `json:"of"`
	Percent float64 `json:"percent"`
	// Want is the expected value: "> 99.9 %".
	Want string `json:"want"`
	// Met reports whether the target is met; nil if there is no data.
	Met *bool `json:"met"`

	unit string // of Of; "" for calls
}

// none is what is wanted of a number of calls.
const none = "0"

// Targets returns the targets of the decision records, some of which concern the same
// numbers. They are about calls in text, except for the circuit breaker.
func (t *Tally) Targets() []Target {
	native := t.by[ByForm].of(Native)
	c := t.Totals.less(&native.Counts)
	rules := func(codes ...string) (n int64) {
		for _, code := range codes {
			n += t.by[ByRule].of(code).Calls - native.Rules[code]
		}
		return n
	}
	entities := int64(0)
	for _, code := range ampersandRules {
		entities += t.by[ByCause].of(code).Calls - native.Causes[code]
	}
	ampersands := c.ReaderRepaired + c.Ampersands
	executed := c.ResultOK + c.ResultError
	list := []Target{
		{ID: "parse-success", Name: "parse success", From: "ADR-0019", Part: c.Read(), Of: c.Judged(), Want: "> 99.9 %"},
		{ID: "parse-success-without-repair", Name: "parse success without the ampersand repair", From: "ADR-0024", Part: c.Read() - c.ReaderRepaired, Of: c.Judged()},
		{ID: "first-try", Name: "calls in a valid format at the first try", From: "ADR-0002", Part: c.FirstAsWritten, Of: c.FirstTries, Want: "> 95 %"},
		{ID: "ampersands-repaired", Name: "refusals for an ampersand that the repair avoids", From: "ADR-0024", Part: c.ReaderRepaired, Of: ampersands, Want: "≥ 80 %"},
		{ID: "corrupted-by-repair", Name: "calls that the repair changes", From: "ADR-0024", Part: c.Corrupted, Of: c.ReaderRepaired},
		{ID: "recovered", Name: "refused calls that an agent recovers from", From: "ADR-0024", Part: c.Recovered, Of: c.Chains},
		{ID: "tool-success", Name: "tools that succeed, where the transcript shows it", From: "ADR-0002", Part: c.ResultOK, Of: executed, unit: "result"},
		{ID: "circuit-breaker", Name: "sessions that trip the circuit breaker", From: "ADR-0024", Part: t.Totals.Tripped, Of: t.Sessions, unit: "session"},
		{ID: "json", Name: "calls with JSON in them", From: "ADR-0019", Part: rules("legacy-json", "json-arguments"), Want: none},
		{ID: "entities", Name: "calls refused for an entity", From: "XML examples", Part: entities, Want: none},
		{ID: "types", Name: "calls with a value of another type", From: "XML examples", Part: rules("type-mismatch", "array-shape"), Want: none},
		{ID: "cdata-structure", Name: "calls with CDATA around elements", From: "XML examples", Part: rules("cdata-around-structure"), Want: none},
		{ID: "size-json", Name: "length against JSON", From: "ADR-0019", Part: c.MeasuredBytes, Of: c.MeasuredJSON, Want: "≤ 130 %", unit: "byte"},
		{ID: "size-cdata", Name: "length against CDATA sections", From: "ADR-0024", Part: c.MeasuredBytes, Of: c.MeasuredCDATA, Want: "≤ 90 %", unit: "byte"},
	}
	for i := range list {
		list[i].judge(c.Judged())
	}
	return list
}

// judge decides whether a target is met for some calls.
func (t *Target) judge(calls int64) {
	if t.Of > 0 {
		t.Percent = 100 * float64(t.Part) / float64(t.Of)
		calls = t.Of
	}
	var sign string
	var limit float64
	_, _ = fmt.Sscan(t.Want, &sign, &limit) // a number has no limit
	met, wanted := map[string]bool{
		">": t.Percent > limit, "≥": t.Percent >= limit, "≤": t.Percent <= limit, none: t.Part == 0,
	}[sign]
	if wanted && calls > 0 && (t.Of > 0 || t.Want == none) {
		t.Met = &met
	}
}

// Value formats the value of the target: "99.95 % (1,999 of 2,000 calls)".
func (t *Target) Value() string {
	switch {
	case t.Want == none:
		return thousands.Count(t.Part, "call")
	case t.Of == 0:
		return "–"
	}
	return fmt.Sprintf("%s (%s of %s)", Percent(t.Part, t.Of), thousands.Separate(t.Part), thousands.Count(t.Of, cmp.Or(t.unit, "call")))
}

// Percent formats a fraction with two digits, not rounded to 0 or 100 % unless it is
// exact: 99.996 % becomes 99.99 %.
func Percent(part, of int64) string {
	if of == 0 {
		return "–"
	}
	const digits = 10000 // of one
	n := (part*digits + of/2) / of
	switch {
	case n == digits && part < of:
		n--
	case n == 0 && part > 0:
		n++
	}
	return fmt.Sprintf("%d.%02d %%", n/100, n%100)
}

func percent(part, of int64) float64 { return 100 * float64(part) / float64(max(of, 1)) }
