package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var placeholder = &Rule{
	Code:     "placeholder",
	Severity: Hint,
	Group:    Style,
	Summary:  "A part of an example that is left to fill in",
	Explanation: `
Documents show calls in which a template or a reader fills something in: \'{{ path }}\',
\'{% for t in tags %}\', \'${FILE}\', \'<%= n %>\', three dots, or a name for any tool, such as \'tool_name\'. What is
inside is not checked, whatever it is, and neither is whether an argument is missing where dots or a value of a
template are among the arguments. What is beside it is checked, except for an argument in one branch of a
condition that is given again in the other. Between \'{% raw %}\' and \'{% endraw %}\' everything is text.

Where a name, or a value other than text, is expected, \'$N\', \'[line]\' and \'<line>\'
are placeholders as well, if nothing else is there. A template comment, such as \'{# … #}\', is not
reported.

In the strings of programs, and of YAML and TOML, \'{name}\' and \'%s\' are placeholders where they are
the whole value. What a program computes, as in \'" + name + "\', is not reported; nor are \'{name}\'
and \'%s\' in other documents. No fix changes any of them.

The text output of \'forge-lsp check\' leaves placeholders out unless the level of this rule or
\'--fail-on hint\' is set; the JSON output has all of them. An editor shows the first of each call.

An example that really runs teaches a model more than dots do. Dots that replace the arguments of a
known tool can be replaced with one, made from the tool's schema.

In a reply nothing is left to fill in, so nothing is reported.
`,
	FixSafety: `
The example is a guess: something else may have been meant.
`,
	Bad:      callTo + "read_file" + withArguments + "\n  ...\n" + endOfCall,
	Good:     callTo + "read_file" + withArguments + "\n  <path>src/main.go</path>\n" + endOfCall,
	Needs:    facts.Needs{Facts: facts.Placeholders},
	Check:    checkPlaceholder,
	Document: true,
}

func checkPlaceholder(p *Pass) {
	for _, h := range p.Holes {
		if h.Code {
			continue
		}
		n := Report{Message: "Placeholder `" + Clip(p.Block.Slice(h.Span)) + "`; its value is not checked"}
		if h.Dots && h.Element != xmlcall.NoElement {
			n.Message = "`" + Clip(p.Block.Slice(h.Span)) + "` leaves something out; write an example that runs"
			n.Fixes = exampleFixes(p, h)
		}
		p.report(h.Span, n)
	}
}

// exampleFixes returns the fix that replaces dots that are the only arguments of a
// known tool by an example.
func exampleFixes(p *Pass, h facts.Hole) []Fix {
	e := p.Block.Element(h.Element)
	if p.Tool == nil || h.Element != p.ArgumentsElement() || e.Unclosed() || p.Trim(e.Content()) != h.Span {
		return nil
	}
	children := exampleArguments(p.Tool)
	if len(children) == 0 {
		return nil
	}
	indent, first := p.Indent(h.Span.Start)
	text := strings.Join(children, "\n"+indent)
	if !first {
		own, _ := p.Indent(e.Start().Start)
		text = "\n" + own + "  " + strings.Join(children, "\n"+own+"  ") + "\n" + own
	}
	return []Fix{replace(Titled("Insert an example of `", p.Tool.Name, "`"), h.Span, p.LineEnds(text))}
}

// exampleArguments returns the arguments of an example of a tool: the required ones, or
// all if none are required.
func exampleArguments(tool *toolspec.Tool) []string {
	for _, all := range []bool{false, true} {
		text, err := tool.ExampleCall(toolspec.ExampleOptions{All: all})
		if err != nil {
			return nil
		}
		b := xmlcall.ParseAt(text, 0)
		at := b.Arguments()
		var children []string
		for _, e := range b.Children(at) {
			children = append(children, b.Slice(e.Span()))
		}
		if len(children) > 0 {
			return children
		}
	}
	return nil
}
