package document

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"golang.org/x/tools/txtar"
)

// A leakCase is what an agent with native calls wrote, and the tool and format of the call in it.
type leakCase struct{ shape, text, want string }

// leakCases are calls that never ran, as they were seen in sessions of public agents: damaged, cut, in a code block without an
// end, and after other text. The formats themselves are in the tests of package textcall.
var leakCases = []leakCase{
	{"claude, stray word and text", "Now the tests.\n\ncount\n" + invoke, "Bash in Claude's <invoke>"},
	{"claude, rname", strings.Replace(invoke, "<parameter name", "<parameter rname", 1), "Bash in Claude's <invoke>"},
	{"claude, rname of the tool", strings.Replace(invoke, "<invoke name", "<invoke rname", 1), "Bash in Claude's <invoke>"},
	{"claude, rivoke and rname", "<rivoke name=\"Bash\">\n<parameter rname=\"command\">ls</parameter>\n</invoke>", "Bash in Claude's <invoke>"},
	{"claude, prefix lost at the end", strings.Replace(prefixed(invoke), "</"+textcall.ClaudePrefix+"invoke>", "</invoke>", 1), "Bash in Claude's <invoke>"},
	{"claude, tail and wrapper", "I look.\n\nls -l</parameter>\n</invoke>\n</function_calls>", " in Claude's <invoke>"},
	{"claude, after an unclosed fence", "It printed:\n```\nok  \t1.2s\n\n" + invoke, "Bash in Claude's <invoke>"},
	{"minimax, blanks in the name", "<minimax:tool_call>\n<invoke name=\" Bash \">\n<parameter name=\"command\">ls</parameter>\n</invoke>\n</minimax:tool_call>", "Bash in MiniMax's <tool_call>"},
	{"hermes, opener lost", "{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>", "read_file in Llama's JSON"},
	{"longcat, keys", "<longcat_tool_call>ls\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>.</longcat_arg_value>\n</longcat_tool_call>", "ls in LongCat's <longcat_tool_call>"},
	{"qwen, opener lost", "I look.\n<parameter=path>\n.\n</parameter>\n</function>\n</tool_call>", " in Qwen's <function=…>"},
	{"kimi, no section", "<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{\"path\":\".\"}<|tool_call_end|>", "ls in Kimi's <|tool_call_begin|>"},
	{"deepseek, no JSON", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>path .<｜tool▁call▁end｜><｜tool▁calls▁end｜>", "ls in DeepSeek's <｜tool▁call▁begin｜>"},
	{"llama, list in tags", "<|python_start|>[ls(path=\".\")]<|python_end|>", "ls in Llama's <|python_tag|>"},
	{"llama, lines", "{\n  \"type\": \"function\",\n  \"name\": \"read_file\",\n  \"parameters\": {\n    \"path\": \"main.go\"\n  }\n}", "read_file in Llama's JSON"},
	{"llama, two", "{\"name\": \"read_file\", \"parameters\": {\"path\": \"a\"}}; {\"name\": \"Bash\", \"parameters\": {}}", "read_file in Llama's JSON, Bash in Llama's JSON"},
	{"llama, one brace too many", "{\"name\": \"read_file\", \"parameters\": {\"path\": \"a\"}}}", "read_file in Llama's JSON"},
	{"llama, after text", "Let me look at it.\n\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}", "read_file in Llama's JSON"},
	{"python list, two", "[read_file(path=\"a\"), Bash(command='ls [a]')]", "read_file in Llama's Python syntax, Bash in Llama's Python syntax"},
	{"python list, no arguments", "[Bash()]", "Bash in Llama's Python syntax"},
	{"harmony, no tokens, after text", "I look.\nassistantcommentary to=functions.Bash code{\"cmd\":[\"ls\"]}", "Bash in Harmony's to=functions."},
	{"cline, a tool of the session", "I save it.\n<save_note>\n<title>a</title>\n</save_note>", "save_note in Cline's tags"},
	{"retried", invoke + "\n\nThat did not run. Again:\n\n" + invoke, "Bash in Claude's <invoke>, Bash in Claude's <invoke>"},
}

// sessionTools are the tools of the sessions of leakCases and aboutCalls.
const sessionTools = `[{"type":"function","function":{"name":"read_file"}},{"type":"function","function":{"name":"Bash"}},{"type":"function","function":{"name":"save_note"}},{"type":"function","function":{"name":"ls"}}]`

// nativeSession returns a session with native calls in which the agent writes a text.
func nativeSession(text string, tools string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	if tools != "" {
		tools = `,"tools":` + tools
	}
	return `{"messages":[{"role":"user","content":"Go on."},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"Bash","arguments":"{}"}},{"id":"2","type":"function","function":{"name":"read_file","arguments":"{}"}}]},{"role":"assistant","content":` + string(quoted) + `}]` + tools + `}`
}

func leaksOf(file string) string {
	var found []string
	for _, c := range Read(file, JSON).TextCalls {
		if c.Runs == Leaked {
			found = append(found, c.Tool+" in "+c.Format)
		}
	}
	return strings.Join(found, ", ")
}

// TestLeakShapes checks that each shape is found, by dialect and tool.
func TestLeakShapes(t *testing.T) {
	for _, c := range leakCases {
		if got := leaksOf(nativeSession(c.text, sessionTools)); got != c.want {
			t.Errorf("%s: %q, want %q", c.shape, got, c.want)
		}
	}
}

// aboutCalls are texts about calls, which nobody would run.
var aboutCalls = []string{
	"The fix stops `<invoke name=\"Bash\">` from reaching the user.",
	"Release notes: `<tool_call>` blocks are now parsed while they stream.",
	"```xml\n" + invoke + "\n```",
	"~~~\n" + hermes + "\n~~~\n",
	"For example:\n\n" + hermes,
	"The format is as follows:\n" + invoke,
	"It looks like this:\n" + dsml,
	"> " + strings.ReplaceAll(invoke, "\n", "\n> "),
	"It wrote:\n\n    " + strings.ReplaceAll(invoke, "\n", "\n    "),
	"The parser looks for <invoke name=\"…\"> and </invoke>.",
	"A tag such as <rivoke name=\"Bash\"> is damaged.",
	"The model wrote <rivoke name=\"Bash\"> and <parameter rname=\"command\"> instead.",
	"Sometimes only `</parameter>` and `</invoke>` are left.",
	"The tail of it, </parameter></invoke>, was shown to the user.",
	"```\ncourt\n</parameter>\n</invoke>\n```",
	"The stray text was:\n</parameter>\n</invoke>",
	"It ends with </parameter>.",
	"Qwen's tail is `</parameter></function>`.",
	"```\n<name>task\n</parameter>\n</function>\n```",
	"```json\n{\"name\": \"read_file\", \"parameters\": {\"path\": \"a\"}}\n```",
	"The call is `{\"name\": \"read_file\", \"parameters\": {\"path\": \"a\"}}`.",
	"A definition has this form:\n{\"name\": \"read_file\", \"parameters\": {\"type\": \"object\"}}",
	"{\"name\": \"web-frontend\", \"parameters\": {\"replicas\": 3}}",
	"{\"name\": \"Ada\", \"age\": 36}",
	"{\"name\": \"read_file\", \"description\": \"Reads a file\", \"parameters\": {\"type\": \"object\"}}",
	"{\"name\": \"read_file\", \"parameters\": {\"path\": \"a\"}}\n\nis what the model wrote, and nothing ran it.",
	"{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}",
	"{\"results\": [{\"name\": \"read_file\", \"arguments\": {}}]}",
	"[1], [2] and [3] agree.",
	"[read_file](docs/tools.md) reads a file.",
	"[x(1), y(2)]",
	"[f(x) for x in xs]",
	"[max(a=1, b=2)]",
	"[read_file(path=\"a\")] is what it wrote.",
	"`[read_file(path=\"a\")]` is a call in Python.",
	"```python\n[read_file(path=\"a\")]\n```",
	"[ ] write the tests\n[x] read_file(path)",
	"The list is [read_file(path=\"a\"), 3].",
	"Harmony sends calls in `commentary to=functions.ls`.",
	"A message to=functions.ls is a call.",
	"Then `to=functions.ls json{}` is written.",
	"```\ncommentary to=functions.ls json{\"path\": \".\"}\n```",
	"<details>\n<summary>Log</summary>\nok\n</details>",
	"<div><p>Hello</p></div>",
	"<pom_file>\n<version>1</version>\n</pom_file>",
	"The tag <read_file> has a <path>.",
	"Cline writes `<read_file><path>a</path></read_file>`.",
	"```xml\n<read_file>\n<path>a</path>\n</read_file>\n```",
	"For instance:\n<execute_command>\n<command>ls</command>\n</execute_command>",
	"[TOOL_CALLS] is a token of Mistral.",
	"Kimi writes <|tool_call_begin|> before each call.",
	"Kimi K3 has `<|open|>call tool=\"ls\"<|sep|>`.",
	"The tokens are <|open|>, <|sep|> and <|close|>.",
	"Gemma's `<|tool_call>call:ls{}<tool_call|>` came through.",
	"LongCat has <longcat_tool_call> where others have <tool_call>.",
	"`<arg_key>path</arg_key>` is how GLM names an argument.",
	"The review: the regular expression `<tool_call>(.*?)</tool_call>` cuts at the first end tag.",
	"He wrote \"<tool_call>{\"name\": \"ls\"}</tool_call>\" and waited.",
	"Er schrieb „<function=ls></function>“.",
	"A block <tool_call>{\"name\": \"ls\"}</tool_call> is a call of Hermes.",
	"```diff\n-<tool_call>\n+<longcat_tool_call>\n```",
	"The docs say:\n\n```\n<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>\n```\n\nand no more.",
	"Its syntax:\n<use_mcp_tool>\n<server_name>s</server_name>\n<tool_name>search</tool_name>\n<arguments>{}</arguments>\n</use_mcp_tool>",
	"A <tool> has a <tool_name>.",
	"<invoke name=\"tool_name\"><parameter name=\"x\">1</parameter></invoke>",
	"It printed ``<tool_call>{\"name\": \"ls\"}</tool_call>``.",
	"- so:\n  ```\n  " + hermes + "\n  ```",
	"````\n```\n" + hermes + "\n```\n````",
	"It wrote “<function=ls></function>”",
	"**Example:**\n" + invoke,
}

// TestAboutCalls checks that no text about calls is reported.
func TestAboutCalls(t *testing.T) {
	for _, text := range aboutCalls {
		if got := leaksOf(nativeSession(text, sessionTools)); got != "" {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestLeakEvidence checks what else in a session decides whether text is a call that leaked.
func TestLeakEvidence(t *testing.T) {
	const bare = `{"name": "write_page", "parameters": {"path": "a"}}`
	taught := func(prompt, text string) string {
		quoted, _ := json.Marshal(prompt)
		return strings.Replace(nativeSession(text, sessionTools), `{"role":"user","content":"Go on."}`, `{"role":"system","content":`+string(quoted)+`}`, 1)
	}
	result := func(result, text string) string {
		quoted, _ := json.Marshal(result)
		return strings.Replace(nativeSession(text, sessionTools), `"Go on."`, string(quoted), 1)
	}
	for _, c := range []struct{ name, session, want string }{
		{"no definitions", nativeSession(bare, ""), "write_page in Llama's JSON"},
		{"definitions without the tool", nativeSession(bare, sessionTools), ""},
		{"a tool that was called", nativeSession("I look.\n"+strings.Replace(bare, "write_page", "read_file", 1), ""), "read_file in Llama's JSON"},
		{"no definitions, after text", nativeSession("I look.\n"+bare, ""), ""},
		{"taught", taught("Write calls as <tool_call>{…}</tool_call>.", hermes), ""},
		{"forbidden", taught("Never write <tool_call>{…}</tool_call> as text.", hermes), "ls in Hermes's <tool_call>"},
		{"another dialect taught", taught("Write calls as <tool_call>{…}</tool_call>.", invoke), "Bash in Claude's <invoke>"},
		{"named", taught("The text <invoke is shown as it is.", invoke), "Bash in Claude's <invoke>"},
		{"run", result("<tool_response>\nok\n</tool_response>", hermes), ""},
		{"taught JSON", taught(`Respond in the format {"name": function name, "parameters": {…}}.`, `{"name": "read_file", "parameters": {}}`), ""},
	} {
		if got := leaksOf(c.session); got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.name, got, c.want, c.session)
		}
	}
}

// TestTextFormats checks that the calls of each text format are seen in a session, and leak only where calls are native.
func TestTextFormats(t *testing.T) {
	archive, err := txtar.ParseFile("../transcript/textcall/testdata/formats.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tools := strings.Replace(sessionTools, "save_note", "apply_patch", 1)
	for i := 0; i+1 < len(archive.Files); i += 2 {
		f := archive.Files[i]
		want := strings.Count(string(archive.Files[i+1].Data), " in ")
		session := nativeSession(strings.TrimSuffix(string(f.Data), "\n"), tools)
		if got := Read(session, JSON).TextCalls; len(got) != want {
			t.Errorf("%s: %d calls, want %d: %+v", f.Name, len(got), want, got)
		}
		content := session[strings.LastIndex(session, `"content":`):strings.LastIndex(session, `],"tools"`)]
		if got := leaksOf(`{"messages":[{"role":"assistant",` + content + `]}`); got != "" && !strings.Contains(got, "Forge") {
			t.Errorf("%s: %q though no calls are native", f.Name, got)
		}
	}
}
