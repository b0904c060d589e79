package diagnostics

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics/rules"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Rule is one registered rule. Each has a file in package rules, and its cases in
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
}

// registry holds the rules by code, in the exported form. Running rules does not need
// it.
var registry = sync.OnceValue(func() []*Rule {
	list := make([]*Rule, len(rules.All))
	for i, r := range rules.All {
		list[i] = &Rule{
			Code: r.Code, Severity: r.Severity, Group: string(r.Group), Otherwise: rules.Text(r.Otherwise), OffByDefault: r.OffByDefault,
			Summary: r.Summary, Explanation: rules.Text(r.Explanation), FixSafety: rules.Text(r.FixSafety),
			rule: r,
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
func Groups() []string {
	names := make([]string, len(rules.Groups))
	for i, g := range rules.Groups {
		names[i] = string(g)
	}
	return names
}

// InGroup returns the codes of the rules of a group, in order, or nil for an unknown
// group.
func InGroup(group string) []string {
	var codes []string
	for _, r := range rules.All {
		if string(r.Group) == group {
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
	if r.rule == nil {
		return ""
	}
	return r.rule.BadExample()
}

// Good returns the intended form of the bad example.
func (r *Rule) Good() string {
	if r.rule == nil {
		return ""
	}
	return r.rule.Good
}

// URL returns the address of the rule's page of the reference.
func (r *Rule) URL() string {
	return "https://github.com/entrhq/forge-lsp/blob/main/docs/rules/" + r.Code + ".md"
}

// Reference returns the rule's page of the reference, in Markdown. What it
// shows of the examples is what the rules really say of them.
func (r *Rule) Reference() string {
	var w strings.Builder
	severity := "**" + r.Severity.String() + "**" + r.offByDefault()
	if r.Otherwise != "" {
		severity += "; " + r.Otherwise
	}
	fmt.Fprintf(&w, "# %s\n\n%s. Severity: %s.\n\n%s\n\n", r.Code, quoteMarkup(r.Summary), severity, r.Explanation)
	bad := r.Bad()
	res := r.analyze(bad)
	fmt.Fprintf(&w, "## A bad example\n\n%s\n", fence("xml", bad))
	var messages []string
	var fixes []Fix
	for i, f := range res.Findings {
		if f.Code != r.Code || slices.Contains(messages, f.Message) {
			continue
		}
		messages = append(messages, f.Message)
		if fixes == nil {
			fixes = res.Prove(i)
		}
	}
	fmt.Fprintf(&w, "%s\nThe runtime %s.\n\n", fence("text", strings.Join(messages, "\n")), outcome(res))
	if len(fixes) > 0 {
		w.WriteString("## Fixes\n\n")
		for _, f := range fixes {
			kind := "suggested"
			if f.Safe() {
				kind = "safe"
			}
			fmt.Fprintf(&w, "- `%s` (%s)\n", f.Title, kind)
		}
		w.WriteString("\n")
	}
	if r.FixSafety != "" {
		fmt.Fprintf(&w, "## Fix safety\n\n%s\n\n", r.FixSafety)
	}
	fmt.Fprintf(&w, "## What was meant\n\n%s\nThe runtime %s.\n", fence("xml", r.Good()), outcome(r.analyze(r.Good())))
	w.WriteString(r.switching())
	return w.String()
}

// switching says how the rule is switched off, or on.
func (r *Rule) switching() string {
	if r.OffByDefault {
		return "\n## Switching it on\n\nIn `forge-lsp.toml`:\n\n" + fence("toml", "[rules]\n"+r.Code+" = \"hint\"")
	}
	text := "\n## Switching it off\n\n"
	switch {
	case r.rule != nil && r.rule.JSON:
		text += "JSON has no comments for directives. For some files, in `forge-lsp.toml`:\n\n" +
			fence("toml", "[[files]]\nglob = \"sessions/old/**\"\nrules."+r.Code+" = \"off\"") + "\n"
	case r.Code != unusedDirective: // which no directive suppresses
		text += "For the next call, with a reason: `<!-- forge-lsp-disable-next-call " + r.Code + " -- … -->`. "
	}
	text += "Everywhere, in `forge-lsp.toml`:\n\n" + fence("toml", "[rules]\n"+r.Code+" = \"off\"")
	if r.rule != nil && r.rule.Repaired {
		text += "\nFor a runtime without the ampersand repair (`profile = \"strict\"`) it is an error.\n"
	}
	return text
}

func (r *Rule) offByDefault() string {
	if r.OffByDefault {
		return ", off by default"
	}
	return ""
}

// analyze runs all rules on an example of the rule.
func (r *Rule) analyze(text string) *Result {
	return r.options().Run(document.Read(text, r.Kind()))
}

// options switch the rule on where it is off by default.
func (r *Rule) options() (o Options) {
	if r.OffByDefault {
		o.Rules = map[string]Level{r.Code: AsError + Level(r.Severity) - 1}
	}
	return o
}

// Kind is how the rule's examples are read: Reply, Document or JSON.
func (r *Rule) Kind() document.Kind {
	switch {
	case r.rule == nil:
	case r.rule.Document:
		return document.Document
	case r.rule.JSON:
		return document.JSON
	}
	return document.Reply
}

// maxExample is how many bytes of an example a page shows.
const maxExample = 2000

func fence(language, text string) string {
	text = strings.TrimRight(text, "\n")
	if len(text) > maxExample {
		text = text[:maxExample/10] + "\n…\n" + text[len(text)-maxExample/20:]
	}
	return markdown.Block(language, text)
}

var markup = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`</?[\w ]+>|]]>|[<&]|--`)
})

// quoteMarkup returns plain text as Markdown: what Markdown or HTML would read as
// markup becomes code.
func quoteMarkup(text string) string { return markup().ReplaceAllString(text, "`$0`") }

// outcome describes what happens to the calls of a reply, each taken on its own.
func outcome(res *Result) string {
	if len(res.Calls) == 0 {
		return "sees no call"
	}
	line := func(offset int) int { return 1 + strings.Count(res.File.Text[:offset], "\n") }
	var parts []string
	for i := range res.Calls {
		parts = append(parts, res.Calls[i].story(line))
	}
	return strings.Join(parts, "; then it ")
}

// story describes what happens to a call in Markdown, as a predicate of the
// runtime.
func (c *Call) story(line func(offset int) int) string {
	runs := "runs the call"
	switch c.tool {
	case ToolRefuses:
		runs = "reads the call, and " + c.tools.Of(c.Block()).Name + " refuses it: " + quoteMarkup(c.ToolReason())
	case ToolUnknown:
		runs = "reads the call, and has no tool of that name"
	}
	switch c.outcome {
	case xmlcall.Refused:
		return "refuses the call: " + c.Reason(line)
	case xmlcall.Repaired:
		return "repairs the ampersands and " + runs
	}
	return runs
}
