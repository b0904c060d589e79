//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// evil is what a terminal, a log of Actions, a browser or an editor would interpret. Its name of a
// file has no slash.
const (
	evilName = "::error::%0A\x1b[31m\a\rX\u202e\u2066\u200f\u061c\u2028\u0085\u009b31m\x7f<script>[x](command:y)![x](y)"
	evil     = evilName + "[z](https://evil.example)<a href=https://evil.example> https://evil.example www.evil.example"
)

// inXML returns evil in a form in which a call can have it.
func inXML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// evilWorkspace is a folder in which everything has the name, and is the working directory.
func evilWorkspace(t *testing.T) {
	t.Helper()
	quoted := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	call := func(server, tool, arguments string) string {
		return "<tool><server_name>" + server + "</server_name><tool_name>" + tool + "</tool_name><arguments>" + arguments + "</arguments></tool>\n"
	}
	known := call("local", "evil_tool", "<path>"+inXML(evil)+"</path><mode>"+inXML(evil)+"</mode><n>"+inXML(evil)+"</n>")
	all := known + "\n" + call(inXML(evil), inXML(evil), "<a>"+inXML(evil)+"\n"+inXML(evil)+"</a>") + "\n" +
		call("local", "read_file", "<pa\u202eth>a & b</pa\u202eth><path>"+evil+"</path>") + "\n" +
		"<!-- forge-lsp-disable-next-call " + strings.ReplaceAll(evilName, " ", "") + " -->\n" + known + "\n" +
		"<invoke name=\"" + evilName + "\"><parameter name=\"x\">y</parameter></invoke>\n"
	definition := `{"name":%s,"description":%[2]s,"inputSchema":{"type":"object","properties":{` +
		`"path":{"type":"string","description":%[2]s,"pattern":"^%[1]s$"},"mode":{"enum":["a",%[2]s],"description":%[2]s},"n":{"type":"integer","description":%[2]s,"default":3},%[2]s:{"type":"string","odd":1}},"required":[%[2]s]}}`
	tools := "[" + strings.ReplaceAll(fmt.Sprintf(definition, `"evil_tool"`, quoted(evil)), `"^"evil_tool"$"`, `"^a$"`) + "," +
		strings.ReplaceAll(fmt.Sprintf(definition, quoted(evil), quoted(evil)), `"^`+quoted(evil)+`$"`, `"^a$"`) + "]"
	line := func(role string) string {
		return `{"role":"` + role + `","model":` + quoted(evil) + `,"session_id":` + quoted(evil) + `,"content":` + quoted(all) + "}\n"
	}
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.json", tools,
		"forge-lsp.toml", "[rules]\n"+quotedTOML(evil)+" = 'error'\nraw-less-than = "+quotedTOML(evil)+"\n"+quotedTOML(evil)+"2 = 1\n")
	t.Chdir(dir)
	for name, text := range map[string]string{
		evilName + ".reply": all, evilName + ".md": all, "a.jsonl": line("system") + line("user") + line("assistant"), evilName + ".txt": "\xff\xfe <tool>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// quotedTOML returns a string of TOML.
func quotedTOML(s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, `\U%08x`, r)
	}
	return `"` + b.String() + `"`
}

// raw returns the hidden characters in an output that is not theirs.
func raw(out string) (found []string) {
	for i, r := range strings.ReplaceAll(out, "\r\n", "\n") {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError && !strings.HasPrefix(out[min(i, len(out)):], "\uFFFD") {
			size = 3 // of U+FFFD itself; bytes are checked below
		}
		if r != '\n' && r != '\t' && foreign.IsHidden(r, size) {
			found = append(found, fmt.Sprintf("%U at %d, %.60q", r, i, out[max(0, i-30):min(i+30, len(out))]))
		}
	}
	if !utf8.ValidString(out) {
		found = append(found, "bytes that are not UTF-8")
	}
	return found[:min(len(found), 3)]
}

// outputs are the commands, by what their output is.
var outputs = []struct{ kind, args string }{
	{"", "check ."},
	{"", "check --statistics ."},
	{"", "check --format concise ."},
	{"github", "check --format github ."},
	{"", "check --as reply FILE.md"},
	{"json", "check --format gitlab ."},
	{"xml", "check --format junit ."},
	{"json", "check --format sarif ."},
	{"json", "check --format json ."},
	{"json", "check --statistics --format json ."},
	{"json", "check --statistics --format sarif ."},
	{"", "check --write-baseline EVIL/EVIL ."},
	{"", "check --select EVIL ."},
	{"", "check EVIL"},
	{"", "check --format EVIL ."},
	{"", "check --tools EVIL ."},
	{"", "check --config EVIL ."},
	{"", "check --baseline EVIL ."},
	{"", "--EVIL"},
	{"", "EVIL"},
	{"", "inspect ."},
	{"", "inspect --full ."},
	{"json", "inspect --format json ."},
	{"", "stats ."},
	{"", "stats --by tool,model ."},
	{"json", "stats --by tool,model --format json ."},
	{"", "stats --by tool,model --format openmetrics ."},
	{"markdown", "stats --by tool,model --format markdown ."},
	{"", "explain EVIL"},
	{"own", "explain"},
	{"own", "rules"},
	{"own", "rules --format json"},
	{"", "tools"},
	{"json", "tools --format json"},
	{"", "tools --check"},
	{"json", "tools --check --format json"},
	{"", "tools EVIL"},
	{"", "config FILE.md"},
	{"json", "config --format json FILE.md"},
	{"", "prompt"},
	{"", "example EVIL"},
	{"", "fmt --check ."},
	{"", "hook"},
	{"", "init EVIL"},
	{"", "serve --log-file EVIL/EVIL"},
	{"jsonl", "mcp"},
}

// TestForeignText drives what is interpreted elsewhere through every output and every field.
func TestForeignText(t *testing.T) {
	evilWorkspace(t)
	event, err := json.Marshal(map[string]string{"hook_event_name": "Stop", "transcript_path": "a.jsonl", "last_assistant_message": evil})
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(evilName + ".md")
	if err != nil {
		t.Fatal(err)
	}
	request := func(id int, tool string, arguments map[string]string) string {
		text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
		return string(text) + "\n"
	}
	stdins := map[string]string{
		"hook": string(event),
		"mcp": `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + request(2, "validate_reply", map[string]string{"reply": string(source), "kind": "document"}) +
			request(3, "explain_rule", map[string]string{"rule": evil}) + request(4, evil, map[string]string{}),
	}
	for _, o := range outputs {
		t.Run(strings.ReplaceAll(o.args, "/", "|"), func(t *testing.T) {
			args := strings.Fields(o.args)
			for i := range args {
				args[i] = strings.NewReplacer("EVIL", evil, "FILE", evilName).Replace(args[i])
			}
			_, stdout, stderr := runCommand(t, stdins[o.args], args...)
			if own := o.kind == "own"; !own && !strings.Contains(strings.ToLower(stdout+stderr), "202e") {
				t.Fatalf("the text is not in it: %.1000s%s", stdout, stderr)
			}
			for name, out := range map[string]string{"standard output": stdout, "standard error": stderr} {
				if found := raw(out); found != nil {
					t.Errorf("%s has %s", name, strings.Join(found, "; "))
				}
			}
			checkKind(t, o.kind, stdout)
		})
	}
}

// checkKind checks that an output is valid in its format, and that nothing in it is live.
func checkKind(t *testing.T, kind, out string) {
	t.Helper()
	switch kind {
	case "json", "jsonl":
		for d := json.NewDecoder(strings.NewReader(out)); ; {
			var v any
			if err := d.Decode(&v); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	case "xml":
		for d := xml.NewDecoder(strings.NewReader(out)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(out, "&#x202E;") {
			t.Error("the data is not exact")
		}
	case "github":
		for line := range strings.Lines(out) {
			properties, _, _ := strings.Cut(strings.TrimPrefix(line, "::"), "::")
			if !strings.HasPrefix(line, "::") || strings.Count(properties, "=") > 6 || strings.Contains(line, "%0A\\x1b") {
				t.Errorf("%q", line)
			}
		}
	case "markdown":
		checkDead(t, out)
	}
}

// checkDead checks that Markdown has no link, image or HTML, and no address that a renderer would
// link.
func checkDead(t *testing.T, out string) {
	t.Helper()
	source := []byte(out)
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
	_ = ast.Walk(p.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Link, *ast.Image, *ast.AutoLink, *ast.RawHTML, *ast.HTMLBlock:
			t.Errorf("%s in %.300q", n.Kind(), out)
			return ast.WalkStop, nil
		case *ast.Text:
			if text := n.Value(source); bytes.Contains(text, []byte("://")) || bytes.Contains(text, []byte("www.")) {
				t.Errorf("an address in %q", text)
			}
		}
		return ast.WalkContinue, nil
	})
}

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
