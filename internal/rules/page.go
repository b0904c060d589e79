package rules

import (
	"embed"
	"strings"

	"golang.org/x/tools/txtar"
)

// A Page is what the documentation of a rule says, in Markdown: pages/<code>.txtar.
type Page struct {
	// Explanation describes what the runtime does, and why.
	Explanation string
	// Otherwise specifies, as the end of a sentence, in which cases a finding has
	// another severity; it is empty for a rule with one severity.
	Otherwise string
	// FixSafety describes which fixes of the rule are certain, which are a guess, and
	// why. It is empty for a rule without fixes.
	FixSafety string
	// Bad is a reply with a finding of the rule, and Good its intended form. The tests
	// run both, with the rule enabled.
	Bad, Good string
}

//go:embed pages
var pages embed.FS

// Page reads the page of the rule.
func (r *Rule) Page() (p Page) {
	data, _ := pages.ReadFile("pages/" + r.Code + ".txtar") // a test checks that each rule has one
	archive := txtar.Parse(data)
	p.Explanation = strings.TrimSpace(string(archive.Comment))
	for _, f := range archive.Files {
		text := strings.TrimSuffix(string(f.Data), "\n")
		switch f.Name {
		case "otherwise":
			p.Otherwise = text
		case "fixes":
			p.FixSafety = text
		case "bad":
			p.Bad = text
		case "good":
			p.Good = text
		}
	}
	return p
}
