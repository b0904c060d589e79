package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// SettingsHelp refers from the help of a command to what several share.
const SettingsHelp = `The tools and the configuration that apply: forge-lsp help settings. Exit codes:
forge-lsp help exit-codes.`

const configHelp = `The nearest forge-lsp.toml, in the folder of the file or above it, up to a
folder with .git, sets the rules and tools that apply; forge-lsp config shows
them. --config FILE replaces that search, and --config none uses no file. An
error in the file is reported, and the rest of it applies.`

const toolsHelp = `Calls are checked against Forge's built-in tools and those that the nearest
.forge/tools.json, .forge/tools.yaml or .forge/tools/ defines, in the folder of
the file or above it, up to a folder with .git. --tools FILE or --tools DIR
replaces that search; --tools none disables the built-in tools, too.`

const filesHelp = `In folders, what .gitignore and .ignore exclude is skipped, and so are
symbolic links, files that are no text, and folders that programs fill, such as
node_modules; the summary names these. --no-ignore reads ignored files and such
folders. What you name is read even if it is ignored. A file that is not UTF-8
text, too large or damaged is listed as not checked, with exit code 2, if you
named it or it has a call. With - standard input is read.

A path that does not exist may be a pattern, such as 'logs/**/*.jsonl'. Files
compressed with gzip or zstd (.gz, .zst) are checked and never changed. JSON with
one record per line can have any size, but is fixed only up to 256 MiB; other
files of more than that are not checked.`

const fixesHelp = `A fix is safe if reading the fixed call again proves that it runs with exactly
the intended values, or that it is still refused and no value in doubt was
changed. In documents only errors and warnings are fixed, and examples marked as
bad are left alone. All other fixes are suggestions, which an editor offers.

Each file is replaced in one step, and keeps its owner and mode; a symbolic link
remains one. A file is left alone, with exit code 2, if it cannot be written,
has changed since it was read, or has several hard links.

--diff prints what --fix would change, for git apply and patch -p1.`

const exitCodesHelp = `Exit codes of all commands but serve and hook:
  0  everything was read and printed
  1  check, prompt --check: findings at or above --fail-on, or a change with
     --diff, unless --exit-zero is given; fmt --check, fmt --diff: a file would
     change; tools --check: problems; stats: less than --fail-under, or worse
     with --fail-on-worse
  2  wrong usage, a file that cannot be read or written or is not checked, an
     unknown tool or one without a valid call, or an error in the definition of a
     tool or in the configuration
  130  interrupted (Ctrl-C), or 143 on SIGTERM`

// Topics are what the help of several commands refers to.
func Topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesHelp},
		{Use: "files", Short: "Which files are read", Long: filesHelp},
		{Use: "fixes", Short: "Which fixes are safe, and how files are changed", Long: fixesHelp},
		{Use: "settings", Short: "Which tools and which configuration apply", Long: toolsHelp + "\n\n" + configHelp},
	}
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
