package diagnostics

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
)

func TestSummary(t *testing.T) {
	accepted := callTo("read_file", "<path>a</path>")
	repaired := callTo("read_file", "<path>a&b</path>")
	calls := []struct {
		text string
		want Summary
	}{
		{accepted, counted(Summary{Calls: 1}, Runs)},
		{repaired, counted(Summary{Calls: 1}, Repaired)},
		{callTo("read_file", ""), counted(Summary{Calls: 1, RefusedByTool: 1}, Refused)},
		{callTo("read_file", "<note>a&b</note>"), counted(Summary{Calls: 1, RefusedByTool: 1}, Refused)},
		{callTo("no_such_tool", ""), counted(Summary{Calls: 1, UnknownTool: 1}, Refused)},
		{callTo("no_such_tool", "<a>b&c</a>"), counted(Summary{Calls: 1, UnknownTool: 1}, Refused)},
		{callTo("read_file", "<path>a<b</path>"), counted(Summary{Calls: 1}, Refused)},
		{strings.Replace(accepted, "<tool>", "<Tool>", 1), counted(Summary{Calls: 1}, Ignored)},
	}
	var all strings.Builder
	for _, c := range calls {
		all.WriteString(c.text)
		if got := run(c.text, document.Document).Summary(); !cmp.Equal(got, c.want) {
			t.Errorf("%s%s", c.text, cmp.Diff(c.want, got))
		}
	}
	sum := counted(Summary{Calls: 8, RefusedByTool: 2, UnknownTool: 2},
		Runs, Repaired, Refused, Refused, Refused, Refused, Refused, Ignored)
	got := run(all.String(), document.Document).Summary()
	if !cmp.Equal(got, sum) {
		t.Error(cmp.Diff(sum, got))
	}
	const words = "8 calls: 1 runs, 1 repaired, 5 refused (2 by their tools, 2 name unknown tools), 1 never runs"
	if got.String() != words {
		t.Errorf("%q, want %q", got, words)
	}
	const brief = "8 calls, 1 repaired, 5 refused, 1 never runs"
	if got.Brief() != brief {
		t.Errorf("%q, want %q", got.Brief(), brief)
	}
	if got := NoTools().run(accepted+callTo("x", ""), document.Document).Summary().String(); got != "2 calls: all run as written" {
		t.Errorf("without tools: %q", got)
	}
}

// counted adds the outcomes of calls to a summary.
func counted(s Summary, of ...Outcome) Summary {
	for _, o := range of {
		s.Outcomes[o]++
	}
	return s
}

// TestTallyWords checks the words for outcomes, and for what is beside them.
func TestTallyWords(t *testing.T) {
	for _, test := range []struct {
		tally   Summary
		retried int
		want    string
	}{
		{Summary{}, 0, "0 calls"},
		{counted(Summary{Calls: 1}, Runs), 0, "1 call: all run as written"},
		{counted(Summary{Calls: 2}, Runs, Runs), 0, "2 calls: all run as written"},
		{counted(Summary{Calls: 1, UnknownTool: 1}, Refused), 0, "1 call: 1 refused (1 names an unknown tool)"},
		{counted(Summary{Calls: 2}, Repaired, Repaired), 0, "2 calls: 2 repaired"},
		{counted(Summary{Calls: 1, RefusedByTool: 1}, Refused), 0, "1 call: 1 refused (1 by its tool)"},
		{counted(Summary{Calls: 1}, Refused), 0, "1 call: 1 refused"},
		{counted(Summary{Calls: 3}, Altered, Ignored, Ignored), 0, "3 calls: 1 with data lost, 2 never run"},
		{counted(Summary{Calls: 2, Leaked: 2}, Runs, Refused), 3, "2 calls: 1 runs, 1 refused; 2 leaked, 3 tried again"},
		{counted(Summary{Calls: 1}, Refused), 1, "1 call: 1 refused; 1 tried again"},
		{Summary{Native: 2, NativeBroken: 1, Leaked: 1}, 0, "2 native calls, 1 broken; 1 leaked"},
	} {
		if got := test.tally.With(test.retried); got != test.want {
			t.Errorf("%+v: %q, want %q", test.tally, got, test.want)
		}
	}
}
