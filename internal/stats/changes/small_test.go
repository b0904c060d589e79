package changes_test

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
)

// calls are rows of n calls, each with the first error cause, or none for "".
func calls(n int, f corpus.Fact, cause string) []corpus.Fact {
	f.Kind, f.Meant, f.Cause = corpus.Call, true, cause
	if f.Outcome == "" {
		f.Outcome = corpus.Runs
	}
	if cause != "" {
		f.Rules = []string{cause}
	}
	return slices.Repeat([]corpus.Fact{f}, n)
}

func tallyOf(rows ...[]corpus.Fact) *corpus.Tally {
	tally := corpus.NewTally()
	for _, f := range slices.Concat(rows...) {
		tally.Add(&f)
	}
	return tally
}

// TestFewCalls checks the text about changes in few calls, with their numbers.
func TestFewCalls(t *testing.T) {
	sound, refused, lost := corpus.Fact{}, corpus.Fact{Outcome: corpus.Refused}, corpus.Fact{Outcome: corpus.Altered}
	for _, test := range []struct {
		name       string
		base, next *corpus.Tally
		want       string
	}{
		{"nothing at all", tallyOf(), tallyOf(), ""},
		{"nothing before", tallyOf(), tallyOf(calls(100, refused, "a")), ""},
		{"too few", tallyOf(calls(4, sound, "")), tallyOf(calls(4, refused, "a")), ""},
		{
			"other data", tallyOf(calls(40, sound, "")), tallyOf(calls(20, sound, ""), calls(20, lost, "corrupted-cdata")),
			"worse calls with data lost rose from 0.00 % to 50.00 %; cause corrupted-cdata\n",
		},
		{"other data, which no rule is about", tallyOf(calls(40, sound, "")), tallyOf(calls(20, sound, ""), calls(20, lost, "")), ""},
		{
			"no refusals any more", tallyOf(calls(20, sound, ""), calls(20, refused, "a")), tallyOf(calls(40, sound, "")),
			"better refusals fell from 50.00 % to 0.00 %; cause a\n",
		},
		{
			"one rule in place of another", tallyOf(calls(40, sound, ""), calls(40, refused, "a")), tallyOf(calls(40, sound, ""), calls(40, refused, "b")),
			"worse calls with b rose from 0.00 % to 50.00 %\nbetter calls with a fell from 50.00 % to 0.00 %\n",
		},
		{
			"many rules, none of which changed by itself", tallyOf(calls(60, sound, "")),
			tallyOf(calls(40, sound, ""), calls(4, refused, "a"), calls(12, refused, "b"), calls(4, refused, "c")), "worse refusals rose from 0.00 % to 33.33 %; cause b, from 0.00 % to 20.00 %\n",
		},
		{
			"a rule that refuses nothing", tallyOf(calls(40, sound, "")), tallyOf(calls(20, sound, ""), calls(20, corpus.Fact{Rules: []string{"style"}}, "")),
			"worse calls with style rose from 0.00 % to 50.00 %\n",
		},
		{
			"with a tool", tallyOf(calls(40, corpus.Fact{Tool: "x"}, ""), calls(40, corpus.Fact{Tool: "y"}, "")),
			tallyOf(calls(40, corpus.Fact{Tool: "x"}, ""), calls(40, corpus.Fact{Tool: "y", Outcome: corpus.Refused}, "a")), "worse refusals of <y> rose from 0.00 % to 100.00 %; cause a\n",
		},
		{
			"by a model of no name", tallyOf(calls(40, corpus.Fact{Model: "m"}, ""), calls(40, sound, "")),
			tallyOf(calls(40, corpus.Fact{Model: "m"}, ""), calls(40, refused, "a")), "worse refusals rose from 0.00 % to 100.00 % by model (none); cause a\n",
		},
	} {
		got := ""
		r := changes.Between(test.base, test.next)
		if test.base.Totals.Calls == 0 && r.Shares > 0 {
			t.Errorf("%s: %d shares are compared", test.name, r.Shares)
		}
		for _, c := range r.Changes {
			got += map[bool]string{true: "better", false: "worse"}[c.Better] + " " + c.Words(quote) + "\n"
		}
		if got != test.want {
			t.Errorf("%s:\n%swant\n%s", test.name, got, test.want)
		}
	}
}
