package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const promptLong = `prompt prints the tools section of a system prompt, in Markdown: how to write a
call and what to escape, and for each tool its description, its parameters and
a call that works (see forge-lsp example). Without arguments it prints all
tools.

With --check it checks the prompts in FILE..., in Markdown, in the strings of a
program or in the system messages of a transcript: calls run as written, and the
tools and arguments that the prompt names are those that are defined. It prints
what forge-lsp check does, the rule prompt-drift among it.

` + SettingsHelp

// callRules is how a prompt teaches to write calls: escapes first and CDATA as the fallback, as ADR-0024
// decides, and what breaks a call.
var callRules = fmt.Sprintf("## Calling tools\n"+`
To call a tool, write a block like the examples below, with the same tags and without
attributes. Make one call per reply.

Escape the special characters in values: write %[1]s as %[2]s, %[3]s as %[4]s and %[5]s as %[6]s.
Quotes can stay, or be written as %[7]s and %[8]s. For example: %[9]s

Use a CDATA section only where escapes get hard to read: in a value with %[10]d or more
special characters, or with any and more than %[11]d bytes. For example: %[12]s

Never

- leave an unescaped %[1]s in a call: it changes every %[1]s in the CDATA sections of that call
- escape anything inside a CDATA section, or mix CDATA and other text in one value
- put %[13]s or %[14]s into a CDATA section; escape the value instead: %[15]s, %[16]s
- wrap a list or an object in CDATA, or write it as JSON: use nested elements
`, markdown.Code("&"), markdown.Code("&amp;"), markdown.Code("<"), markdown.Code("&lt;"), markdown.Code(">"), markdown.Code("&gt;"),
	markdown.Code("&quot;"), markdown.Code("&apos;"), markdown.Code("<search>a &lt; b &amp;&amp; c</search>"),
	encode.CDATAFrom, encode.CDATAOver, markdown.Code("<content><![CDATA[if (a < b && c > d) { e(&f) }]]></content>"),
	markdown.Code("]]>"), markdown.Code("</tool>"), markdown.Code(encode.Escape("]]>")), markdown.Code(encode.Escape("</tool>")))

// Prompt returns the command prompt.
func Prompt() *cobra.Command {
	o := &exampleOptions{}
	checker, check := newChecker()
	checking := []string{"format", "fail-on"} // the flags of check that only --check has
	cmd := &cobra.Command{
		Use:   "prompt [flags] [TOOL...] | prompt --check [flags] FILE...",
		Short: "Print the tools section of a system prompt, or check prompts",
		Long:  promptLong,
		Example: `  forge-lsp prompt
  forge-lsp prompt --all read_file apply_diff
  forge-lsp prompt --check prompts/system.md`,
		Args: func(cmd *cobra.Command, _ []string) error { return o.checkFlags(cmd) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return o.complete(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"all", "auto", "escape", "cdata"} {
				if o.check && cmd.Flags().Changed(name) {
					return Usagef(cmd, "--%s cannot be combined with --check", name)
				}
			}
			for _, name := range checking {
				if !o.check && cmd.Flags().Changed(name) {
					return Usagef(cmd, "--%s needs --check", name)
				}
			}
			switch {
			case !o.check:
				return o.prompt(cmd, args)
			case len(args) == 0:
				return Usagef(cmd, "prompt --check needs a file")
			}
			checker.Tools.Flags, checker.Tools.Prompts = o.tools.Flags, true
			if err := checker.CheckArgs(cmd, args); err != nil {
				return err
			}
			return checker.run(cmd, args)
		},
	}
	o.add(cmd)
	cmd.Flags().BoolVar(&o.check, "check", false, "check the prompts in FILE...: their calls, and the tools that they describe")
	for _, name := range checking {
		cmd.Flags().AddFlag(check.Flags().Lookup(name))
	}
	return cmd
}

func (o *exampleOptions) prompt(cmd *cobra.Command, args []string) error {
	known, failed := o.known(cmd.ErrOrStderr())
	tools := known
	if len(args) > 0 {
		tools = nil
	}
	for _, name := range args {
		found, err := namedTools(known, name)
		if err != nil {
			return allTools(err)
		}
		for _, t := range found {
			if !slices.Contains(tools, t) {
				tools = append(tools, t)
			}
		}
	}
	var b strings.Builder
	b.WriteString("<!-- forge-format 1 -->\n\n" + callRules + "\n## Tools\n")
	for _, t := range tools {
		call, err := t.ExampleCall(o.example())
		if err != nil {
			failed = true
			complain(cmd.ErrOrStderr(), err)
		}
		writeTool(&b, t, call)
	}
	fmt.Fprint(cmd.OutOrStdout(), foreign.Text(b.String()))
	return failing(failed)
}

// writeTool writes a tool's section. call is "" if there is no example.
func writeTool(b *strings.Builder, t *toolspec.Tool, call string) {
	fmt.Fprintf(b, "\n### %s\n", t.Name)
	if about := strings.TrimSpace(t.Description); about != "" {
		fmt.Fprintf(b, "\n%s\n", about)
	}
	switch {
	case t.Custom:
		fmt.Fprintf(b, "\nThis is a custom tool: call it through %s.\n", markdown.Code("run_custom_tool"))
	case t.Server != "":
		fmt.Fprintf(b, "\nServer: %s\n", markdown.Code(t.Server))
	}
	switch {
	case len(t.Arguments) > 0:
		b.WriteString("\nParameters:\n\n")
		writeParameters(b, t.Arguments, "")
	case !t.Open:
		b.WriteString("\nNo parameters.\n")
	}
	if t.Open {
		b.WriteString("\nFurther parameters of any name are accepted.\n")
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

// typeText describes what a parameter holds and how a list is written.
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
		text = "list: one " + markdown.Code("<"+a.Name+">") + " element per item, each " + article(typeText(a.Item))
	case a.Kind == toolspec.List:
		text = "list of " + markdown.Code("<"+a.Item.Name+">") + " elements, each " + article(typeText(a.Item))
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
