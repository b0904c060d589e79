package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cli"
)

func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Long: `man prints the manual page of forge-lsp with all commands, in the format of
man(7). The packages for Debian and Fedora and the Homebrew cask install it.`,
		Example: `  forge-lsp man | man -l -
  forge-lsp man > /usr/local/share/man/man1/forge-lsp.1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeManual(cmd.OutOrStdout(), cmd.Root(), cli.ThisBuild())
		},
	}
}

// manualFiles are the files that the program looks for, with their content.
var manualFiles = [][2]string{
	{"forge-lsp.toml", "The configuration of a folder and its subfolders; forge-lsp init writes one."},
	{".forge/tools.json, .forge/tools.yaml, .forge/tools/", "Definitions of tools."},
}

// writeManual writes the page. It is one page for all commands, because pages are
// searched.
func writeManual(w io.Writer, root *cobra.Command, b cli.Build) error {
	m := &manual{out: bufio.NewWriter(w)}
	// The date without escapes: otherwise it is not recognized as a date.
	fmt.Fprintf(m.out, ".TH %s 1 \"%s\" \"%s\" \"User Commands\"\n",
		roff.Replace(strings.ToUpper(root.Name())), b.Date, roff.Replace(root.Name()+" "+b.Version))
	m.line(".SH", "Name")
	m.text(root.Name() + " - " + root.Short)
	m.line(".SH", "Synopsis")
	m.line(".B", root.Name())
	m.text("COMMAND [ARGUMENT...]")
	m.line(".SH", "Description")
	m.help(root.Long)
	m.flags(root.Flags())
	m.line(".SH", "Commands")
	m.commands(root)
	for _, c := range root.Commands() {
		if c.IsAdditionalHelpTopicCommand() {
			m.line(".SH", c.Short)
			m.help(c.Long)
		}
	}
	m.line(".SH", "Files")
	for _, file := range manualFiles {
		m.line(".TP")
		m.line(".I", file[0])
		m.text(file[1])
	}
	m.line(".SH", "Examples")
	m.block(root.Example)
	m.line(".SH", "See also")
	m.text("https://github.com/entrhq/forge-lsp")
	return m.out.Flush()
}

// A manual is a page that is being written. The first error is that of out.
type manual struct {
	out *bufio.Writer
	top bool // the last line is a heading
}

// line writes a macro with its arguments.
func (m *manual) line(macro string, arguments ...string) {
	m.out.WriteString(macro)
	for _, a := range arguments {
		fmt.Fprintf(m.out, ` "%s"`, roff.Replace(a))
	}
	m.out.WriteByte('\n')
	m.top = macro == ".SH" || macro == ".SS"
}

// paragraph begins one: below a heading there is one already.
func (m *manual) paragraph() {
	if !m.top {
		m.line(".PP")
	}
}

// text writes a line of text.
func (m *manual) text(line string) {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		m.out.WriteString(`\&`) // else it is a macro
	}
	roff.WriteString(m.out, line)
	m.out.WriteByte('\n')
	m.top = false
}

// roff escapes characters that man(7) interprets, or replaces by a typographic form that
// cannot be copied into a shell.
var roff = strings.NewReplacer(
	`\`, `\(rs`, `"`, `\(dq`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`, `…`, `\[u2026]`)

// commands describes the commands below one, and those below them.
func (m *manual) commands(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		m.line(".SS", c.UseLine())
		if c.Long == "" {
			m.text(c.Short + ".")
		}
		m.help(c.Long)
		m.flags(c.LocalNonPersistentFlags())
		if c.Example != "" {
			m.paragraph()
			m.text("Examples:")
			m.block(c.Example)
		}
		m.commands(c)
	}
}

// help writes the text of a help: paragraphs, in which indented lines are unchanged.
func (m *manual) help(text string) {
	fresh := true
	var block []string
	end := func() {
		if len(block) > 0 {
			m.block(strings.Join(block, "\n"))
			block = nil
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			fresh = true
			continue
		case line[0] == ' ' || line[0] == '\t':
			block = append(block, line)
		default:
			end()
			if fresh {
				m.paragraph()
			}
			m.text(strings.TrimPrefix(line, "#### ")) // which Cobra has in its help for completion
		}
		fresh = false
	}
	end()
}

// block writes lines unchanged.
func (m *manual) block(text string) {
	m.paragraph()
	m.line(".nf")
	for line := range strings.SplitSeq(text, "\n") {
		m.text(line)
	}
	m.line(".fi")
}

// flags lists flags, by name.
func (m *manual) flags(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		m.line(".TP")
		switch {
		case value == "" || f.Value.Type() == "bool":
			m.line(".B", name)
		case f.NoOptDefVal != "":
			m.line(".BR", name, "[="+value+"]")
		default:
			m.line(".BI", name+" ", value)
		}
		if c, ok := f.Value.(*cli.Choice); ok {
			usage += fmt.Sprintf("; %s by default", c.Words[0])
		}
		m.text(strings.TrimSuffix(usage, ".") + ".")
	})
}
