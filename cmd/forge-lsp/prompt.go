package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const promptLong = `prompt prints the section of a system prompt that is about tools, in Markdown: how
a call is written and what must be escaped in it, and for each tool its
description, its parameters and a call that works (see forge-lsp example).
Without a tool it prints all tools.

` + toolsHelp + `

Exit codes:
  0  everything was printed
  2  wrong usage, an unknown tool, a tool without a valid call, which is printed
     without an example, a definition that cannot be read or has an error, or a
     configuration with a mistake`

// callRules are the rules about writing calls in a prompt (ADR-0024: entities first,
// CDATA as the fallback), and the runtime's behavior beyond them.
var callRules = fmt.Sprintf("## Calling tools\n"+`
A call is a block as in the examples below, written as it stands there: the tags
without attributes, the names letter for letter. Make one call in a reply.

Values are XML text:

- Escape first: write %[1]s as %[2]s, %[3]s as %[4]s and %[5]s as %[6]s. Quotes stay as they are.
- Use a CDATA section, %[7]s, only for values in which that gets hard to read:
  with %[8]d or more of these characters, or with more than %[9]d bytes. Escape nothing in it.
- Never mix the two in one value, and leave no bare %[1]s anywhere in the call: mending it
  would change each %[1]s in the call's CDATA sections.
- %[10]s ends a CDATA section. Escape a value that contains it: %[11]s
- %[12]s ends the call wherever it stands, in a CDATA section too. Escape a value that
  contains it: %[13]s
- CDATA is for text, never for structure: lists and objects are elements in elements.
`, markdown.Code("&"), markdown.Code("&amp;"), markdown.Code("<"), markdown.Code("&lt;"), markdown.Code(">"), markdown.Code("&gt;"), markdown.Code("<![CDATA[…]]>"),
	encode.CDATAFrom, encode.CDATAOver, markdown.Code("]]>"), markdown.Code(encode.Escape("]]>")), markdown.Code("</tool>"), markdown.Code(encode.Escape("</tool>")))

func newPromptCommand() *cobra.Command {
	o := &exampleOptions{}
	cmd := &cobra.Command{
		Use:   "prompt [flags] [TOOL...]",
		Short: "Print the tools as a section of a system prompt",
		Long:  promptLong,
		Example: `  forge-lsp prompt
  forge-lsp prompt --all read_file apply_diff`,
		Args: func(cmd *cobra.Command, _ []string) error { return o.checkFlags(cmd) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return o.complete(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.prompt(cmd, args) },
	}
	o.add(cmd)
	return cmd
}

func (o *exampleOptions) prompt(cmd *cobra.Command, args []string) error {
	known, failed := o.known(cmd.ErrOrStderr())
	tools := known
	if len(args) > 0 {
		tools = nil
	}
	for _, name := range args {
		found, err := named(known, name)
		if err != nil {
			return err
		}
		for _, t := range found {
			if !slices.Contains(tools, t) {
				tools = append(tools, t)
			}
		}
	}
	var b strings.Builder
	b.WriteString(callRules)
	b.WriteString("\n## Tools\n")
	for _, t := range tools {
		call, err := t.ExampleCall(o.example())
		if err != nil {
			failed = true
			complain(cmd.ErrOrStderr(), err)
		}
		writeTool(&b, t, call)
	}
	if _, err := fmt.Fprint(cmd.OutOrStdout(), b.String()); err != nil {
		return err
	}
	if failed {
		return exitCode(exitFailure)
	}
	return nil
}

// writeTool writes a tool's section. call is "" if there is no example.
func writeTool(b *strings.Builder, t *toolspec.Tool, call string) {
	fmt.Fprintf(b, "\n### %s\n", t.Name)
	if about := strings.TrimSpace(t.Description); about != "" {
		fmt.Fprintf(b, "\n%s\n", about)
	}
	switch {
	case t.Custom:
		fmt.Fprintf(b, "\nIt is a custom tool, which %s runs.\n", markdown.Code("run_custom_tool"))
	case t.Server != "":
		fmt.Fprintf(b, "\nIts server_name is %s.\n", markdown.Code(t.Server))
	}
	switch {
	case len(t.Arguments) > 0:
		b.WriteString("\nParameters:\n\n")
		writeParameters(b, t.Arguments, "")
	case !t.Open:
		b.WriteString("\nIt has no parameters.\n")
	}
	if t.Open {
		b.WriteString("\nIt takes further parameters of any name.\n")
	}
	if call != "" {
		b.WriteString("\nExample:\n\n" + markdown.Block("xml", call))
	}
}

// maxPromptDepth bounds the depth to which parameters are described: types can be
// recursive, and an example shows the rest.
const maxPromptDepth = 3

func writeParameters(b *strings.Builder, arguments []toolspec.Argument, indent string) {
	for i := range arguments {
		a := &arguments[i]
		need := "optional"
		if a.Required {
			need = "required"
		}
		fmt.Fprintf(b, "%s- %s (%s, %s)", indent, markdown.Code(a.Name), typeText(a), need)
		if about := strings.Join(strings.Fields(a.Description), " "); about != "" {
			b.WriteString(": " + about)
		}
		b.WriteByte('\n')
		inner := a
		for inner.Item != nil {
			inner = inner.Item
		}
		if len(indent)/2+1 < maxPromptDepth {
			writeParameters(b, inner.Members, indent+"  ")
		}
	}
}

// typeText describes in words what a parameter contains and how a list is written.
func typeText(a *toolspec.Argument) string {
	text := a.Kind.String()
	switch {
	case len(a.Enum) > 0:
		var values []string
		for _, value := range a.Enum {
			values = append(values, markdown.Code(value))
		}
		if text = "one of " + strings.Join(values, ", "); len(values) == 1 {
			text = "always " + values[0]
		}
	case a.Kind == toolspec.List && a.Repeated:
		text = "list: one " + markdown.Code("<"+a.Name+">") + " with " + article(typeText(a.Item)) + " for each item"
	case a.Kind == toolspec.List:
		text = "list: " + markdown.Code("<"+a.Item.Name+">") + " elements in it, each with " + article(typeText(a.Item))
	case a.Kind == toolspec.Any:
		text = "any value"
	}
	if a.Nullable {
		text += " or " + markdown.Code("null")
	}
	return text
}

// article prepends an indefinite article to words that begin with a letter and need
// one.
func article(text string) string {
	switch {
	case strings.HasPrefix(text, "one of"), strings.HasPrefix(text, "always"), strings.HasPrefix(text, "any"):
		return text
	case strings.IndexByte("aeiou", text[0]) >= 0:
		return "an " + text
	}
	return "a " + text
}
