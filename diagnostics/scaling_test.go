//go:build slow

package diagnostics

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

var (
	scalingSize = flag.Int("scaling", 64<<10, "the size in bytes of the largest texts of TestScaling")
	scalingOnly = flag.String("only", "", "TestScaling looks at the rules and shapes whose names contain this")
)

// allSeries returns the texts of the table, and for each rule those derived from its
// bad example.
func allSeries() []series {
	var all []series
	for _, r := range rules.All {
		o := Options{Rules: map[string]Level{}}
		if r.OffByDefault {
			o.Rules[r.Code] = AsWarning
		}
		bad := r.Bad
		if r.Long > 0 {
			o.MaxSize = len(bad) - 1
		}
		kind := document.Reply
		if r.Document {
			kind = document.Document
		}
		add := func(list ...series) {
			for _, s := range list {
				s.rule, s.options = r.Code, o
				if s.open {
					s.options.Tools = openTool()
				}
				if s.kind == 0 {
					s.kind = kind
				}
				all = append(all, s)
			}
		}
		add(series{shape: "file", unit: bad + "\n\n"},
			series{shape: "file", kind: document.Document, unit: bad + "\n\n"},
			series{shape: "line", unit: strings.ReplaceAll(bad, "\n", "") + " "})
		res := o.run(bad, kind)
		if i := slices.IndexFunc(res.Diagnostics, func(f Diagnostic) bool { return f.Code == r.Code }); i >= 0 {
			span := res.Diagnostics[i].Span
			from := strings.LastIndexByte(bad[:span.Start], '\n') + 1
			to := span.End
			if n := strings.IndexByte(bad[to:], '\n'); n >= 0 {
				to += n + 1
			}
			if lines := bad[from:to]; lines != "" && !strings.Contains(lines, "tool>") && to < len(bad) {
				add(series{shape: "lines", head: bad[:from], unit: lines, tail: bad[to:]})
			}
		}
		add(scalingRules[r.Code]...)
	}
	return append(all, scalingTexts...)
}

// openTool returns a tool that accepts any number of arguments.
func openTool() *toolspec.Set {
	tools, errs := toolspec.Load("tools.json", []byte(`{"name": "our_own", "schema": {"type": "object", "additionalProperties": {"type": "string"}}}`))
	if len(errs) > 0 {
		panic(errs[0])
	}
	return toolspec.NewSet(tools...)
}

// measure returns the minimum cost of a function.
func measure(f func()) bench.Cost {
	least := bench.Cost{Time: 1 << 60}
	for start, n := bench.CPUTime(), 0; n < 3 || n < 10 && bench.CPUTime()-start < 50*time.Millisecond; n++ {
		c := bench.Measure(f)
		least = bench.Cost{Time: min(least.Time, c.Time), Bytes: c.Bytes}
	}
	return least
}

// growth returns the mean ratio of consecutive costs, for the last three that are large
// enough to be measured: a result computed once for a whole text, a slice that grows or a
// garbage collection affects one doubling and not the next.
func growth(costs []bench.Cost) (inTime, inBytes float64) {
	n := len(costs)
	last, base := costs[n-1], costs[max(0, n-3)]
	doublings := float64(min(n-1, 2))
	root := func(x float64) float64 { return math.Pow(x, 1/doublings) }
	return root(float64(last.Time) / float64(base.Time)), root(last.Bytes / base.Bytes)
}

// works are the measured operations.
var works = []struct {
	name  string
	fixes bool // in rounds
	do    func(*series, string)
}{
	{"run", false, func(s *series, t string) { s.options.run(t, s.kind) }},
	{"fix", true, func(s *series, t string) { s.options.run(t, s.kind).FixAll(nil) }},
	{"open", false, func(s *series, t string) { s.options.Open(text.New(t), s.kind) }},
	{"fixed", true, func(s *series, t string) { s.options.Open(text.New(t), s.kind).Fixed(nil) }},
}

// TestLinear counts allocations rather than time: for no text of the table may the rules
// and fix-all allocate more than a multiple of its size. This fails if each finding
// reads its whole call.
func TestLinear(t *testing.T) {
	const size = 8 << 10
	most := map[string]float64{"run": 1000, "fix": 30_000}
	for _, s := range allSeries() {
		text, _ := s.text(size)
		if s.proven {
			if res := s.options.run(text, s.kind); res.FixAll(nil) == res {
				t.Errorf("%s, %s: nothing is fixed", s.rule, s.shape)
			}
		}
		for _, w := range works[:2] {
			if times := bench.Allocated(func() { w.do(&s, text) }) / float64(len(text)); times > most[w.name] {
				t.Errorf("%s, %s, %v: %s allocates %.0f times the text", s.rule, s.shape, s.kind, w.name, times)
			}
		}
	}
}

// TestScaling prints the costs for the texts of the table, and marks with * those that are
// too high: more than 2.5 times the cost of half the text, or 20 times its size in memory.
// About a thousand problems are recorded per call, so fix-all takes as many rounds as it has
// thousands, up to maxRounds: the cost of a round is compared.
func TestScaling(t *testing.T) {
	for _, s := range allSeries() {
		name := s.rule + ", " + s.shape
		if !strings.Contains(name, *scalingOnly) {
			continue
		}
		costs := make([][]bench.Cost, len(works))
		line, bad := "", false
		for size := 4 << 10; size <= *scalingSize; size *= 2 {
			start := bench.CPUTime()
			whole, _ := s.text(size)
			res := s.options.run(whole, s.kind)
			_, _, rounds := res.Document.fixAll(nil)
			kept := heldBy(func() *opened { return s.options.run(whole, s.kind) }) / float64(len(whole))
			line = fmt.Sprintf("%-50s %-8v %7d %6d %2d %5.1fx", name, s.kind, len(whole), len(res.Diagnostics), rounds, kept)
			bad = kept > 20
			for i, w := range works {
				b := measure(func() { w.do(&s, whole) })
				line += fmt.Sprintf("  %s %7.1fms %4.0fx", w.name, b.Time.Seconds()*1000, b.Bytes/float64(len(whole)))
				if w.fixes {
					b.Time, b.Bytes = b.Time/time.Duration(rounds+1), b.Bytes/float64(rounds+1)
				}
				costs[i] = append(costs[i], b)
				inTime, inBytes := growth(costs[i])
				line += fmt.Sprintf(" %4.1f %4.1f", inTime, inBytes)
				bad = bad || len(costs[i]) > 2 && (inTime > 2.5 && b.Time > 25*time.Millisecond || inBytes > 2.5)
			}
			if bench.CPUTime()-start > 3*time.Second {
				break
			}
		}
		if bad {
			line += " *"
		}
		fmt.Println(line)
	}
}
