package cli

import (
	"embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

//go:embed help
var helpTexts embed.FS

// helpParts are what several texts share.
var helpParts = strings.NewReplacer("{settings}", `The tools and the configuration that apply: forge-lsp help settings. Exit codes:
forge-lsp help exit-codes.`, "{positions}", `Offsets are bytes, 0-based. Lines and columns are 1-based; columns count UTF-16
code units.`)

// Describe sets the help of a command, which is in help/NAME.txt.
func Describe(cmd *cobra.Command) *cobra.Command {
	text, err := helpTexts.ReadFile("help/" + cmd.Name() + ".txt")
	if err != nil {
		panic(err) // only for a command without one
	}
	long, examples, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n\nExamples:\n")
	cmd.Long, cmd.Example = helpParts.Replace(long), examples
	return cmd
}

// Commands returns the commands, and the topics to which their help refers.
func Commands() []*cobra.Command {
	list := []*cobra.Command{
		checkCommand(), fmtCommand(), inspectCommand(), statsCommand(), explainCommand(), toolsCommand(), configCommand(),
		hookCommand(), mcpCommand(), rulesCommand(), exampleCommand(), promptCommand(),
		{Use: "exit-codes", Short: "What the exit codes mean"},
		{Use: "files", Short: "Which files are read"},
		{Use: "fixes", Short: "Which fixes are safe, and how files are changed"},
		{Use: "settings", Short: "Which tools and which configuration apply"},
	}
	for _, cmd := range list {
		Describe(cmd)
	}
	return list
}

// SetHelp makes -h print a line for each flag of a command, and --help all that there is to know.
func SetHelp(root *cobra.Command) {
	long := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if !slices.Contains(args, "-h") || slices.Contains(args, "--help") {
			long(cmd, args)
			return
		}
		cmd.Printf("%s\n\nUsage:\n  %s\n", cmd.Short, cmd.UseLine())
		if cmd.HasAvailableSubCommands() {
			cmd.Print("\nCommands:\n")
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					cmd.Printf("  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
				}
			}
		}
		cmd.Printf("\nFlags:\n%s\nMore: %s --help\n", briefly(cmd.Flags()).FlagUsages(), cmd.CommandPath())
	})
}

// briefly returns flags of whose usage only the first clause is left.
func briefly(flags *pflag.FlagSet) *pflag.FlagSet {
	brief := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		clause := *f
		for _, end := range []string{" (", ": ", "; ", ". ", ", then ", ", which ", ", according "} {
			clause.Usage, _, _ = strings.Cut(clause.Usage, end)
		}
		if _, ok := f.Value.(*Choice); ok { // without a name, the words are printed
			clause.Usage = strings.ReplaceAll(clause.Usage, "`", "")
		}
		if f.Name == "help" {
			clause.Usage = "this; --help prints more"
		}
		brief.AddFlag(&clause)
	})
	return brief
}
