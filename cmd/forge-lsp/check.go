package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/internal/cache"
	"github.com/entrhq/forge-lsp/workspace"
)

const checkLong = `check reads files, and the text files of folders, and reports what the runtime
would do with each <tool> call in them that is not as it should be.

In folders it honors .gitignore, skips binary files and UTF-16 text, and does not
follow symbolic links. A file that is named is read even if it is ignored; what
is named and is no UTF-8 text is reported as not checked. Named pipes, sockets
and devices are not waited for, wherever they are. With - it reads standard
input. Transcripts that are compressed (.gz, .zst) and the samples in logs of
Inspect (.eval) are checked and never fixed.

` + toolsHelp + `

--fix applies the safe fixes. A fix is safe if that is proven by reading the fixed
call again: it runs with the values that were meant and with no others, or is
still refused and no value in doubt was touched. In documents only errors and
warnings are fixed, because an example may be shorter than a call, and an example
that is labelled as bad is left alone. With - the fixed text goes to standard output
and the report to standard error.

Each file is replaced at once, and keeps its owner, mode and extended attributes;
a symbolic link stays. A file that cannot be written, that has changed since it
was read, has several hard links or has something that cannot be kept is left as
it is and named, with exit code 2. Temporary files (.forge-lsp-*.part and
.forge-lsp-*.swap, beside the file) are no documents, and the next run removes
what a killed one left.

--fix-only reports nothing of what is left. --unsafe-fixes also applies suggested fixes,
which are not proven: the first of each finding that is left, if that finding is gone then,
there is no further error and no further call is refused. Each is shown with its place in
the fixed file; look at them.

--diff prints what --fix would change, for git apply and patch -p1. Names are
quoted as git does. On a terminal control characters are shown as escapes;
elsewhere each byte is as it is.

--format is how findings are printed: text for people, concise with one line each;
json, and jsonl with a finding on each line as files are read; sarif (2.1.0), github
(annotations of Actions), gitlab (a code quality report) and junit for services; and
agent, the message with which an agent's loop answers each call that did not run as
it was meant. docs/ci.md shows them in CI.

--select and --ignore take rules and groups of them: syntax, safety, envelope, schema,
messages and style (docs/rules/README.md has the rules of each). --fix then fixes what
is selected. What they, --min-severity and --baseline leave out is not counted, and
changes no exit code.

--write-baseline FILE accepts what is found. With --baseline FILE that is not reported
again, wherever its call has moved to; what is new is, and what was fixed is named on
standard error. --changed checks only files that changed, by git.

What is found in files is kept in the user's folder of caches until they change, and
not looked for again; see docs/ci.md. --no-cache does without.

--watch checks, and checks again whenever a file, a folder, the configuration or a
definition of tools changes, until it is interrupted. A terminal is cleared before.

--add-suppressions writes a comment before each call with findings, which
suppresses them: <!-- forge-lsp-disable-next-call RULE... -->. Where there is no
place for one, as in source code, it goes to the top of the file and is about
all of it. Comments that suppress nothing are taken away, and intended bad
examples are left alone.
Files are written as with --fix. Then only what is new is reported.

` + positionsHelp + `

` + exitCodesHelp + `
With --diff also 1 if --fix would change a file, with --max-warnings if there are more
warnings, and with --exit-non-zero-on-fix if a file was fixed. With --fix-only otherwise
0, and with --exit-zero 0 in place of 1. --watch exits with 0 when it is interrupted.`

// A checker runs one check command.
type checker struct {
	commonOptions
	checkFlags
	fixFlags
	fix, diff bool
	suppress  bool
	failOn    *choice

	stdin  io.Reader
	stderr io.Writer
	report *bufio.Writer // findings and summary
	text   *bufio.Writer // the diff, or the fixed standard input
	style  style         // of report
	ink    style         // of text

	total    checkOutput
	worst    diagnostics.Severity
	fixable  int
	some     bool // whether there are files whose fixable is not known
	fixed    []fixedFile
	covered  coverage
	failed   bool // whether a file could not be read or written
	findings int  // remaining ones in all files
	hidden   int  // placeholders that the text omits
	known    int  // findings in the baseline
	stats    *statistics
	baseline *baseline // may be nil
	cache    *checkCache
	progress *progress
}

type fixedFile struct {
	path      string
	findings  int
	suggested []suggestedFix
}

func newCheckCommand() *cobra.Command {
	_, cmd := newChecker()
	return cmd
}

func newChecker() (*checker, *cobra.Command) {
	c := &checker{}
	cmd := &cobra.Command{
		Use:   "check [flags] PATH... | -",
		Short: "Report the calls that the runtime would refuse or change, and fix them",
		Long:  checkLong,
		Example: `  forge-lsp check prompts/ README.md
  forge-lsp check --diff prompts/
  forge-lsp check --fix prompt.md
  forge-lsp check --as reply --fix - < reply.txt > fixed.txt
  forge-lsp check --rule prefer-cdata=hint --rule empty-call=off prompts/
  forge-lsp check --format json --fail-on warning .
  forge-lsp check --format sarif --output forge-lsp.sarif .
  forge-lsp check --select safety,schema --changed=origin/main .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.watch {
				return c.watchPaths(cmd, args)
			}
			return c.run(cmd, args)
		},
	}
	c.commonOptions.add(cmd, formatNames()...)
	c.tools.addRules(cmd)
	c.checkFlags.add(cmd)
	c.addFix(cmd)
	cmd.Flags().BoolVar(&c.fix, "fix", false, "apply the safe fixes, then report what is left")
	cmd.Flags().BoolVar(&c.diff, "diff", false, "print what --fix would change, and write nothing")
	cmd.Flags().BoolVar(&c.suppress, "add-suppressions", false, "write comments that suppress what is found, then report what is left")
	c.failOn = newChoice(cmd, "fail-on", "the least `severity` that makes the exit code 1: error, warning, information, hint or never",
		"error", "warning", "information", "hint", "never")
	return c, cmd
}

func (c *checker) run(cmd *cobra.Command, args []string) (err error) {
	if cmd.Flags().Changed("changed") && args[0] == stdinArg {
		return usagef(cmd, "--changed is about files, not standard input")
	}
	if err := c.checkFix(cmd, c); err != nil {
		return err
	}
	switch format := c.format.value; {
	case c.diff && format == "json":
		return usagef(cmd, "--diff has no JSON form; the edits are in the output of --format json without it")
	case c.diff && format != "text":
		return usagef(cmd, "--diff has no form in --format %s", format)
	}
	if c.suppress && (c.fix || c.diff) {
		return usagef(cmd, "--add-suppressions cannot be combined with --fix or --diff; run check --fix first")
	}
	if err := c.checkFlags.check(cmd, c); err != nil {
		return err
	}
	c.stats = newStatistics()
	if !c.quiet {
		c.progress = newProgress(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	defer c.progress.stop()
	stdout, stderr := c.progress.beside(colorWriter(cmd.OutOrStdout())), c.progress.beside(colorWriter(cmd.ErrOrStderr()))
	c.stdin, c.stderr = cmd.InOrStdin(), stderr
	c.report, c.style = bufio.NewWriter(stdout), c.commonOptions.style(cmd.OutOrStdout())
	if c.diff || c.writes() && args[0] == stdinArg {
		c.text, c.ink = c.report, c.style
		c.report, c.style = bufio.NewWriter(stderr), c.commonOptions.style(cmd.ErrOrStderr())
	}
	c.total = checkOutput{Version: jsonVersion, Files: []checkedFile{}}
	c.worst = diagnostics.Hint + 1
	c.covered = newCoverage(args)

	if c.output != "" {
		file, failed := os.Create(c.output)
		if failed != nil {
			return fmt.Errorf("cannot write the output: %w", failed)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		c.report, c.style = bufio.NewWriter(file), newStyle(c.color.value == "always")
	}
	moreMemory()
	ctx, release := interruptible(cmd.Context())
	defer release()
	err = c.checkAll(ctx, cmd, args)
	c.progress.stop()
	defer c.saveCache()
	if err == nil {
		err = errors.Join(c.finish(), c.finishBaseline(args))
	}
	if err != nil {
		_ = c.flush() // what is known so far; err is the one to report
		return err
	}
	return c.exit()
}

// checkAll checks the files named by the arguments.
func (c *checker) checkAll(ctx context.Context, cmd *cobra.Command, args []string) error {
	var list []target
	var failed error
	// On a goroutine, so that an interrupt can end it.
	err := inOrder(ctx, slices.Values([][]string{args}), func(args []string) error {
		sources := c.withoutReports(c.sources(args))
		if cmd.Flags().Changed("changed") {
			if sources, failed = onlyChanged(ctx, sources, c.changed); failed != nil {
				return failed
			}
		}
		list = c.targets(cmd, sources)
		if !c.writes() || c.diff {
			return nil
		}
		return cleanFolders(sources)
	}, func(err error) error {
		if failed == nil && err != nil {
			c.failed = true
			complain(c.stderr, err)
		}
		return failed
	})
	done := 0
	if err == nil {
		c.progress.begin(len(list), uncounted)
		err = inOrder(ctx, batches(list), c.checkBatch, func(files []checked) error {
			for i := range files {
				if err := c.emit(ctx, &files[i]); err != nil {
					return err
				}
			}
			done += len(files)
			return c.flush()
		})
	}
	if c.writes() {
		return interrupted(ctx, err, "%s %s, the others are as they were", count(len(c.fixed), "file"), c.done())
	}
	return interrupted(ctx, err, "%d of %s checked", done, count(len(list), "file"))
}

// writes reports whether the command writes files.
func (c *checker) writes() bool { return c.fix || c.suppress }

// done describes what was done about findings.
func (c *checker) done() string {
	if c.suppress {
		return "suppressed"
	}
	return "fixed"
}

// checked is the result for one file.
type checked struct {
	opened
	src    workspace.Source
	target *target      // nil for a source in an archive
	entry  *cache.Entry // to be kept; may be nil
	fixed  string       // the text after --fix or --add-suppressions; equal to text if there is nothing to do
	before *diagnostics.Document
	after  report // of fixed
	// suggested are the unproven fixes in it.
	suggested []suggestedFix
}

// checkArchived is check for sources in an archive.
func (c *checker) checkArchived(src workspace.Source) checked {
	out := c.check(&target{Source: src})
	out.target, out.entry = nil, nil
	return out
}

// check runs on several files concurrently.
func (c *checker) check(t *target) (out checked) {
	src := t.Source
	out.src, out.target = src, t
	defer out.recovered(src)
	if out.opened = c.open(&out.src, c.stdin, c.streams); out.err != nil || out.stream {
		out.entry = c.entryOf(&out, cache.Sum{})
		return out
	}
	if (out.src.Compressed || out.archive) && (c.writes() || c.diff) {
		out.err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to fix it", Walked: src.Walked}
	}
	if out.err != nil || out.archive {
		return out
	}
	content := c.contentOf(&out)
	if known, ok := c.recognized(t, content); ok {
		return known
	}
	out.fixed = out.text
	if len(out.text) >= largeText {
		lessMemory()
		if out.kind == document.JSON { // a string of it is in memory twice
			leastMemory()
		}
	}
	if out.tools == nil {
		out.before = &diagnostics.Document{}
		out.after = c.reportOf(&src, out.before, place{}, c.wants(&src))
		out.entry = c.entryOf(&out, content)
		return out
	}
	out.before = out.scan(out.text)
	left := out.before
	switch {
	case c.suppress:
		out.fixed = out.options.AddSuppressions(out.text, out.kind, document.CommentsOf(src.Path))
		if out.fixed != out.text {
			left = out.scan(out.fixed)
		}
	case c.fix || c.diff:
		left, out.suggested = c.fixedOf(out.before)
		out.fixed = left.Text().String()
	}
	out.after = c.reportOf(&src, left, place{}, c.wants(&src))
	if !c.writes() && !c.diff {
		out.entry = c.entryOf(&out, content)
		out.before, out.text, out.fixed = nil, "", "" // while other files are read
	}
	return out
}

// largeText is the size of a text in bytes from which its memory matters.
const largeText = 16 << 20

// moreMemory makes the garbage collector run less often. Small files retain hardly any
// memory, and the heap is a few megabytes: collecting it whenever it doubles takes a sixth
// of the time.
var moreMemory = sync.OnceFunc(func() { debug.SetGCPercent(400) })

// lessMemory makes the garbage collector run more often. With a large text in memory it
// would allow as much garbage; and it has little to scan.
var lessMemory = sync.OnceFunc(func() { debug.SetGCPercent(75) })

// leastMemory has it run as often as still pays: it takes a sixth more processor time, and a
// quarter less memory.
var leastMemory = sync.OnceFunc(func() { debug.SetGCPercent(25) })
