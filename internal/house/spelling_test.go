package house

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/golangci/misspell"
)

// checkSpelling finds common misspellings, and British spelling, in everything that people read. It knows
// words that people get wrong and not all that are right: a dictionary would need a list of the terms of this
// field that is as long as what it finds. make lint looks for them in the rest of the Go files.
func checkSpelling(t *testing.T, tree fs.FS) []string {
	t.Helper()
	american := misspell.New()
	american.AddRuleList(misspell.DictAmerican)
	american.RemoveRule([]string{"cancelled", "cancelling", "labelled", "labelling"}) // as the protocol has them
	american.Compile()
	var breaches []string
	for _, p := range prose(t, tree) {
		if p.allowed {
			continue
		}
		_, diffs := american.Replace(p.text)
		for _, d := range diffs {
			breaches = append(breaches, fmt.Sprintf("%s:%d: %q: write %q", p.file, p.line, d.Original, d.Corrected))
		}
	}
	return breaches
}

func TestSpelling(t *testing.T) {
	runBreaches(t, checkSpelling, []breachTest{
		{"nothing", map[string]string{"a.md": "The behavior of a color."}, ""},
		{"a misspelling", map[string]string{"a.md": "It is " + "neccessary."}, `a.md:1: "neccessary": write "necessary"`},
		{"British", map[string]string{"a.md": "The behavi" + "our.\n"}, `a.md:1: "behavi` + `our"`},
		{"a string", map[string]string{"a.go": "package a\n\nvar A = \"it is seperat" + "ed\"\n"}, "separated"},
		{"code", map[string]string{"a.md": "`neccessary`"}, ""},
	})
}
