package changes

import (
	"fmt"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// Words describes the change: "refusals of apply_diff rose from 0.40 % to 1.90 % on 12 November
// 2026 with prompt 3f2a; cause raw-less-than". Names come from transcripts and may contain
// anything: quote returns the quoted form of one.
func (c *Change) Words(quote func(string) string) string {
	named := func(d corpus.Dimension, before string) string {
		name, ok := c.Key[d]
		switch {
		case !ok:
			return ""
		case name == "":
			name = "(none)"
		default:
			name = quote(name)
		}
		if c.New[d] {
			before = strings.ReplaceAll(before, string(d), "the new "+string(d))
		}
		return " " + before + " " + name
	}
	var b strings.Builder
	of := named(corpus.ByTool, "of")
	rest := c.Rules
	switch c.Measure {
	case Refusals:
		b.WriteString("refusals" + of)
	case Lost:
		b.WriteString("calls" + of + " with data lost")
	default:
		b.WriteString("calls" + of + " with " + rest[0].Code)
		rest = rest[1:]
	}
	b.WriteString(" " + map[bool]string{true: "fell", false: "rose"}[c.Better])
	fmt.Fprintf(&b, " from %s to %s", corpus.Percent(c.Before.Calls, c.Before.Of), corpus.Percent(c.After.Calls, c.After.Of))
	if c.Day != "" {
		b.WriteString(" on " + dayInWords(c.Day))
	}
	b.WriteString(named(corpus.ByModel, "by model"))
	b.WriteString(named(corpus.ByPrompt, "with prompt"))
	if len(rest) > 0 && rest[0].Cause && c.Measure != ByRule {
		b.WriteString("; cause " + rest[0].Code)
		if rest[0].Before != c.Before || rest[0].After != c.After {
			r := &rest[0]
			fmt.Fprintf(&b, ", from %s to %s", corpus.Percent(r.Before.Calls, r.Before.Of), corpus.Percent(r.After.Calls, r.After.Of))
		}
		rest = rest[1:]
	}
	for i := range rest {
		b.WriteString([]string{"; also ", ", "}[min(i, 1)] + rest[i].Code)
	}
	return b.String()
}

// dayInWords returns a day in words: "12 November 2026".
func dayInWords(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day // the tally was written by another program
	}
	return t.Format("2 January 2006")
}
