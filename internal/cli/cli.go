// Package cli has the commands, each in a file or a few with its name, and what they share: flags, errors and exit
// codes, and the files that are read, on all cores and line by line.
package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
)

// The exit codes of every command except serve, whose codes the protocol defines.
const (
	ExitOK       = 0
	ExitFindings = 1
	ExitFailure  = 2 // wrong usage, or input or output that failed

	// As in a shell, for commands that report what they have done before they end.
	ExitInterrupted = 130
	ExitTerminated  = 143
)

// ExitCode is an error that only sets the exit code: everything has been printed.
type ExitCode int

// Error implements the error interface.
func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Usagef returns an error of the caller of a command.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	return fmt.Errorf("%w\nRun '%s --help' for usage.", fmt.Errorf(format, args...), cmd.CommandPath())
}

// Execute runs a command line of a command, in the same way for every one, and returns its exit code.
func Execute(command *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	failure := ExitFailure
	if c, _, err := command.Find(args); err == nil && c.Name() == hookName {
		failure = exitHook
	}
	defer func() {
		if v := recover(); v != nil {
			complain(stderr, internalError(v))
			code = failure
		}
	}()
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return Usagef(cmd, "%w", err) })
	command.SetArgs(args)
	command.SetIn(stdin)
	out := term.NewOutput(stdout)
	command.SetOut(out)
	command.SetErr(stderr)
	err := command.Execute()
	failed := out.Flush()
	if ended, ok := errors.AsType[*interruptedError](err); ok {
		complain(stderr, err)
		return int(ended.ExitCode)
	}
	var exit ExitCode
	if failed != nil {
		if errors.Is(err, failed) || errors.As(err, &exit) {
			err = nil // it tells nothing else
		}
		err = errors.Join(cannotWrite("the output", failed), err)
	}
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &exit):
		return int(exit)
	case !errors.Is(err, syscall.EPIPE): // `forge-lsp check . | head` is not a failure to report
		complain(stderr, err)
	}
	return failure
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

// flush writes what outputs have buffered, and returns the first error. One that is nil has nothing.
func flush(outputs ...*bufio.Writer) (err error) {
	for _, out := range outputs {
		if out != nil {
			err = cmp.Or(err, out.Flush())
		}
	}
	return cannotWrite("the output", err)
}

// cannotWrite returns the error of writing something; nil for none.
func cannotWrite(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("cannot write %s: %w", what, err)
	}
	return err
}

// printAs writes what a command shows, a value as JSON or as text. Like everything on standard output, whether that could
// be written shows at the end of the command.
func printAs(cmd *cobra.Command, format *Choice, value any, text func(io.Writer)) {
	if out := cmd.OutOrStdout(); format.Value == "json" {
		_ = report.WriteJSON(out, value)
	} else {
		text(out)
	}
}

// writeTable writes lines whose cells are below each other.
func writeTable(out io.Writer, rows [][]string) {
	for _, line := range term.Table(rows, func(int) bool { return true }) {
		fmt.Fprintln(out, strings.TrimPrefix(line, "  "))
	}
}

// failing returns the error of a command that has printed everything, with an error about what it depends on or without.
func failing(failed bool) error {
	if failed {
		return ExitCode(ExitFailure)
	}
	return nil
}

// An interruptedError is the error when a signal ended the command, which reports what
// it has done.
type interruptedError struct {
	ExitCode // what a shell gives to a command that the signal ends
	done     string
}

func (e *interruptedError) Error() string { return "interrupted; " + e.done }

// interruptible returns a context that a signal ends. It takes effect between two files, never
// in a write. A second one ends the program immediately, and still leaves each file whole.
func interruptible(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			code := ExitInterrupted
			if s == syscall.SIGTERM {
				code = ExitTerminated
			}
			cancel(ExitCode(code))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// interrupted returns err or, if a signal ended the command, an error with what was done.
func interrupted(ctx context.Context, err error, done string, args ...any) error {
	if code, ok := errors.AsType[ExitCode](context.Cause(ctx)); ok {
		return &interruptedError{code, fmt.Sprintf(done, args...)}
	}
	return err
}
