package diagnostics

import (
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Summary counts the calls of a file by outcome.
type Summary struct {
	Calls int
	// Refused and Repaired count the reader's verdicts. It runs the others.
	Refused, Repaired int
	// The tools' verdicts, which add up to Calls.
	ToolAccepts, ToolRefuses, ToolUnknown, ToolUnchecked int
	// AsWritten is the number of calls that run as written: the reader runs them
	// without a repair, and the tool does not refuse them.
	AsWritten int
	// MoreProblems is the number of calls with more problems than are recorded.
	MoreProblems int
}

// Summary counts the calls.
func (r *Result) Summary() Summary {
	t := Summary{Calls: len(r.Calls)}
	for i := range r.Calls {
		t.add(&r.Calls[i])
	}
	return t
}

// Count counts another call.
func (t *Summary) Count(c *Call) {
	t.Calls++
	t.add(c)
}

// Add adds the counts of another tally.
func (t *Summary) Add(o Summary) {
	t.Calls += o.Calls
	t.Refused += o.Refused
	t.Repaired += o.Repaired
	t.ToolAccepts += o.ToolAccepts
	t.ToolRefuses += o.ToolRefuses
	t.ToolUnknown += o.ToolUnknown
	t.ToolUnchecked += o.ToolUnchecked
	t.AsWritten += o.AsWritten
	t.MoreProblems += o.MoreProblems
}

func (t *Summary) add(c *Call) {
	if c.more {
		t.MoreProblems++
	}
	switch c.outcome {
	case xmlcall.Refused:
		t.Refused++
	case xmlcall.Repaired:
		t.Repaired++
	}
	switch c.tool {
	case ToolAccepts:
		t.ToolAccepts++
	case ToolRefuses:
		t.ToolRefuses++
	case ToolUnknown:
		t.ToolUnknown++
	default:
		t.ToolUnchecked++
	}
	if c.AsWritten() {
		t.AsWritten++
	}
}

// String describes the tally in a few words: "12 calls: 8 run, 1 repaired, 1
// refused by the reader, 1 refused by its tool, 1 to an unknown tool". Each call
// counts once: one that is repaired and then refused by its tool is refused.
func (t Summary) String() string {
	switch text := t.calls(); t.Calls {
	case 0:
		return text
	case t.AsWritten:
		return text + ": all run as written"
	default:
		return text + ": " + strings.Join(slices.Concat(
			some(t.AsWritten, "runs", "run"),
			some(t.OnlyRepaired(), "repaired", "repaired"),
			some(t.Refused, "refused by the reader", "refused by the reader"),
			some(t.ToolRefuses, "refused by its tool", "refused by their tools"),
			some(t.ToolUnknown, "to an unknown tool", "to unknown tools"),
		), ", ")
	}
}

// With returns String, and how many of the calls run with other data than was written, how many
// leaked, which are not counted as calls, and how many were tried again: "12 calls: 9 run, 3
// repaired; 1 with data lost, 2 leaked".
func (t Summary) With(lost, leaked, retried int) string {
	aside := slices.Concat(
		some(lost, "with data lost", "with data lost"), some(leaked, "leaked", "leaked"), some(retried, "tried again", "tried again"),
	)
	if aside == nil {
		return t.String()
	}
	return t.String() + "; " + strings.Join(aside, ", ")
}

// Brief describes the tally as briefly as possible, for a status bar: "no calls", or "12
// calls, 1 repaired, 1 refused; tools: 1 refused, 1 unknown", with the reader's verdicts
// before the tools'. Calls that run as written are omitted, and each call counts once.
func (t Summary) Brief() string {
	if t.Calls == 0 {
		return "no calls"
	}
	text := strings.Join(slices.Concat(
		[]string{t.calls()}, some(t.OnlyRepaired(), "repaired", "repaired"), some(t.Refused, "refused", "refused"),
	), ", ")
	if tools := slices.Concat(some(t.ToolRefuses, "refused", "refused"), some(t.ToolUnknown, "unknown", "unknown")); tools != nil {
		text += "; tools: " + strings.Join(tools, ", ")
	}
	return text
}

func (t Summary) calls() string {
	if t.Calls == 1 {
		return "1 call"
	}
	return strconv.Itoa(t.Calls) + " calls"
}

// OnlyRepaired returns the number of calls that run after a repair: Repaired without those
// that the tool then refuses, or whose tool does not exist.
func (t Summary) OnlyRepaired() int {
	return t.Calls - t.AsWritten - t.Refused - t.ToolRefuses - t.ToolUnknown
}

// some describes n calls; "" if n is 0.
func some(n int, one, many string) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 " + one}
	}
	return []string{strconv.Itoa(n) + " " + many}
}
