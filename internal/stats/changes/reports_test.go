package changes_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestReports compares the reports about small corpora, which are written by hand, with all of
// their numbers. testdata/reports.txtar describes its notation.
func TestReports(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		out := &txtar.Archive{Comment: archive.Comment}
		var base *corpus.Tally
		for _, f := range archive.Files {
			name, kind, _ := strings.Cut(f.Name, ".")
			var r *changes.Report
			switch kind {
			case "base":
				base = written(t, string(f.Data))
			case "next":
				r = changes.Between(base, written(t, string(f.Data)))
			case "days":
				r = changes.OverDays(written(t, string(f.Data)))
			default: // a report, which is written again
				continue
			}
			out.Files = append(out.Files, f)
			if kind != "base" {
				out.Files = append(out.Files, txtar.File{Name: name + ".report", Data: []byte(inFull(r))})
			}
		}
		golden.File(t, file, txtar.Format(out))
	})
}

// inFull returns a report with all that is in it.
func inFull(r *changes.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d shares", r.Shares)
	if r.DaysDiffer {
		b.WriteString(", days differ")
	}
	if r.Worse() {
		b.WriteString(", worse")
	}
	b.WriteString("\n")
	for i := range r.Changes {
		c := &r.Changes[i]
		fmt.Fprintf(&b, "%s %s\n", map[bool]string{true: "better", false: "worse"}[c.Better], c.Words(quote))
		fmt.Fprintf(&b, "\t%s, error %v: %d of %d, then %d of %d, chance %.3g\n",
			c.Measure, c.Error, c.Before.Calls, c.Before.Of, c.After.Calls, c.After.Of, c.Chance)
		for _, rule := range c.Rules {
			fmt.Fprintf(&b, "\t%s, cause %v: %d of %d, then %d of %d\n",
				rule.Code, rule.Cause, rule.Before.Calls, rule.Before.Of, rule.After.Calls, rule.After.Of)
		}
	}
	return b.String()
}

// written returns the tally of a text in the notation of the archive.
func written(t *testing.T, text string) *corpus.Tally {
	t.Helper()
	names := corpus.CountNames()
	list := []cells{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		from, to := "0", "0" // of an unknown day
		if fields[0] != "?" {
			var several bool
			if from, to, several = strings.Cut(fields[0], "-"); !several {
				to = from
			}
		}
		for n, day := 0, integer(t, from); day <= integer(t, to); n, day = n+1, day+1 {
			c := cells{
				Key: []string{"", "", "", "", corpus.Plain}, Counts: make([]int64, len(names)),
				Rules: map[string]int64{}, Causes: map[string]int64{}, Pairs: map[string]int64{},
			}
			if day > 0 {
				c.Key[0] = time.Date(2026, 11, int(day), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			}
			count := func(name string) *int64 { return &c.Counts[slices.Index(names, name)] }
			alike := int64(1)
			for _, field := range fields[1:] {
				name, value, _ := strings.Cut(field, "=")
				if at := slices.Index([]string{"tool", "model", "prompt", "method"}, name); at >= 0 {
					c.Key[1+at] = value
					continue
				}
				numbers := strings.Split(value, ",")
				k := integer(t, numbers[n%len(numbers)])
				pairs := k * (alike - 1) / 2
				code, cause := strings.CutSuffix(name, "!")
				switch {
				case name == "alike":
					alike = k
				case name == "calls":
					*count("calls") = k
					c.Pairs[corpus.AllPairs] = pairs
				case name == "lost":
					*count("lost") = k
				case name == "refused": // for a rule that is counted by itself
					*count("refused") += k
					c.Pairs[corpus.RefusedPairs] += pairs
				case cause:
					*count("refused") += k
					c.Pairs[corpus.RefusedPairs] += pairs
					c.Causes[code] = k
					fallthrough
				default:
					c.Rules[code], c.Pairs[code] = k, pairs
				}
			}
			*count("as_written") = *count("calls") - *count("refused")
			list = append(list, c)
		}
	}
	return readCells(t, list)
}

func integer(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
