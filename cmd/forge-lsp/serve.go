package main

import (
	"io"
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
	"go.uber.org/zap/zapcore"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/lsp"
)

func newServeCommand() *cobra.Command {
	var logFile string
	cmd := cli.Describe(&cobra.Command{
		Use:   "serve",
		Short: "Serve the Language Server Protocol on standard input and output",
		Args:  cobra.NoArgs,
	})
	// Editors pass --stdio by convention. There is no other choice.
	cmd.Flags().Bool("stdio", true, "serve on standard input and output (the default)")
	cmd.Flags().StringVar(&logFile, "log-file", "", "append the log to the file at `path` instead of standard error")
	logLevel := cli.NewChoice(cmd, "log-level", "the lowest `level` that is logged: error, warn, info or debug",
		"warn", "error", "info", "debug")
	encoding := cli.NewChoice(cmd, "offset-encoding", "the position `ENCODING` for clients that do not announce one: utf-16, utf-8 or utf-32",
		"utf-16", "utf-8", "utf-32")

	var tools cli.WorkspaceFlags
	tools.Add(cmd)

	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		debug.SetGCPercent(50) // each key leaves a string of the whole text, which is collected in no time
		if err := tools.Check(cmd); err != nil {
			return err
		}
		var level slog.LevelVar
		if err := level.UnmarshalText([]byte(logLevel.Value)); err != nil {
			return err
		}
		sink := cmd.ErrOrStderr()
		if logFile != "" {
			// The log names the user's files: only the user may read it.
			f, err := os.OpenFile(logFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			defer f.Close()
			sink = f
		}
		// The error has been logged; the protocol requires only the code.
		logger := newLogger(sink, &level)
		w := workspace.New(tools.Flags, func(what string, files []string) { logger.Info(what, slog.Any("files", files)) })
		code, _ := lsp.Serve(cmd.Context(), cmd.InOrStdin(), term.Own(cmd.OutOrStdout()), lsp.Config{
			Logger:    logger,
			Level:     &level,
			Version:   cli.ThisBuild().Brief(),
			Workspace: w,
			Encoding:  encoding.Value,
		})
		if code != 0 {
			return cli.ExitCode(code)
		}
		return nil
	}
	return cmd
}

// newLogger returns a logger that writes lines of at least a level, which may change, to w.
func newLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.ISO8601TimeEncoder
	config.EncodeDuration = zapcore.StringDurationEncoder
	enabled := zap.LevelEnablerFunc(func(l zapcore.Level) bool { return 4*slog.Level(l) >= level.Level() })
	core := zapcore.NewCore(zapcore.NewConsoleEncoder(config), zapcore.Lock(zapcore.AddSync(foreign.Log(w))), enabled)
	return slog.New(zapslog.NewHandler(core, zapslog.AddStacktraceAt(noStack)))
}

// noStack is above the level of any message: the server logs the stacks that are worth it.
const noStack = slog.Level(math.MaxInt)
