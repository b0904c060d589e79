package diagnostics

import (
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
)

// unusedDirective is the code of the rule about directives, whose findings cannot be
// suppressed.
const unusedDirective = "unused-directive"

// A Rule is one registered rule. Each has a definition and a page in package rules, and its cases in
// testdata/<code>.txtar.
type Rule struct {
	// Code is the stable name of the rule.
	Code string
	// Severity is the severity of its findings.
	Severity Severity
	// Group is the name of the rules that it belongs to, one of [Groups].
	Group string
	// Otherwise specifies, as the end of a sentence in Markdown, in which cases a
	// finding has another severity; it is empty for a rule with one severity.
	Otherwise string
	// OffByDefault marks a rule that runs only if it is enabled.
	OffByDefault bool
	// Summary describes in one sentence, without a period, what the rule reports.
	Summary string
	// Explanation describes, in Markdown, what the runtime does, and why.
	Explanation string
	// FixSafety describes, in Markdown, which fixes of the rule are certain, which are
	// a guess, and why. It is empty for a rule without fixes.
	FixSafety string

	rule *rules.Rule
	page rules.Page
}

// registry holds the rules by code, in the exported form. Running rules does not need
// it.
var registry = sync.OnceValue(func() []*Rule {
	list := make([]*Rule, len(rules.All))
	for i, r := range rules.All {
		p := r.Page()
		list[i] = &Rule{
			Code: r.Code, Severity: r.Severity, Group: r.Group, Otherwise: p.Otherwise, OffByDefault: r.OffByDefault,
			Summary: p.Summary, Explanation: p.Explanation, FixSafety: p.FixSafety, rule: r, page: p,
		}
	}
	return list
})

// Rules returns all registered rules by code. The caller owns the slice.
func Rules() []*Rule { return slices.Clone(registry()) }

// Codes returns the codes of all registered rules in order. The caller owns the
// slice.
func Codes() []string {
	codes := make([]string, len(rules.All))
	for i, r := range rules.All {
		codes[i] = r.Code
	}
	return codes
}

// Groups returns the names of the groups of rules, in the order in which they are listed.
// The caller owns the slice.
func Groups() []string { return slices.Clone(rules.Groups) }

// InGroup returns the codes of the rules of a group, in order, or nil for an unknown
// group.
func InGroup(group string) []string {
	var codes []string
	for _, r := range rules.All {
		if r.Group == group {
			codes = append(codes, r.Code)
		}
	}
	return codes
}

// Lookup returns the rule with the given code, or nil.
func Lookup(code string) *Rule {
	if i, found := rules.Find(code); found {
		return registry()[i]
	}
	return nil
}

// Bad returns a reply with a finding of the rule. The tests run it and [Rule.Good],
// with the rule enabled.
func (r *Rule) Bad() string {
	if n := r.rule.Long; n > 0 {
		return strings.Replace(r.page.Bad, "…", strings.Repeat("a", n), 1)
	}
	return r.page.Bad
}

// Good returns the intended form of the bad example.
func (r *Rule) Good() string { return r.page.Good }

// URL returns the address of the rule's page of the reference.
func (r *Rule) URL() string {
	return "https://github.com/entrhq/forge-lsp/blob/main/docs/rules/" + r.Code + ".md"
}

// TryURL returns the address of the page on which the rule's bad example can be tried, "" for
// an example that is too large for it, or about files.
func (r *Rule) TryURL() string {
	if r.rule.Long > 0 || r.page.Files != nil {
		return ""
	}
	return "https://entrhq.github.io/forge-lsp/#rule=" + r.Code
}

// Kind returns how the rule's examples are read: Reply, Document or JSON.
func (r *Rule) Kind() document.Kind {
	switch r.page.As {
	case "document", "prompt":
		return document.Document
	case "json":
		return document.JSON
	}
	return document.Reply
}

// Options returns the options with which the rule's examples are read: they enable a rule that is
// off by default.
func (r *Rule) Options() (o Options) {
	if r.OffByDefault {
		o.Rules = map[string]Level{r.Code: Level(r.Severity.String())}
	}
	if r.page.As == "prompt" {
		o.Purpose = document.Prompt
	}
	if r.page.Files != nil {
		o.Files = filetools.Of(r.page.Files)
	}
	return o
}

// Files returns the texts of the files in the workspace of the examples of a rule about them, by their paths.
func (r *Rule) Files() map[string]string { return r.page.Files }

// Repaired reports whether the rule is about what the runtime reads only by its ampersand
// repair, so that [Strict] makes its findings errors.
func (r *Rule) Repaired() bool { return r.rule.Repaired }

// Suppressible reports whether directives suppress the rule's findings.
func (r *Rule) Suppressible() bool { return r.Code != unusedDirective }
