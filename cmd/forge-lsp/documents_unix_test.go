//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A shownBlock is a fenced block of a document.
type shownBlock struct {
	line     int // 1-based, of the fence
	language string
	text     string
	notRun   bool // it has the marker <!-- not run: REASON --> before it
}

var (
	shownFence = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^\\s*(```+)(\\w*)") })
	notRun     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*<!-- not run: \S.* -->`) })
)

// shownBlocks returns the fenced blocks of Markdown, without the indentation of the list that they are in.
func shownBlocks(markdown string) []shownBlock {
	var list []shownBlock
	var block *shownBlock
	var fence, indent string
	skip := false
	n := 0
	for line := range strings.Lines(markdown) {
		n++
		m := shownFence().FindStringSubmatch(line)
		switch {
		case block != nil && m != nil && m[1] == fence && m[2] == "":
			list, block = append(list, *block), nil
		case block != nil:
			block.text += strings.TrimPrefix(line, indent)
		case m != nil:
			fence, indent = m[1], line[:strings.Index(line, "`")]
			block = &shownBlock{line: n, language: m[2], notRun: skip}
			skip = false
		case strings.TrimSpace(line) != "":
			skip = notRun().MatchString(line)
		}
	}
	return list
}

// shownFiles are what the commands in documents are about.
var shownFiles = map[string]string{
	"prompts/system.md":  "# Tools\n\n```xml\n" + castCall + "```\n",
	"prompts/old.md":     "<tool>{\"server_name\": \"local\", \"tool_name\": \"list_files\", \"arguments\": {\"path\": \".\"}}</tool>\n",
	"agents.toml":        "[rules]\npaded-value = \"off\"\n",
	"reply.txt":          castCall,
	"session.txt":        `{"messages": [{"role": "assistant", "content": "Hello."}]}`,
	"session.jsonl":      `{"role": "assistant", "content": "<tool>\n<server_name>local</server_name>\n<tool_name>list_files</tool_name>\n<arguments><path>.</path></arguments>\n</tool>"}` + "\n",
	"logs/session.jsonl": `{"role": "user", "content": "Hello."}` + "\n",
	"event.json":         `{"hook_event_name": "Stop"}`,
	"tools.yaml":         "tools:\n  - name: deploy\n    parameters: {type: object, properties: {service: {type: string}}}\n",
	"mcp-tools.json":     `{"tools": [{"name": "deploy", "inputSchema": {"type": "object", "properties": {"service": {"type": "string"}}}}]}`,
}

// shownFolder returns a folder with shownFiles and the project's examples, in a repository with a branch.
func shownFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	disk.Write(t, dir, shownFiles)
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile("../../examples/transcripts/session.md")
	if err != nil {
		t.Fatal(err)
	}
	disk.WriteFile(t, filepath.Join(dir, "session.md"), string(session))
	shell(t, dir, "git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm a && git update-ref refs/remotes/origin/main HEAD")
	return dir
}

// shell runs a command line that must not fail, where findings are not a failure.
func shell(t *testing.T, dir, line string) {
	t.Helper()
	if out, code := output(dir, line); code != cli.ExitOK && code != cli.ExitFindings {
		t.Errorf("%s: exit code %d\n%s", line, code, out)
	}
}

// output runs a command line and returns what it prints, on standard error too, and its exit code.
func output(dir, line string) (string, int) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // its error is the code
	return string(out), cmd.ProcessState.ExitCode()
}

// documents returns the names of the project's documents for people, from its root.
func documents(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"*.md", "docs/*.md", "editors/*/README.md"} {
		names, err := filepath.Glob("../../" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		list = append(list, names...)
	}
	return list
}

// TestDocuments runs every command that a document shows in a block of sh, and compares what a block of console
// shows after "$ " with what the program prints; a line "…" is any number of lines. The marker
// <!-- not run: REASON --> excepts a block.
func TestDocuments(t *testing.T) {
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(name), "../../"), func(t *testing.T) {
			for _, block := range shownBlocks(string(text)) {
				switch {
				case block.notRun:
				case block.language == "sh":
					runBlock(t, block)
				case block.language == "console":
					compareBlock(t, block)
				}
			}
		})
	}
}

func runBlock(t *testing.T, block shownBlock) {
	t.Helper()
	dir := ""
	for line := range strings.Lines(strings.ReplaceAll(block.text, "\\\n", " ")) {
		line = strings.TrimSpace(strings.Replace(line, "go run ./cmd/forge-lsp", "forge-lsp", 1))
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "make") {
			continue
		}
		if dir == "" {
			dir = shownFolder(t)
		}
		shell(t, dir, line)
	}
}

func compareBlock(t *testing.T, block shownBlock) {
	t.Helper()
	dir := shownFolder(t)
	for _, part := range strings.Split("\n"+block.text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		if got, _ := output(dir, command); !matchesOutput(strings.TrimRight(want, "\n"), strings.TrimRight(got, "\n")) {
			t.Errorf("line %d: %s prints\n%s\nand the document shows\n%s", block.line, command, got, want)
		}
	}
}

// matchesOutput reports whether an output is as shown, where a line "…" is any number of lines.
func matchesOutput(want, got string) bool {
	var b strings.Builder
	for line := range strings.Lines(want) {
		if strings.TrimSpace(line) == "…" {
			b.WriteString(`(?:.*\n?)*`)
		} else {
			b.WriteString(regexp.QuoteMeta(line))
		}
	}
	return regexp.MustCompile("^" + b.String() + "$").MatchString(got)
}

var shownSpan = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`(forge-lsp [^`]+)`") })

// TestDocumentedFlags checks the command lines within the text: their commands and flags exist.
func TestDocumentedFlags(t *testing.T) {
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shownSpan().FindAllStringSubmatch(string(text), -1) {
			args := shownArguments(m[1])
			cmd, rest, err := newRootCommand().Find(args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", name, m[1], err)
			}
		}
	}
}

// shownArguments returns the arguments of a command line as text shows it: up to a pipe or a redirection, of
// alternatives the first, without --help.
func shownArguments(line string) []string {
	var args []string
	for _, arg := range strings.Fields(strings.NewReplacer("…", "", "...", "", "COMMAND", "check").Replace(line))[1:] {
		if arg == "|" || arg == "<" || arg == ">" || arg == "&&" {
			break
		}
		if arg, _, _ = strings.Cut(arg, "|"); arg != "--help" {
			args = append(args, arg)
		}
	}
	return args
}

// The call of the picture in README.md.
const castCall = `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>docs/q&a.md</path>
  <content><![CDATA[if x && y {}]]></content>
</arguments>
</tool>
`
