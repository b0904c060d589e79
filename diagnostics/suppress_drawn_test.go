package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

var suppressionCount = flag.Uint64("suppressions", 100, "how many texts TestDisableFixes suppresses findings of")

// TestDisableFixes checks that a fix that disables a rule for a call suppresses its findings about
// the call and nothing else, and that no call changes, in texts of all kinds.
//
//	go test ./diagnostics -run TestDisableFixes -suppressions 100000
//
// runs more cases.
func TestDisableFixes(t *testing.T) {
	source := editSource(t)
	offered, refused := map[document.Kind]int{}, map[document.Kind]int{}
	for seed := range *suppressionCount {
		c := drawCase(source, rand.New(rand.NewPCG(seed, 41)))
		was := c.run(c.before, c.kind)
		for i := range min(len(was.Diagnostics), 8) {
			f := &was.Diagnostics[i]
			fix, ok := was.DisableFix(f, document.HTMLComments)
			if !ok {
				refused[c.kind]++
				continue
			}
			offered[c.kind]++
			after := Apply(c.before, fix.Edits)
			is := c.run(after, c.kind)
			if why := disabled(was, is, f, fix.Edits[0].Span.Start); why != "" {
				t.Fatalf("seed %d, %v, %s at %v: %s\n%q\nbecame\n%q", seed, c.kind, f.Code, f.Span, why, c.before, after)
			}
		}
	}
	t.Logf("offered %v, refused %v", offered, refused)
	for _, kind := range []document.Kind{document.Document, document.Reply, document.Go} {
		if offered[kind] < int(*suppressionCount/8) {
			t.Errorf("in a %v %d are offered", kind, offered[kind])
		}
	}
}

// disabled describes what is wrong after the rule of a finding was disabled for its call by an edit at
// an offset, or returns "".
func disabled(was, is *opened, f *Diagnostic, at int) string {
	if !slices.EqualFunc(was.Calls, is.Calls, func(a, b Call) bool {
		commented := a.Span.Start < at && at < a.Span.End // the directive is a comment of this call
		return (commented || a.Source() == b.Source()) && a.outcome == b.outcome
	}) {
		return "there are other calls"
	}
	others := func(r *opened) (list []string) {
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Code != unusedDirective && (d.Call != f.Call || d.Code != f.Code) {
				list = append(list, fmt.Sprint(d.Code, " ", d.Call, " ", d.Message))
			}
		}
		slices.Sort(list)
		return list
	}
	if a, b := others(was), others(is); !slices.Equal(a, b) {
		return fmt.Sprintf("the other findings were %q and are %q", a, b)
	}
	for i := range is.Diagnostics {
		if d := &is.Diagnostics[i]; d.Call == f.Call && d.Code == f.Code {
			return "it is still reported"
		}
	}
	return ""
}
