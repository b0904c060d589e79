package diagnostics

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics/rules"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

var (
	scalingSize = flag.Int("scaling", 0, "TestScaling prints what texts of so many bytes cost beside those of half the size")
	scalingOnly = flag.String("only", "", "TestScaling looks at the rules and shapes whose names contain this")
)

// allSeries returns the texts of the table, and for each rule those that its bad
// example gives.
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
				if s.kind == 0 {
					s.kind = kind
				}
				all = append(all, s)
			}
		}
		add(series{shape: "file", unit: bad + "\n\n"},
			series{shape: "file", kind: document.Document, unit: bad + "\n\n"},
			series{shape: "line", unit: strings.ReplaceAll(bad, "\n", "") + " "})
		res := o.Run(document.Read(bad, kind))
		if i := slices.IndexFunc(res.Findings, func(f Finding) bool { return f.Code == r.Code }); i >= 0 {
			span := res.Findings[i].Span
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

// A cost is what something costs.
type cost struct {
	time  time.Duration
	bytes float64 // allocated
}

// measure returns the least that a function costs.
func measure(f func()) cost {
	least := cost{time: 1 << 60}
	for start, n := cpuTime(), 0; n < 5 && cpuTime()-start < 50*time.Millisecond; n++ {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		from := cpuTime()
		f()
		least.time = min(least.time, cpuTime()-from)
		runtime.ReadMemStats(&after)
		least.bytes = float64(after.TotalAlloc - before.TotalAlloc)
	}
	return least
}

// heldBy returns how many bytes the result of a function takes.
func heldBy[T any](f func() T) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return max(0, float64(after.HeapAlloc)-float64(before.HeapAlloc))
}

// works are what is measured of a text.
var works = []struct {
	name string
	do   func(*series, string)
}{
	{"run", func(s *series, t string) { s.options.Run(document.Read(t, s.kind)) }},
	{"fix", func(s *series, t string) { s.options.Run(document.Read(t, s.kind)).FixAll(nil) }},
	{"open", func(s *series, t string) { s.options.Open(text.New(t), s.kind) }},
	{"fixed", func(s *series, t string) { s.options.Open(text.New(t), s.kind).Fixed(nil) }},
}

// TestLinear counts work and not time: for no text of the table do the rules and fix-all
// allocate more than so many times its size. Where each finding read all of its call,
// they did.
func TestLinear(t *testing.T) {
	const size = 8 << 10
	most := map[string]float64{"run": 1000, "fix": 30_000}
	for _, s := range allSeries() {
		text, _ := s.text(size)
		for _, w := range works[:2] {
			if times := allocated(func() { w.do(&s, text) }) / float64(len(text)); times > most[w.name] {
				t.Errorf("%s, %s, %v: %s allocates %.0f times the text", s.rule, s.shape, s.kind, w.name, times)
			}
		}
	}
}

// allocated returns how many bytes a function allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestScaling prints what the texts of the table cost, and with a * what costs more
// than it should: more than 2.5 times what half of it costs, or 20 times its size in memory.
func TestScaling(t *testing.T) {
	most := *scalingSize // nothing is printed without it
	for _, s := range allSeries() {
		name := s.rule + ", " + s.shape
		if !strings.Contains(name, *scalingOnly) {
			continue
		}
		costs := make([]cost, len(works))
		line, bad := "", false
		for size := 4 << 10; size <= most; size *= 2 {
			start := cpuTime()
			whole, _ := s.text(size)
			res := s.options.Run(document.Read(whole, s.kind))
			kept := heldBy(func() *Result { return s.options.Run(document.Read(whole, s.kind)) }) / float64(len(whole))
			line = fmt.Sprintf("%-50s %-8v %7d %6d %5.1fx", name, s.kind, len(whole), len(res.Findings), kept)
			bad = kept > 20
			for i, w := range works {
				a, b := costs[i], measure(func() { w.do(&s, whole) })
				costs[i] = b
				ratio, more := float64(b.time)/float64(a.time), b.bytes/a.bytes
				line += fmt.Sprintf("  %s %7.1fms %4.1f %4.0fx %4.1f", w.name, b.time.Seconds()*1000, ratio, b.bytes/float64(len(whole)), more)
				bad = bad || ratio > 2.5 && b.time > 10*time.Millisecond || more > 2.5
			}
			if cpuTime()-start > 1500*time.Millisecond {
				break
			}
		}
		if bad {
			line += " *"
		}
		fmt.Println(line)
	}
}
