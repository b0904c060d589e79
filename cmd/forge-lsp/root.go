package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// The exit codes of every command except serve, whose codes the protocol defines.
const (
	exitOK       = 0
	exitFindings = 1
	exitFailure  = 2 // wrong usage, or input or output that failed

	// As in a shell, for commands that report what they have done before they end.
	exitInterrupted = 130
	exitTerminated  = 143
)

// exitCode is an error that only sets the exit code: everything has been printed.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// usageError is an error of the caller that the command's help explains.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v\nRun '%s --help' for usage.", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

func usagef(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{cmd.CommandPath(), fmt.Errorf(format, args...)}
}

// run runs one command line and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if v := recover(); v != nil {
			complain(stderr, internalError(v))
			code = exitFailure
		}
	}()
	root := newRootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	out := newOutput(stdout)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	var exit exitCode
	if ended, ok := errors.AsType[*interruptedError](err); ok {
		complain(stderr, err)
		return ended.code()
	}
	if failed := out.failure(err); failed != nil {
		err = failed
	}
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return int(exit)
	case isClosed(err):
		return exitFailure
	default:
		complain(stderr, err)
		return exitFailure
	}
}

// complain prints an error in the same way for every command.
func complain(stderr io.Writer, err error) {
	message := strings.ReplaceAll(strings.TrimRight(err.Error(), "\n"), "\t", "    ")
	fmt.Fprintf(stderr, "forge-lsp: %s\n", foreign.Lines(message))
}

// internalError describes a recovered panic.
func internalError(v any) error {
	return fmt.Errorf("internal error: %v\n"+
		"This is a bug. Please report it, with the command and the file, at\n"+
		"https://github.com/entrhq/forge-lsp/issues", v)
}

const rootLong = `forge-lsp finds and fixes the <tool> calls of Forge agents that will not run.

An error means that a call is refused, is not recognized as a call, or runs
with other data than was written; a warning, that it runs only thanks to a
fallback, or that part of it has no effect. Calls with information and hints
run as written.

Without a command, forge-lsp is a language server on standard input and output.`

const positionsHelp = `Offsets are bytes, 0-based. Lines and columns are 1-based; columns count UTF-16
code units.`

const exitCodesHelp = `Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  wrong usage, a file that cannot be read or written or is not UTF-8 text, or
     an error in the definition of a tool or in the configuration
  130  interrupted (Ctrl-C), or 143 on SIGTERM`

func newRootCommand() *cobra.Command {
	serve := newServeCommand()
	root := &cobra.Command{
		Use:           "forge-lsp",
		Short:         "Find and fix the tool calls of Forge agents that will not run",
		Long:          rootLong,
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Example: `  forge-lsp check prompts/
  forge-lsp check --fix prompt.md
  forge-lsp check --as reply - < reply.txt
  forge-lsp explain raw-less-than
  forge-lsp example apply_diff`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().NFlag() == 0 && isTerminal(cmd.InOrStdin()) {
				return cmd.Help()
			}
			serve.SetContext(cmd.Context())
			return serve.RunE(serve, args)
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Flags.FlagUsages", "Flags.FlagUsagesWrapped 80"))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{cmd.CommandPath(), err}
	})
	// Editors start the bare binary with the server's flags.
	root.Flags().AddFlagSet(serve.Flags())
	if root.Flags().Lookup("stdio") == nil {
		root.Flags().Bool("stdio", false, "serve on standard input and output (the default)")
	}
	root.AddCommand(
		serve,
		newCheckCommand(),
		newFmtCommand(),
		newConvertCommand(),
		newInitCommand(),
		newInspectCommand(),
		newStatsCommand(),
		newExplainCommand(),
		newToolsCommand(),
		newConfigCommand(),
		newHookCommand(),
		newMCPCommand(),
		newRulesCommand(),
		newExampleCommand(),
		newPromptCommand(),
		newManCommand(),
		newVersionCommand(),
	)
	return root
}
