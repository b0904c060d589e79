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
	// MoreProblems is the number of calls with more problems than are recorded; see
	// [xmlcall.Block.MoreProblems].
	MoreProblems int
}

// Summary counts the calls.
func (r *Result) Summary() Summary {
	s := Summary{Calls: len(r.Calls)}
	for i := range r.Calls {
		s.add(&r.Calls[i])
	}
	return s
}

// Count counts another call.
func (s *Summary) Count(c *Call) {
	s.Calls++
	s.add(c)
}

// Add adds the counts of another summary.
func (s *Summary) Add(o Summary) {
	s.Calls += o.Calls
	s.Refused += o.Refused
	s.Repaired += o.Repaired
	s.ToolAccepts += o.ToolAccepts
	s.ToolRefuses += o.ToolRefuses
	s.ToolUnknown += o.ToolUnknown
	s.ToolUnchecked += o.ToolUnchecked
	s.AsWritten += o.AsWritten
	s.MoreProblems += o.MoreProblems
}

func (s *Summary) add(c *Call) {
	if c.more {
		s.MoreProblems++
	}
	switch c.outcome {
	case xmlcall.Refused:
		s.Refused++
	case xmlcall.Repaired:
		s.Repaired++
	}
	switch c.tool {
	case ToolAccepts:
		s.ToolAccepts++
	case ToolRefuses:
		s.ToolRefuses++
	case ToolUnknown:
		s.ToolUnknown++
	default:
		s.ToolUnchecked++
	}
	if c.AsWritten() {
		s.AsWritten++
	}
}

// String describes the summary in a few words: "12 calls: 8 run, 1 repaired, 1 refused by the
// reader, 1 refused by its tool, 1 to an unknown tool". Each call counts once: one that is
// repaired and then refused by its tool is refused.
func (s Summary) String() string {
	switch text := s.calls(); s.Calls {
	case 0:
		return text
	case s.AsWritten:
		return text + ": all run as written"
	default:
		return text + ": " + strings.Join(slices.Concat(
			some(s.AsWritten, "runs", "run"),
			some(s.OnlyRepaired(), "repaired", "repaired"),
			some(s.Refused, "refused by the reader", "refused by the reader"),
			some(s.ToolRefuses, "refused by its tool", "refused by their tools"),
			some(s.ToolUnknown, "to an unknown tool", "to unknown tools"),
		), ", ")
	}
}

// With returns String, and how many of the calls run with other data than was written, how many
// leaked, which are not counted as calls, and how many were tried again: "12 calls: 9 run, 3
// repaired; 1 with data lost, 2 leaked".
func (s Summary) With(lost, leaked, retried int) string {
	aside := slices.Concat(
		some(lost, "with data lost", "with data lost"), some(leaked, "leaked", "leaked"), some(retried, "tried again", "tried again"),
	)
	if aside == nil {
		return s.String()
	}
	return s.String() + "; " + strings.Join(aside, ", ")
}

// Brief describes the summary as briefly as possible, for a status bar: "no calls", or "12 calls,
// 1 repaired, 1 refused; tools: 1 refused, 1 unknown", with the reader's verdicts before the
// tools'. Calls that run as written are omitted, and each call counts once.
func (s Summary) Brief() string {
	if s.Calls == 0 {
		return "no calls"
	}
	text := strings.Join(slices.Concat(
		[]string{s.calls()}, some(s.OnlyRepaired(), "repaired", "repaired"), some(s.Refused, "refused", "refused"),
	), ", ")
	if tools := slices.Concat(some(s.ToolRefuses, "refused", "refused"), some(s.ToolUnknown, "unknown", "unknown")); tools != nil {
		text += "; tools: " + strings.Join(tools, ", ")
	}
	return text
}

func (s Summary) calls() string {
	if s.Calls == 1 {
		return "1 call"
	}
	return strconv.Itoa(s.Calls) + " calls"
}

// OnlyRepaired returns the number of calls that run after a repair: Repaired without those
// that the tool then refuses, or whose tool does not exist.
func (s Summary) OnlyRepaired() int {
	return s.Calls - s.AsWritten - s.Refused - s.ToolRefuses - s.ToolUnknown
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
