package diagnostics

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Summary counts the calls of a file. Its JSON is that of all commands and requests.
type Summary struct {
	Calls int `json:"calls"`
	// Outcomes add up to Calls.
	Outcomes OutcomeCounts `json:"outcomes"`
	// Native is the number of native calls, which are not among Calls, and NativeBroken of those that
	// do not run as written.
	Native       int `json:"native,omitzero"`
	NativeBroken int `json:"native_broken,omitzero"`
	// Leaked is the number of calls that leaked into text, and Formats are those of other calls in formats of other
	// runtimes, by name. They are not among Calls.
	Leaked  int           `json:"leaked,omitzero"`
	Formats []FormatCount `json:"formats,omitempty"`

	// RefusedByTool counts the refused calls that their tool refuses, and UnknownTool those to a tool that does not
	// exist. The reader refuses the others.
	RefusedByTool, UnknownTool int `json:"-"`
	// MoreProblems is the number of calls with more problems than are recorded; see
	// [xmlcall.Block.MoreProblems].
	MoreProblems int `json:"-"`
}

// OutcomeCounts are numbers of calls by [Outcome].
type OutcomeCounts [Ignored + 1]int

// MarshalJSON writes the number of each of the [Outcomes].
func (n OutcomeCounts) MarshalJSON() ([]byte, error) {
	text, separator := []byte("{"), ""
	for _, o := range Outcomes {
		text = fmt.Appendf(text, "%s%q:%d", separator, o, n[o])
		separator = ","
	}
	return append(text, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *OutcomeCounts) UnmarshalJSON(text []byte) error {
	var counts map[string]int
	err := json.Unmarshal(text, &counts)
	for _, o := range Outcomes {
		n[o] = counts[o.String()]
	}
	return err
}

// A FormatCount is the number of calls in a format of another runtime, by its [document.Owner].
type FormatCount struct {
	Format string `json:"format"`
	Calls  int    `json:"calls"`
}

// Add adds the counts of another summary.
func (s *Summary) Add(o Summary) {
	for i, n := range o.Outcomes {
		s.Outcomes[i] += n
	}
	s.Calls += o.Calls
	s.RefusedByTool += o.RefusedByTool
	s.UnknownTool += o.UnknownTool
	s.MoreProblems += o.MoreProblems
	s.Native += o.Native
	s.NativeBroken += o.NativeBroken
	s.Leaked += o.Leaked
	for _, f := range o.Formats {
		s.count(f)
	}
}

// count adds calls in a format. The list is a new one: others may share the old one.
func (s *Summary) count(f FormatCount) {
	at, found := slices.BinarySearchFunc(s.Formats, f.Format, func(f FormatCount, name string) int { return strings.Compare(f.Format, name) })
	list := slices.Clone(s.Formats)
	if found {
		list[at].Calls += f.Calls
	} else {
		list = slices.Insert(list, at, f)
	}
	s.Formats = list
}

// Others returns the number of calls in formats of other runtimes that did not leak.
func (s Summary) Others() (n int) {
	for _, f := range s.Formats {
		n += f.Calls
	}
	return n
}

// Count counts another call; an empty block beside one that runs is none.
func (s *Summary) Count(c *Call) {
	if c.Outcome() == NoCall {
		return
	}
	s.Calls++
	s.Outcomes[c.Outcome()]++
	if c.more {
		s.MoreProblems++
	}
	switch {
	case c.By() != ByTool:
	case c.Checked():
		s.RefusedByTool++
	default:
		s.UnknownTool++
	}
}

// String describes the summary in a few words, those of [Outcome.Words]: "12 calls: 8 run, 1
// repaired, 1 with data lost, 2 refused (1 by its tool), 1 never runs; 36 calls in the format of Hermes; 2 leaked".
func (s Summary) String() string { return s.with(s.inText()) }

// with returns the description of the calls in text, if there are any or no others, and what describes the others.
func (s *Summary) with(inText string) string {
	var parts []string
	if s.Calls > 0 || s.Native+s.Leaked == 0 && s.Formats == nil {
		parts = append(parts, inText)
	}
	if s.Native > 0 {
		broken := some(s.NativeBroken, "broken", "broken")
		parts = append(parts, strings.Join(slices.Concat([]string{thousands.Count(s.Native, "native call")}, broken), ", "))
	}
	for _, f := range slices.SortedStableFunc(slices.Values(s.Formats), func(a, b FormatCount) int { return b.Calls - a.Calls }) {
		parts = append(parts, thousands.Count(f.Calls, "call")+" in "+document.Words(f.Format))
	}
	switch {
	case s.Leaked == 0:
	case parts == nil:
		parts = append(parts, thousands.Count(s.Leaked, "call")+" leaked")
	default:
		parts = append(parts, thousands.Separate(s.Leaked)+" leaked")
	}
	return strings.Join(parts, "; ")
}

// inText describes the calls in text.
func (s *Summary) inText() string {
	text, outcomes := thousands.Count(s.Calls, "call"), slices.Concat(some(s.Outcomes[Runs], "runs", "run"), s.others(s.by()))
	switch {
	case outcomes == nil:
		return text
	case s.Calls == s.Outcomes[Runs]:
		return text + ": all run as written"
	}
	return text + ": " + strings.Join(outcomes, ", ")
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

// by describes how many of the refused calls their tools refuse; "" if none.
func (s *Summary) by() string {
	by := slices.Concat(some(s.RefusedByTool, "by its tool", "by their tools"), some(s.UnknownTool, "names an unknown tool", "name unknown tools"))
	if by == nil {
		return ""
	}
	return " (" + strings.Join(by, ", ") + ")"
}

// With returns String, and how many calls were tried again: "12 calls: 9 run, 3 repaired; 2 leaked, 1 tried again".
func (s Summary) With(retried int) string {
	switch {
	case retried == 0:
		return s.String()
	case s.Leaked > 0:
		return s.String() + ", " + thousands.Separate(retried) + " tried again"
	}
	return s.String() + "; " + thousands.Separate(retried) + " tried again"
}

// Brief describes the summary as briefly as possible, for a status bar: "no calls", or "12 calls,
// 1 repaired, 1 refused". Calls that run as written are omitted, and who refuses a call.
func (s Summary) Brief() string {
	if s.Calls == 0 {
		return s.with("no calls")
	}
	return s.with(strings.Join(append([]string{thousands.Count(s.Calls, "call")}, s.others("")...), ", "))
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
