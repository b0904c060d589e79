package cli

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// promptText teaches to write calls: escapes first and CDATA as the fallback, as ADR-0024 decides, and what breaks a call;
// then it describes the tools.
//
//go:embed prompt.tmpl
var promptText string

// Parsed when a prompt is asked for: every start of the program would pay for it.
var promptTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("prompt").Funcs(template.FuncMap{
		"trim": strings.TrimSpace, "code": markdown.Code, "parameters": parameterList,
		"xml": func(call string) string { return markdown.Block("xml", call) },
	}).Parse(promptText))
})

// promptCommand returns the command prompt.
func promptCommand() *cobra.Command {
	o := &exampleOptions{}
	checker, check := newChecker()
	checking := []string{"format", "fail-on"} // the flags of check that only --check has
	cmd := &cobra.Command{
		Use:   "prompt [flags] [TOOL...] | prompt --check [flags] FILE...",
		Short: "Print the tools section of a system prompt, or check prompts",
		Args:  func(cmd *cobra.Command, _ []string) error { return o.checkFlags(cmd) },
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
	known, failed := o.tools.Here(cmd.ErrOrStderr())
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
	type described struct {
		*toolspec.Tool
		Call string // "" if there is no example
	}
	prompt := struct {
		From, Over int // special characters and bytes from which a value is in CDATA
		Tools      []described
	}{encode.CDATAFrom, encode.CDATAOver, nil}
	for _, t := range tools {
		call, err := t.ExampleCall(o.example())
		if err != nil {
			failed = true
			complain(cmd.ErrOrStderr(), err)
		}
		prompt.Tools = append(prompt.Tools, described{t, call})
	}
	var text strings.Builder
	if err := promptTemplate().Execute(&text, &prompt); err != nil {
		return err
	}
	fmt.Fprint(cmd.OutOrStdout(), foreign.Text(text.String()))
	return failing(failed)
}

// parameterList describes arguments, and those inside them to a depth of three, as a list: types can be recursive, and
// an example shows the rest.
func parameterList(arguments []toolspec.Argument, indent string) string {
	var b strings.Builder
	for i := range arguments {
		a := &arguments[i]
		need := "optional"
		if a.Required {
			need = "required"
		}
		fmt.Fprintf(&b, "%s- %s (%s, %s)", indent, markdown.Code(a.Name), typeText(a), need)
		if about := strings.Join(strings.Fields(a.Description), " "); about != "" {
			b.WriteString(": " + about)
		}
		b.WriteByte('\n')
		for a.Item != nil {
			a = a.Item
		}
		if len(indent)/2+1 < 3 {
			b.WriteString(parameterList(a.Members, indent+"  "))
		}
	}
	return b.String()
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
