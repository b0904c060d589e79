package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// watchPaths checks the files named by the arguments whenever they have changed, until it is
// interrupted.
func (c *checker) watchPaths(cmd *cobra.Command, args []string) error {
	if err := c.checkWatch(cmd, args); err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	w, err := newWatcher(args, c.NoIgnore, c.Tools.Flags)
	if err != nil {
		return err
	}
	defer w.Close()
	out := cmd.OutOrStdout()
	for first := true; ; first = false {
		changed, err := w.look()
		if err != nil {
			return err
		}
		if first || len(changed) > 0 {
			if !first {
				begin(out, changed, term.IsTerminal(cmd.OutOrStdout()))
			}
			written, err := c.round(ctx, cmd, args)
			if ctx.Err() != nil {
				return nil //nolint:nilerr // interrupted, which is how it ends
			}
			if err != nil && first {
				if usage, ok := errors.AsType[*cli.UsageError](err); ok {
					return usage
				}
			}
			if err != nil {
				cli.Complain(cmd.ErrOrStderr(), err)
			}
			w.wrote(written)
			fmt.Fprintf(out, "watching %s; press Ctrl-C to stop\n", thousands.Count(w.seen.sources, "file"))
		}
		if err := w.wait(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

// checkWatch refuses flags that are incompatible with --watch.
func (c *checker) checkWatch(cmd *cobra.Command, args []string) error {
	if args[0] == workspace.Stdin {
		return cli.Usagef(cmd, "--watch needs files, not standard input")
	}
	if format := c.Format.Value; format != "text" && format != "concise" {
		return cli.Usagef(cmd, "--watch prints --format text or concise, not %s", format)
	}
	for _, name := range []string{"diff", "output", "add-suppressions", "write-baseline"} {
		if cmd.Flags().Changed(name) {
			return cli.Usagef(cmd, "--watch cannot be combined with --%s", name)
		}
	}
	return nil
}

// round checks once, without state from the previous round, and returns the files that it has
// written. Findings are not an error here.
func (c *checker) round(ctx context.Context, cmd *cobra.Command, args []string) (written []string, err error) {
	fresh, command := newChecker(c.Setup)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		to := command.Flags().Lookup(f.Name)
		if list, ok := f.Value.(pflag.SliceValue); ok {
			err = errors.Join(err, to.Value.(pflag.SliceValue).Replace(list.GetSlice()))
			to.Changed = true
		} else {
			err = errors.Join(err, command.Flags().Set(f.Name, f.Value.String()))
		}
	})
	if err = errors.Join(err, fresh.CheckArgs(command, args)); err != nil {
		return nil, err
	}
	command.SetContext(ctx)
	command.SetIn(cmd.InOrStdin())
	command.SetOut(cmd.OutOrStdout())
	command.SetErr(cmd.ErrOrStderr())
	err = fresh.run(command, args)
	if _, ok := errors.AsType[cli.ExitCode](err); ok {
		err = nil
	}
	for _, f := range fresh.total.Fixed {
		written = append(written, f.Path)
	}
	return written, err
}

// clearScreen clears a terminal, and keeps its scrollback.
const clearScreen = "\x1b[2J\x1b[H"

// begin separates a round from the previous one, and names the changed files.
func begin(w io.Writer, changed []string, terminal bool) {
	if terminal {
		fmt.Fprint(w, clearScreen)
	}
	slices.Sort(changed)
	first := foreign.Line(filepath.ToSlash(workspace.Shorten(changed[0])))
	what := first + " has changed"
	if more := len(changed) - 1; more > 0 {
		what = first + " and " + thousands.Count(more, "other") + " have changed"
	}
	fmt.Fprintf(w, "%s\n\n", what)
}
