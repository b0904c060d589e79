package cli

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// An mcpClient is a session with the SDK's own client.
type mcpClient struct {
	*testing.T
	*mcp.ClientSession
	schemas map[string]*jsonschema.Schema // of what tools return
	shown   []string                      // the texts of the last result
}

// mcpClients starts a session in this process, and one with the command in a process of its own.
func mcpClients(t *testing.T) map[string]*mcpClient {
	t.Helper()
	clients := map[string]*mcpClient{}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	server := &mcpServer{log: slog.New(slog.DiscardHandler)}
	session, err := server.server().Connect(t.Context(), &mcpTransport{in, out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Wait() })
	for name, transport := range map[string]mcp.Transport{
		"in process": &mcp.IOTransport{Reader: fromServer, Writer: toServer}, "command": &mcp.CommandTransport{Command: exec.Command("forge-lsp", "mcp")},
	} {
		c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		client := &mcpClient{T: t, ClientSession: c, schemas: map[string]*jsonschema.Schema{}}
		for tool, err := range c.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			client.schemas[tool.Name] = compiled(t, tool.OutputSchema)
		}
		clients[name] = client
	}
	return clients
}

// compiled compiles a schema with a library other than the SDK's.
func compiled(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask calls a tool, whose result must conform to its schema. failed is the text of an error.
func (c *mcpClient) ask(ctx context.Context, tool string, arguments any, into any) (failed string) {
	c.Helper()
	result, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.Fatalf("%s: %v", tool, err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return text
	}
	c.shown = nil
	for _, content := range result.Content {
		c.shown = append(c.shown, content.(*mcp.TextContent).Text)
	}
	structured, err := json.Marshal(result.StructuredContent)
	if err != nil {
		c.Fatal(err)
	}
	text = string(structured)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = c.schemas[tool].Validate(value)
	}
	if err == nil && into != nil {
		err = json.Unmarshal([]byte(text), into)
	}
	if err != nil {
		c.Errorf("%s: %v in %s", tool, err, text)
	}
	return ""
}

// asked returns the result of a tool.
func asked[T any](c *mcpClient, tool string, arguments any) (result T) {
	c.Helper()
	c.ask(c.Context(), tool, arguments, &result)
	return result
}

func mcpCallOf(path string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>" + path + "</path></arguments>\n</tool>"
}

type given = map[string]any

// mcpTools defines tools: with a list, and with an example that has to be escaped.
const mcpTools = `tools:
  - name: deploy
    server: ops
    parameters: {type: object, properties: {hosts: {type: array, items: {type: string}}}, required: [hosts]}
  - name: release
    parameters: {type: object, properties: {script: {type: string}}, required: [script]}
    example: {script: "a && b && c && d\ne && f && g && h\n"}
`

func TestMCP(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		".git/HEAD":         "",
		".forge/tools.yaml": mcpTools,
	})
	for name, c := range mcpClients(t) {
		t.Run(name, func(t *testing.T) {
			c.T = t
			info := c.InitializeResult()
			if info.ServerInfo.Name != "forge-lsp" || info.ServerInfo.Version != ThisBuild().Brief() && name != "command" || info.ServerInfo.Version == "" || info.Instructions == "" {
				t.Errorf("%+v", info.ServerInfo)
			}
			var names []string
			for tool := range c.Tools(t.Context(), nil) {
				names = append(names, tool.Name)
				a := tool.Annotations
				if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || *a.OpenWorldHint || *a.DestructiveHint || tool.Title == "" || tool.Description == "" {
					t.Errorf("%s: %+v", tool.Name, a)
				}
				if schema, _ := json.Marshal(tool.OutputSchema); strings.Contains(string(schema), "null") || !strings.Contains(string(schema), `"additionalProperties":false`) {
					t.Errorf("%s returns %s", tool.Name, schema)
				}
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != "example_call explain_rule fix_call list_tools validate_reply" {
				t.Error(got)
			}
			testMCPReplies(t, c)
			testMCPTools(t, c)
		})
	}
}

func testMCPReplies(t *testing.T, c *mcpClient) {
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": "I read it.\n" + mcpCallOf("a & b")}); v.OK || len(v.Calls) != 1 || v.Calls[0].Outcome != "repaired" ||
		v.Calls[0].Line != 2 || !v.Calls[0].Checked || v.Findings[0].Code != "unescaped-ampersand" || v.Findings[0].Start.Line != 5 || !v.Findings[0].Fixes[0].Safe || v.Feedback != "" {
		t.Errorf("%+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": mcpCallOf("a < b")}); v.OK || v.Calls[0].Outcome != "refused" || v.Calls[0].By != "reader" || !strings.Contains(v.Feedback, "<path>a &lt; b</path>") {
		t.Errorf("%+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": mcpCallOf("a")}); !v.OK || len(v.Findings) != 0 || v.Feedback != "" {
		t.Errorf("%+v", v)
	}
	disk.Write(t, ".", map[string]string{"work/a.txt": "\tone\n\ttwo\n"})
	missed := given{"reply": mcpEditOf("a.txt", "  one"), "root": "work"}
	if v := asked[mcpValidated](c, "validate_reply", missed); v.OK || len(v.Findings) != 1 || v.Findings[0].Code != "search-not-found" || len(v.Findings[0].Elsewhere) != 1 ||
		v.Findings[0].Elsewhere[0].Path != "a.txt" || v.Findings[0].Elsewhere[0].Text != "\tone" || !strings.Contains(v.Feedback, "Send the same call with that text.") {
		t.Errorf("%+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": mcpEditOf("a.txt", "\tone"), "root": "work"}); !v.OK || !strings.HasPrefix(v.Calls[0].Diff, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-\tone\n") {
		t.Errorf("%+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": mcpEditOf("a.txt", "  one")}); !v.OK {
		t.Errorf("without a root: %+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": "Write <tool> here.", "kind": "document"}); v.OK || len(v.Calls) != 0 || len(v.Findings) != 0 {
		t.Errorf("%+v", v)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": strings.Repeat(mcpCallOf("a & b"), 500)}); len(v.Calls) != maxMCPList || len(v.Findings) != maxMCPList || v.More < 300 {
		t.Errorf("%d calls, %d findings, %d more", len(v.Calls), len(v.Findings), v.More)
	}
	// The text is JSON that a model reads without decoding it, and lines are those of the reply everywhere.
	reply := "I read it.\nNow.\n" + mcpCallOf("a < b")
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": reply}); len(c.shown) != 1 || strings.Contains(c.shown[0], `\u003c`) ||
		!strings.Contains(c.shown[0], "<path>a &lt; b</path>") || v.Findings[0].Start.Line != 6 ||
		!strings.Contains(v.Feedback, "error on line 6:") || !strings.Contains(v.Feedback, "\nLine 6: Unescaped `<`") {
		t.Errorf("%+v, %q", v, c.shown)
	}
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": "I have done it."}); v.OK || !strings.Contains(v.Reason, "no <tool> call") {
		t.Errorf("%+v", v)
	}
	written := strings.Replace(mcpCallOf("a"), "<path>a</path>", "<path><![CDATA[a < b && c]]></path><encoding>x <y && z</encoding>", 1)
	f := asked[mcpFixed](c, "fix_call", given{"call": written})
	if v := asked[mcpValidated](c, "validate_reply", given{"reply": written}); f.OK && !strings.Contains(v.Feedback, "\n"+f.Call+"\n") {
		t.Errorf("%q is corrected as %q", f.Call, v.Feedback)
	}
	if f := asked[mcpFixed](c, "fix_call", given{"call": reply}); !slices.Equal(c.shown, []string{f.Call}) {
		t.Errorf("%+v, %q", f, c.shown)
	}
	if f := asked[mcpFixed](c, "fix_call", given{"call": mcpCallOf("a < b & c")}); !f.OK || !f.Changed || f.Call != mcpCallOf("a &lt; b &amp; c") || len(f.Findings) != 0 {
		t.Errorf("%+v", f)
	}
	if f := asked[mcpFixed](c, "fix_call", given{"call": mcpCallOf("a")}); !f.OK || f.Changed {
		t.Errorf("%+v", f)
	}
	if f := asked[mcpFixed](c, "fix_call", given{"call": strings.Replace(mcpCallOf("a"), "read_file", "deploi", 1)}); f.OK || len(f.Findings) == 0 {
		t.Errorf("%+v", f)
	}
}

func testMCPTools(t *testing.T, c *mcpClient) {
	if e := asked[mcpExampleCall](c, "example_call", given{"tool": "deploy"}); e.Server != "ops" || !strings.Contains(e.Call, "<hosts>\n    <host>") {
		t.Errorf("%+v", e)
	}
	if e := asked[mcpExampleCall](c, "example_call", given{"tool": "write_file", "all": true, "values": "cdata", "server": "x"}); e.Tool != "write_file" || e.Call == "" {
		t.Errorf("%+v", e)
	}
	// By default, only what would need many escapes is a section.
	for _, test := range []struct {
		given
		section bool
	}{
		{given{"tool": "write_file", "values": "cdata"}, true},
		{given{"tool": "write_file", "values": "escapes"}, false},
		{given{"tool": "release"}, true},
		{given{"tool": "release", "values": "escapes"}, false},
	} {
		e := asked[mcpExampleCall](c, "example_call", test.given)
		if e.Call == "" || strings.Contains(e.Call, "<![CDATA[") != test.section {
			t.Errorf("%v: %s", test.given, e.Call)
		}
		if !slices.Equal(c.shown, []string{e.Call}) {
			t.Errorf("not the call: %q", c.shown)
		}
	}
	if r := asked[mcpExplained](c, "explain_rule", given{"rule": "corrupted-cdata"}); r.Severity != "error" || r.Group != "safety" || !strings.Contains(r.Page, "# corrupted-cdata") {
		t.Errorf("%+v", r)
	}
	if l := asked[mcpToolList](c, "list_tools", nil); len(l.Tools) < 30 || len(l.Problems) != 0 {
		t.Errorf("%d tools, %q", len(l.Tools), l.Problems)
	}
	if l := asked[mcpToolList](c, "list_tools", given{"query": "DEPLOY"}); len(l.Tools) != 1 || l.Tools[0].Arguments[0].Type != "list of `<host>` elements, each a string" || !l.Tools[0].Arguments[0].Required {
		t.Errorf("%+v", l)
	}
	disk.Write(t, ".", map[string]string{".forge/tools.yaml": "tools:\n  - nome: x\n"})
	if l := asked[mcpToolList](c, "list_tools", given{"query": "deploy"}); len(l.Tools) != 0 || len(l.Problems) != 1 {
		t.Errorf("after the definition has changed: %+v", l)
	}
	disk.Write(t, ".", map[string]string{".forge/tools.yaml": mcpTools})
}

// TestMCPErrors checks that errors of a client are results with the reason.
func TestMCPErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	huge := strings.Repeat("x", maxMCPText+1)
	for name, c := range mcpClients(t) {
		t.Run(name, func(t *testing.T) {
			c.T = t
			for _, test := range []struct {
				tool      string
				arguments any
				want      string
			}{
				{"validate_reply", nil, "reply"},
				{"validate_reply", given{"reply": 7}, "reply"},
				{"validate_reply", given{"reply": nil}, "reply"},
				{"validate_reply", given{"reply": "a", "kind": "poem"}, "kind"},
				{"validate_reply", given{"reply": "a", "more": 1}, "more"},
				{"validate_reply", given{"reply": "a", "root": ".."}, "not below the working directory"},
				{"validate_reply", given{"reply": "a", "root": "none"}, "no such file or folder"},
				{"validate_reply", given{"reply": huge}, "the limit is 4,194,304"},
				{"fix_call", given{}, "call"},
				{"fix_call", given{"call": huge}, "the limit is 4,194,304"},
				{"example_call", given{"tool": "read_fiel"}, `did you mean "read_file"?`},
				{"example_call", given{"tool": ""}, "unknown tool"},
				{"example_call", given{"tool": huge[:1<<20]}, "unknown tool"},
				{"example_call", given{"tool": "read_file", "values": "rot13"}, "values"},
				{"explain_rule", given{"rule": "raw-les-than"}, `did you mean "raw-less-than"?`},
				{"explain_rule", given{"rule": []string{"raw-less-than"}}, "rule"},
				{"list_tools", given{"query": given{}}, "query"},
			} {
				if got := c.ask(t.Context(), test.tool, test.arguments, nil); !strings.Contains(got, test.want) || len(got) > 4<<10 {
					t.Errorf("%s: %.300q, want %q", test.tool, got, test.want)
				}
			}
			if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "no_such_tool"}); err == nil {
				t.Error("a tool that does not exist was called")
			}
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "fix_call", Arguments: given{"call": strings.Repeat(mcpCallOf("a & b <c> d"), 5_000)}})
				done <- err
			}()
			cancel()
			if err := <-done; err == nil {
				t.Error("a call that was cancelled was answered")
			}
			var v mcpValidated
			if c.ask(t.Context(), "validate_reply", given{"reply": mcpCallOf("a")}, &v); !v.OK {
				t.Errorf("after all of that: %+v", v)
			}
		})
	}
}

// TestMCPInterrupted checks that a long operation ends with its context.
func TestMCPInterrupted(t *testing.T) {
	s := &mcpServer{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.validateReply(ctx, mcpReply{Reply: mcpCallOf("a & b")}); err != context.Canceled {
		t.Error(err)
	}
}

// TestMCPCommand checks that standard output is the wire, and that the end of standard input ends
// the session when everything is answered.
func TestMCPCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"forge-lsp.toml": "nonsense = 1\n"})
	const requests = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_tools","arguments":{"query":"read_file"}}}
`
	code, stdout, stderr := runCommand(t, requests, "mcp")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != 0 || stderr != "" || len(lines) != 2 {
		t.Fatalf("exit code %d, %q, %q", code, stdout, stderr)
	}
	for i, want := range []string{`"protocolVersion":"2025-06-18"`, "forge-lsp.toml:1:1"} {
		if !json.Valid([]byte(lines[i])) || !strings.Contains(lines[i], want) {
			t.Errorf("%q, want %q", lines[i], want)
		}
	}
	if code, _, stderr := runCommand(t, "", "mcp", "x"); code != ExitFailure || !strings.Contains(stderr, "takes no arguments") {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}
