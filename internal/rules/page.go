package rules

import (
	"embed"
	"strings"

	"golang.org/x/tools/txtar"
)

// A Page is what the documentation of a rule says, in Markdown: pages/<code>.txtar.
type Page struct {
	// Summary is one sentence, without a period: what the rule reports. It is plain text.
	Summary string
	// Explanation describes what the runtime does, and why.
	Explanation string
	// Otherwise specifies, as the end of a sentence, in which cases a finding has
	// another severity; it is empty for a rule with one severity.
	Otherwise string
	// FixSafety describes which fixes of the rule are certain, which are a guess, and
	// why. It is empty for a rule without fixes.
	FixSafety string
	// Bad is a text with a finding of the rule, and Good its intended form. The tests run both,
	// with the rule enabled.
	Bad, Good string
	// As is what the examples are, the extension of their names: a document, a prompt, json, or "" for a reply.
	As string
	// Files are those of the workspace of the examples of a rule about them, by their paths.
	Files map[string]string
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
		switch name, as, _ := strings.Cut(f.Name, "."); name {
		case "summary":
			p.Summary = text
		case "otherwise":
			p.Otherwise = text
		case "fixes":
			p.FixSafety = text
		case "bad":
			p.Bad, p.As = text, as
		case "good":
			p.Good = text
		default:
			p.Files = map[string]string{strings.TrimPrefix(f.Name, "files/"): string(f.Data)}
		}
	}
	return p
}
