package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"testing"
	"strings"

	"github.com/entrhq/forge-lsp/internal/slips"
	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
)

func TestZZ(t *testing.T) {
	good, bad, ex := map[string]int{}, map[string]int{}, map[string]string{}
	g1, b1 := map[string]int{}, map[string]int{}
	for seed := range uint64(*suggestedCases) {
		c := slips.Draw(rand.New(rand.NewPCG(19, seed)))
		s := suggestCase(seed)
		if s.before.end == meant { continue }
		at := strings.Index(strings.ToLower(c.Text), "<tool")
		if at < 0 { continue }
		in := intent.Of(c.Text[at:], intent.Options{Tools: c.Tools})
		keys := map[string]bool{}
		for _, d := range in.Doubts { keys[d.Why] = true }
		if len(keys)==0 { keys["-"]=true }
		for k := range keys {
			if len(s.made) > 0 {
				if s.became(s.after) { bad[k]++; ex[k] += fmt.Sprint(seed, " ") }
				if s.after.end == meant { good[k]++ }
			}
			if s.first != nil {
				if s.became(s.first) { b1[k]++ }
				if s.first.end == meant { g1[k]++ }
			}
		}
	}
	var keys []string
	all := map[string]bool{}
	for k := range bad { all[k] = true }
	for k := range b1 { all[k] = true }
	for k := range all { keys = append(keys, k) }
	sort.Slice(keys, func(i, k int) bool { return bad[keys[i]] > bad[keys[k]] })
	for _, k := range keys { fmt.Printf("%-45s all: bad %4d good %4d   first: bad %4d good %4d  %s\n", k, bad[k], good[k], b1[k], g1[k], ex[k][:min(60,len(ex[k]))]) }
}
