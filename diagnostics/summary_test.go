package diagnostics

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/internal/cases"
)

func TestSummary(t *testing.T) {
	accepted := callTo("read_file", "<path>a</path>")
	repaired := callTo("read_file", "<path>a&b</path>")
	calls := []struct {
		text string
		want Summary
	}{
		{accepted, Summary{Calls: 1, ToolAccepts: 1, AsWritten: 1}},
		{repaired, Summary{Calls: 1, Repaired: 1, ToolAccepts: 1}},
		{callTo("read_file", ""), Summary{Calls: 1, ToolRefuses: 1}},
		{callTo("read_file", "<note>a&b</note>"), Summary{Calls: 1, Repaired: 1, ToolRefuses: 1}},
		{callTo("no_such_tool", ""), Summary{Calls: 1, ToolUnknown: 1}},
		{callTo("no_such_tool", "<a>b&c</a>"), Summary{Calls: 1, Repaired: 1, ToolUnknown: 1}},
		{callTo("read_file", "<path>a<b</path>"), Summary{Calls: 1, Refused: 1, ToolUnchecked: 1}},
		{strings.Replace(accepted, "<tool>", "<Tool>", 1), Summary{Calls: 1, Refused: 1, ToolUnchecked: 1}},
	}
	var all strings.Builder
	for _, c := range calls {
		all.WriteString(c.text)
		if got := Run(document.Read(c.text, document.Document)).Summary(); got != c.want {
			t.Errorf("%s%s", c.text, cmp.Diff(c.want, got))
		}
	}
	sum := Summary{Calls: 8, Refused: 2, Repaired: 3, ToolAccepts: 2, ToolRefuses: 2, ToolUnknown: 2, ToolUnchecked: 2, AsWritten: 1}
	got := Run(document.Read(all.String(), document.Document)).Summary()
	if got != sum {
		t.Error(cmp.Diff(sum, got))
	}
	var counted Summary
	res := Run(document.Read(all.String(), document.Document))
	for i := range res.Calls {
		counted.Count(&res.Calls[i])
	}
	if counted != sum {
		t.Error(cmp.Diff(sum, counted))
	}
	const words = "8 calls: 1 runs, 1 repaired, 2 refused by the reader, 2 refused by their tools, 2 to unknown tools"
	if got.String() != words {
		t.Errorf("%q, want %q", got, words)
	}
	const brief = "8 calls, 1 repaired, 2 refused; tools: 2 refused, 2 unknown"
	if got.Brief() != brief {
		t.Errorf("%q, want %q", got.Brief(), brief)
	}
	if got := NoTools().Run(document.Read(accepted+callTo("x", ""), document.Reply)).Summary().String(); got != "2 calls: all run as written" {
		t.Errorf("without tools: %q", got)
	}
}

func TestTallyWords(t *testing.T) {
	for _, test := range []struct {
		tally Summary
		want  string
	}{
		{Summary{}, "0 calls"},
		{Summary{Calls: 1, AsWritten: 1, ToolAccepts: 1}, "1 call: all run as written"},
		{Summary{Calls: 12, AsWritten: 12, ToolUnchecked: 12}, "12 calls: all run as written"},
		{Summary{Calls: 1, ToolUnknown: 1}, "1 call: 1 to an unknown tool"},
		{Summary{Calls: 2, Repaired: 2, ToolAccepts: 2}, "2 calls: 2 repaired"},
		{Summary{Calls: 1, Repaired: 1, ToolRefuses: 1}, "1 call: 1 refused by its tool"},
		{
			Summary{Calls: 12, AsWritten: 8, Repaired: 2, Refused: 1, ToolRefuses: 1, ToolUnknown: 1, ToolAccepts: 9, ToolUnchecked: 1},
			"12 calls: 8 run, 1 repaired, 1 refused by the reader, 1 refused by its tool, 1 to an unknown tool",
		},
	} {
		if got := test.tally.String(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.tally, got, test.want)
		}
	}
}

// TestTallyWith: what is beside the outcomes follows them.
func TestTallyWith(t *testing.T) {
	tally := Summary{Calls: 2, AsWritten: 1, Refused: 1, ToolAccepts: 1, ToolUnchecked: 1}
	for _, test := range []struct {
		lost, leaked, retried int
		want                  string
	}{
		{0, 0, 0, "2 calls: 1 runs, 1 refused by the reader"},
		{1, 0, 0, "2 calls: 1 runs, 1 refused by the reader; 1 with data lost"},
		{0, 2, 3, "2 calls: 1 runs, 1 refused by the reader; 2 leaked, 3 tried again"},
	} {
		if got := tally.With(test.lost, test.leaked, test.retried); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestTallyOfCases checks that the tools' verdicts add up to the calls, and that calls
// that run as written have neither a reason nor another verdict.
func TestTallyOfCases(t *testing.T) {
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		for _, o := range []Options{{}, NoTools()} {
			res := o.Run(document.Read(c.Text, document.Reply))
			n := res.Summary()
			if n.ToolAccepts+n.ToolRefuses+n.ToolUnknown+n.ToolUnchecked != n.Calls {
				t.Errorf("%s: %+v", c.ID, n)
			}
			sound := 0
			for i := range res.Calls {
				call := &res.Calls[i]
				reason := call.Reason(func(int) int { return 1 }) + call.ToolReason()
				if reason == "" && call.Seen() && call.ToolVerdict() != ToolUnknown {
					sound++
				}
			}
			if sound != n.AsWritten {
				t.Errorf("%s: %d calls have no reason; %+v", c.ID, sound, n)
			}
		}
	}
}
