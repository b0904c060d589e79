package diagnostics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Summary counts the calls of a file.
type Summary struct {
	Calls int
	// Outcomes are the numbers of calls by [Outcome], which add up to Calls.
	Outcomes [Ignored + 1]int
	// Refused and Repaired count the reader's verdicts. It runs the others.
	Refused, Repaired int
	// The tools' verdicts, which add up to Calls.
	ToolAccepts, ToolRefuses, ToolUnknown, ToolUnchecked int
	// MoreProblems is the number of calls with more problems than are recorded; see
	// [xmlcall.Block.MoreProblems].
	MoreProblems int
	// Native is the number of native calls, which are not among Calls, and NativeBroken of those that
	// do not run as written.
	Native, NativeBroken int
}

// numFields is the number of counts in a summary.
const numFields = len(Summary{}.Outcomes) + 10

// fields returns the counts, those of [Summary.Outcomes] last.
func (s *Summary) fields() [numFields]*int {
	all := [numFields]*int{
		&s.Calls, &s.Refused, &s.Repaired, &s.ToolAccepts, &s.ToolRefuses, &s.ToolUnknown, &s.ToolUnchecked, &s.MoreProblems,
		&s.Native, &s.NativeBroken,
	}
	for i := range s.Outcomes {
		all[10+i] = &s.Outcomes[i]
	}
	return all
}

// Add adds the counts of another summary.
func (s *Summary) Add(o Summary) {
	from := o.fields()
	for i, to := range s.fields() {
		*to += *from[i]
	}
}

// Count counts another call; one that is not listed is none.
func (s *Summary) Count(c *Call) {
	if !c.Listed() {
		return
	}
	s.Calls++
	s.Outcomes[c.Outcome()]++
	if c.is.has(more) {
		s.MoreProblems++
	}
	switch c.Verdict() {
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
}

// String describes the summary in a few words, those of [Outcome.Words]: "12 calls: 8 run, 1
// repaired, 1 with data lost, 2 refused (1 by its tool), 1 never runs".
func (s Summary) String() string {
	if native := s.natives(); native != "" {
		if s.Calls == 0 {
			return native
		}
		return s.inText() + "; " + native
	}
	return s.inText()
}

// natives describes the native calls; "" if there are none.
func (s *Summary) natives() string {
	if s.Native == 0 {
		return ""
	}
	text := thousands.Count(s.Native, "native call")
	if s.NativeBroken == 0 {
		return text
	}
	return text + ", " + thousands.Separate(s.NativeBroken) + " broken"
}

// inText describes the calls in text.
func (s *Summary) inText() string {
	switch text := thousands.Count(s.Calls, "call"); s.Calls {
	case 0:
		return text
	case s.Outcomes[Runs]:
		return text + ": all run as written"
	default:
		return text + ": " + strings.Join(slices.Concat(some(s.Outcomes[Runs], "runs", "run"), s.others(s.by())), ", ")
	}
}

// others describes the calls that do not run as written. by is added to those that are refused.
func (s *Summary) others(by string) []string {
	refused := some(s.Outcomes[Refused], "refused", "refused")
	if refused != nil {
		refused[0] += by
	}
	return slices.Concat(
		some(s.Outcomes[Repaired], "repaired", "repaired"), some(s.Outcomes[Altered], "with data lost", "with data lost"),
		refused, some(s.Outcomes[Ignored], "never runs", "never run"),
	)
}

// by returns which of the calls that are refused are so by their tools; "" if none are.
func (s *Summary) by() string {
	by := slices.Concat(some(s.ToolRefuses, "by its tool", "by their tools"), some(s.ToolUnknown, "to an unknown tool", "to unknown tools"))
	if by == nil {
		return ""
	}
	return " (" + strings.Join(by, ", ") + ")"
}

// With returns String, and how many calls leaked, which are not counted as calls, and how many
// were tried again: "12 calls: 9 run, 3 repaired; 2 leaked".
func (s Summary) With(leaked, retried int) string {
	aside := slices.Concat(some(leaked, "leaked", "leaked"), some(retried, "tried again", "tried again"))
	if aside == nil {
		return s.String()
	}
	return s.String() + "; " + strings.Join(aside, ", ")
}

// Brief describes the summary as briefly as possible, for a status bar: "no calls", or "12 calls,
// 1 repaired, 1 refused". Calls that run as written are omitted, and who refuses a call.
func (s Summary) Brief() string {
	native := s.natives()
	if s.Calls == 0 {
		return cmp.Or(native, "no calls")
	}
	text := strings.Join(append([]string{thousands.Count(s.Calls, "call")}, s.others("")...), ", ")
	if native != "" {
		text += "; " + native
	}
	return text
}

// some describes n calls; "" if n is 0.
func some(n int, one, many string) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 " + one}
	}
	return []string{thousands.Separate(n) + " " + many}
}
