package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"forge-lsp": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// runCommand runs a command line in this process.
func runCommand(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestUsageErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.md": ""})
	tests := []struct {
		args string
		want string // the first line on stderr
	}{
		{"chekc", `unknown command "chekc" for "forge-lsp"`},
		{"inspect", "inspect needs a file or a folder, or - for standard input"},
		{"check --fromat json a.md", "unknown flag: --fromat"},
		{"check --format xml a.md", `invalid argument "xml" for "--format" flag: must be one of text, json, concise, github, gitlab, junit, sarif, agent`},
		{"check --as prompt a.md", `invalid argument "prompt" for "--as" flag: must be one of auto, reply, document, json, go, javascript, python, yaml, toml`},
		{"check --fail-on fatal a.md", `invalid argument "fatal" for "--fail-on" flag: must be one of error, warning, information, hint, never`},
		{"check --color on a.md", `invalid argument "on" for "--color" flag: must be one of auto, always, never`},
		{"check --diff --format json a.md", "--diff has no JSON form; --format json alone includes the edits"},
		{"check - a.md", "- (standard input) cannot be combined with other paths"},
		{"check --stdin-filename b.md a.md", "--stdin-filename needs - (standard input) as the path"},
		{"tools a.json", "tools takes files only with --check; to list the tools of a file: --tools a.json"},
		{"tools --check", "no tool definitions found; name a file, or put them in .forge/tools.json"},
		{"tools --check missing.json", "missing.json: no such file or folder"},
		{"check --tools missing.json a.md", "missing.json: no such file or folder"},
		{"explain a b", "explain takes one rule, not 2"},
		{"explain no-such-rule-anywhere", `unknown rule "no-such-rule-anywhere"`},
		{"example", "example needs a tool; forge-lsp tools lists them"},
		{"example a b", "example takes one tool, not 2; forge-lsp prompt takes several"},
		{"example aply_diff", `unknown tool "aply_diff"; did you mean "apply_diff"?`},
		{"example --escape --cdata apply_diff", "only one of --auto, --escape and --cdata can be given"},
		{"example --tools missing.json apply_diff", "missing.json: no such file or folder"},
		{"prompt read_file no_such_tool_anywhere", `unknown tool "no_such_tool_anywhere"`},
		{"prompt --auto --cdata", "only one of --auto, --escape and --cdata can be given"},
		{"version 1", `unknown command "1" for "forge-lsp version"`},
		{"check missing.md", "missing.md: no such file or folder"},
		{"inspect missing.md", "missing.md: no such file or folder"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			code, _, stderr := runCommand(t, "", strings.Fields(test.args)...)
			first, _, _ := strings.Cut(stderr, "\n")
			if code != cli.ExitFailure || first != "forge-lsp: "+test.want {
				t.Errorf("exit code %d, %q\nwant %d, %q", code, first, cli.ExitFailure, "forge-lsp: "+test.want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for args, want := range map[string][]string{
		"--help":          {"check ", "inspect ", "explain ", "tools ", "config ", "rules ", "serve ", "version ", "completion "},
		"help check":      {"--fix", "--stdin-filename", "Offsets are bytes, 0-based.", "help settings", "help files", "help exit-codes"},
		"inspect --help":  {"Offsets are bytes, 0-based.", "apply: forge-lsp help settings. Exit codes:"},
		"tools --help":    {"Offsets are bytes, 0-based.", "apply: forge-lsp help settings. Exit codes:"},
		"config --help":   {"config [flags] [FILE]", "apply: forge-lsp help settings. Exit codes:"},
		"serve --help":    {"apply: forge-lsp help settings. Exit codes:", "section forge"},
		"explain -h":      {"explain [RULE]"},
		"example --help":  {"example [flags] TOOL", "apply: forge-lsp help settings. Exit codes:"},
		"prompt --help":   {"prompt [flags] [TOOL...]", "apply: forge-lsp help settings. Exit codes:"},
		"help exit-codes": {"--fail-on", "130  interrupted (Ctrl-C)"},
		"help settings":   {"--config none", "--tools none"},
		"help files":      {"--no-ignore", ".zst"},
		"help fixes":      {"--fix", "--diff"},
		"version":         {"forge-lsp "},
	} {
		code, stdout, stderr := runCommand(t, "", strings.Fields(args)...)
		if code != cli.ExitOK || stderr != "" {
			t.Errorf("%s: exit code %d, stderr %q", args, code, stderr)
		}
		for _, part := range want {
			if !strings.Contains(stdout, part) {
				t.Errorf("%s: no %q in\n%s", args, part, stdout)
			}
		}
	}
}

// TestShortHelp checks that -h has a line for each flag, and refers to the long help.
func TestShortHelp(t *testing.T) {
	root := newRootCommand()
	for _, cmd := range append(root.Commands(), root) {
		if !cmd.Runnable() || cmd == root {
			continue
		}
		_, short, _ := runCommand(t, "", cmd.Name(), "-h")
		flags := 0
		cmd.Flags().VisitAll(func(*pflag.Flag) { flags++ })
		const others = 9 // what it is, how it is used, and where more is
		if lines := strings.Count(short, "\n"); lines > flags+others || !strings.HasSuffix(short, "\nMore: forge-lsp "+cmd.Name()+" --help\n") {
			t.Errorf("%d lines for %d flags:\n%s", lines, flags, short)
		}
		if long := cmd.Long; strings.Contains(long, "nearest forge-lsp.toml, in") {
			t.Errorf("%s repeats a topic:\n%s", cmd.Name(), long)
		}
	}
}

func TestCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"__complete check --format ": "text\njson\n",
		"__complete check --as ":     "auto\nreply\ndocument\njson\ngo\njavascript\npython\nyaml\ntoml\n",
		"__complete insp":            "inspect",
	} {
		_, stdout, _ := runCommand(t, "", strings.Split(args, " ")...)
		if !strings.HasPrefix(stdout, want) {
			t.Errorf("%s: %q, want %q", args, stdout, want)
		}
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error)  { panic("out of order") }
func (panicking) Write([]byte) (int, error) { panic("out of order") }

func TestPanicsAreReported(t *testing.T) {
	var out, errs bytes.Buffer
	for name, code := range map[string]int{
		"while reading": run([]string{"check", "-"}, panicking{}, &out, &errs),
		"while writing": run([]string{"check", "-"}, strings.NewReader("x"), panicking{}, &errs),
		"in inspect":    run([]string{"inspect", "-"}, panicking{}, &out, &errs),
	} {
		if code != cli.ExitFailure {
			t.Errorf("%s: exit code %d, want %d", name, code, cli.ExitFailure)
		}
	}
	if n := strings.Count(errs.String(), "internal error: out of order\nThis is a bug."); n != 3 {
		t.Errorf("%d reports, want 3:\n%s", n, errs.String())
	}
	if strings.Contains(errs.String(), "goroutine") {
		t.Errorf("a stack trace:\n%s", errs.String())
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestOutputFails(t *testing.T) {
	for _, command := range []string{"check", "inspect"} {
		for err, want := range map[error]string{
			syscall.EPIPE:    "",
			io.ErrClosedPipe: "forge-lsp: cannot write the output: io: read/write on closed pipe\n",
		} {
			var errs bytes.Buffer
			code := run([]string{command, "-"}, strings.NewReader("x"), failing{err}, &errs)
			if code != cli.ExitFailure || errs.String() != want {
				t.Errorf("%s, %v: exit code %d, %q; want %d, %q", command, err, code, errs.String(), cli.ExitFailure, want)
			}
		}
	}
}

// TestExitCodes has a test for each row of the table in docs/cli.md; those of interrupted commands are in TestCtrlC and
// TestTerminated.
func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		"good.reply":    "<tool><server_name>local</server_name><tool_name>list_tags</tool_name><arguments></arguments></tool>\n",
		"warning.reply": repairedCall, "error.reply": "<tool></tool>\n",
		"utf16.log": "\xff\xfe<\x00t\x00o\x00o\x00l\x00>\x00", "broken.toml": "x = 1\n", "tools.json": `[{"name": ""}]`,
	})
	for args, want := range map[string]int{
		"good.reply":                               cli.ExitOK,
		"warning.reply":                            cli.ExitOK,
		"--fail-on never error.reply":              cli.ExitOK,
		"--exit-zero error.reply":                  cli.ExitOK,
		"--select style error.reply":               cli.ExitOK,
		"error.reply":                              cli.ExitFindings,
		"--fail-on warning warning.reply":          cli.ExitFindings,
		"--diff --fail-on never warning.reply":     cli.ExitFindings,
		"--no-such-flag good.reply":                cli.ExitFailure,
		"none.reply":                               cli.ExitFailure,
		"--exit-zero none.reply":                   cli.ExitFailure,
		"utf16.log":                                cli.ExitFailure,
		"--output none/report.json good.reply":     cli.ExitFailure,
		"--config broken.toml good.reply":          cli.ExitFailure,
		"--tools tools.json good.reply":            cli.ExitFailure,
		"--baseline none.json good.reply":          cli.ExitFailure,
		"--fail-on never --fix none.reply":         cli.ExitFailure,
		"--format json --fail-on hint error.reply": cli.ExitFindings,
	} {
		if code, out, errs := runCommand(t, "", append([]string{"check"}, strings.Fields(args)...)...); code != want {
			t.Errorf("check %s: exit code %d, want %d\n%s%s", args, code, want, out, errs)
		}
	}
}
