//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestExactOutputs checks the outputs that are there to be used: each byte is exact in a pipe, and
// nothing is interpreted on a terminal.
func TestExactOutputs(t *testing.T) {
	evilWorkspace(t)
	const sound = "<tool>\n<tool_name>read_file</tool_name><server_name>local</server_name>\n<arguments><path>a & b\u202e\u0085</path></arguments></tool>\n"
	if err := os.WriteFile("fix.md", []byte(sound), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"fmt", "-"},
		{"fmt", "--diff", "fix.md"},
		{"fmt", "--encoding", "cdata", "-"},
		{"check", "--fix", "-"},
		{"check", "--format", "agent", "."},
		{"example", "evil_tool"},
	} {
		name := strings.Join(args, " ")
		source, err := os.ReadFile(evilName + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, piped, _ := runCommand(t, string(source), args...)
		if !strings.Contains(piped, "\u202e") && name != "example evil_tool" && name != "check --format agent ." {
			t.Errorf("%s: not exact in a pipe: %.500q", name, piped)
		}
		cmd := exec.Command("sh", append([]string{"-c", `exec forge-lsp "$@"`, "sh"}, args...)...)
		if args[len(args)-1] == "-" { // the terminal must be standard input where the command starts
			cmd.Args[2] += ` < "$FILE"`
		}
		term := startOnTerminal(t, cmd, "NO_COLOR=1", "FILE="+evilName+".md")
		_ = cmd.Wait() // it has findings
		<-term.ended
		shown := term.text()
		if i := strings.LastIndex(shown, "\x1b[K"); i >= 0 {
			shown = shown[i+len("\x1b[K"):] // after the progress
		}
		if found := raw(shown); found != nil || shown == "" {
			t.Errorf("%s: on a terminal %s, in %d bytes", name, strings.Join(found, "; "), len(shown))
		}
	}
}
