//go:build slow

package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/toolspec"
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
		page := r.Page()
		bad := page.Bad
		if r.Long > 0 {
			o.MaxSize = len(bad) - 1
		}
		kind := document.Reply
		if page.As == "document" {
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

// TestLinear counts allocations rather than time: for no text of the table may the rules
// and fix-all allocate more than a multiple of its size. This fails if each finding
// reads its whole call.
func TestLinear(t *testing.T) {
	const size = 8 << 10
	for _, s := range allSeries() {
		text, _ := s.text(size)
		if s.proven {
			if res := s.options.run(text, s.kind); res.FixAll(nil) == res {
				t.Errorf("%s, %s: nothing is fixed", s.rule, s.shape)
			}
		}
		run := bench.Allocated(func() { s.options.run(text, s.kind) }) / float64(len(text))
		fix := bench.Allocated(func() { s.options.run(text, s.kind).FixAll(nil) }) / float64(len(text))
		if run > 1000 || fix > 30_000 {
			t.Errorf("%s, %s, %v: reading allocates %.0f times the text, fixing %.0f times", s.rule, s.shape, s.kind, run, fix)
		}
	}
}
