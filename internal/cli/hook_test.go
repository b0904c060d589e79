package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// event returns an event as sent by an agent.
func event(t *testing.T, members map[string]any) string {
	t.Helper()
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runHook runs the hook on an event; it must not fail. answer is nil if it is silent.
func runHook(t *testing.T, members map[string]any) (answer *hookAnswer) {
	t.Helper()
	code, stdout, stderr := runCommand(t, event(t, members), "hook")
	if code != 0 || stderr != "" {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	if stdout == "" {
		return nil
	}
	answer = &hookAnswer{}
	if err := json.Unmarshal([]byte(stdout), answer); err != nil {
		t.Fatalf("%v in %q", err, stdout)
	}
	return answer
}

// Sessions of Claude Code, one record per line.
const (
	sessionUser   = `{"type":"user","sessionId":"s","cwd":"/w","message":{"role":"user","content":"Run the tests."}}` + "\n"
	sessionResult = `{"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}` + "\n"
)

func sessionText(text string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", text)
}

func sessionCall(id string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"Bash","input":{"command":"ls"}}]}}`+"\n", id)
}

// leakedText is a call that a model wrote into its answer.
const leakedText = "Now the tests.\n<invoke name=\"Bash\">\n<parameter name=\"command\">make test</parameter>\n</invoke>"

func TestHookStop(t *testing.T) {
	t.Chdir(t.TempDir())
	reported := `{"type":"attachment","sessionId":"s","attachment":{"type":"hook_additional_context","content":["` + hookPrefix + `1 tool call of the last turn"]}}` + "\n"
	blocked := `{"type":"user","isMeta":true,"sessionId":"s","message":{"role":"user","content":"Stop hook feedback:\n` + hookPrefix + `1 tool call"}}` + "\n"
	for _, test := range []struct {
		name, session, last string
		again               bool
		want                int // calls
	}{
		{"all is well", sessionUser + sessionText("Now.") + sessionCall("t1") + sessionResult + sessionText("Done."), "Done.", false, 0},
		{"leaked in the first answer", sessionUser + sessionText(leakedText), leakedText, false, 1},
		{"leaked before another call", sessionUser + sessionText(leakedText) + sessionCall("t1") + sessionResult + sessionText("Done."), "Done.", false, 1},
		{"leaked in an earlier turn", sessionUser + sessionText(leakedText) + sessionUser + sessionText("Done."), "Done.", false, 0},
		{"two leaked", sessionUser + sessionText(leakedText) + sessionText(leakedText+"\n"+leakedText), "", false, 3},
		{"told by the hook before", sessionUser + sessionText(leakedText) + reported + sessionResult + sessionText("Done."), "Done.", false, 0},
		{"held up by the hook before", sessionUser + sessionText(leakedText) + blocked + sessionText("Done."), "Done.", false, 0},
		{"again after that", sessionUser + sessionText(leakedText) + blocked + sessionText(leakedText), leakedText, false, 1},
		{"going on because of a hook", sessionUser + sessionText(leakedText), leakedText, true, 1},
		{"the transcript lags", sessionUser + sessionText("Now."), leakedText, false, 1},
		{"the transcript is empty", "", leakedText, false, 1},
		{"a damaged last line", sessionUser + sessionText(leakedText) + sessionText("x")[:60], "", false, 1},
		{"a last line that is being written", sessionUser + sessionText("Now.") + sessionText(leakedText)[:120], "", false, 0},
		{"garbage", "%%%\n{{{\n" + sessionUser + "]]\n" + sessionText(leakedText) + "\x00\n", "", false, 1},
		{"talk about calls", sessionUser + sessionText("Write `<invoke name=\"Bash\">` or:\n```\n"+leakedText+"\n```\n"), "", false, 0},
		{"a call of Forge", sessionUser + sessionText("<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>"), "", false, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			disk.Write(t, ".", map[string]string{"s.jsonl": test.session})
			members := map[string]any{
				"hook_event_name": "Stop", "session_id": "s", "transcript_path": absolute("s.jsonl"), "cwd": absolute("."),
				"permission_mode": "default", "stop_hook_active": test.again, "last_assistant_message": test.last, "background_tasks": []any{},
			}
			answer := runHook(t, members)
			switch {
			case test.want == 0:
				if answer != nil {
					t.Errorf("got %+v", answer)
				}
			case answer == nil:
				t.Error("the hook was silent")
			case test.again:
				if answer.Decision != "" || !strings.HasPrefix(answer.SystemMessage, hookPrefix+didNotRun(test.want)) {
					t.Errorf("got %+v", answer)
				}
			default:
				if answer.Decision != "block" || answer.SystemMessage != "" || !strings.HasPrefix(answer.Reason, hookPrefix+didNotRun(test.want)) {
					t.Errorf("got %+v", answer)
				}
				if again := strings.Contains(answer.Reason, ", 3 times now."); again != (test.name == "two leaked") {
					t.Errorf("again %t: %s", again, answer.Reason)
				}
			}
			// A subagent's own transcript, and Cursor's event.
			members["hook_event_name"], members["agent_transcript_path"] = "SubagentStop", absolute("s.jsonl")
			members["transcript_path"] = absolute("none.jsonl")
			if got := runHook(t, members); fmt.Sprint(got) != fmt.Sprint(answer) {
				t.Errorf("of a subagent: %+v, want %+v", got, answer)
			}
		})
	}
}

// TestHookWhileWritten checks a transcript that is being written and may end anywhere: an
// incomplete message is not reported, and a complete one is, regardless of the text after it.
func TestHookWhileWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	first := sessionUser + sessionText("Now.")
	record := strings.TrimSuffix(sessionText(leakedText), "\n")
	for end := range len(record) + 1 {
		for _, text := range []string{first + record[:end], first + record + "\n" + record[:end]} {
			disk.Write(t, ".", map[string]string{"s.jsonl": text})
			answer := runHook(t, map[string]any{"hook_event_name": "Stop", "transcript_path": "s.jsonl"})
			complete := strings.HasPrefix(text, first+record)
			switch {
			case !complete && answer != nil && end < len(record)-len("\"}]}}"): // after that only brackets are missing
				t.Errorf("%d bytes of a message: %+v", end, answer)
			case complete && (answer == nil || answer.Decision != "block"):
				t.Errorf("a message and %d bytes: %+v", end, answer)
			}
		}
	}
}

func TestHookPostToolUse(t *testing.T) {
	t.Chdir(t.TempDir())
	before := sessionUser + sessionText(leakedText) + sessionCall("t1") + sessionResult
	for _, test := range []struct {
		name, session, call string
		want                bool
	}{
		{"written for this call", sessionUser + sessionText(leakedText) + sessionCall("t1"), "t1", true},
		{"written for the call before", before + sessionText("And now.") + sessionCall("t2"), "t2", false},
		{"written for this and the call before", before + sessionText(leakedText) + sessionCall("t2"), "t2", true},
		{"a second call at once", sessionUser + sessionText(leakedText) + sessionCall("t1") + sessionCall("t2"), "t2", false},
		{"the transcript lags", sessionUser + sessionText(leakedText), "t1", false},
		{"no id", sessionUser + sessionText(leakedText) + sessionCall("t1"), "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			disk.Write(t, ".", map[string]string{"s.jsonl": test.session})
			answer := runHook(t, map[string]any{
				"hook_event_name": "PostToolUse", "transcript_path": "s.jsonl", "cwd": absolute("."), "tool_name": "Bash",
				"tool_use_id": test.call, "tool_input": map[string]string{"command": "ls"}, "tool_response": map[string]any{"stdout": leakedText},
			})
			if (answer != nil) != test.want {
				t.Fatalf("got %+v", answer)
			}
			if test.want && (answer.Decision != "" || answer.Output.Event != "PostToolUse" || !strings.HasPrefix(answer.Output.Context, hookPrefix+didNotRun(1))) {
				t.Errorf("got %+v", answer)
			}
		})
	}
}

// TestHookCursor checks that Cursor has a message for its agent instead of a reason, and
// counts how often it sent one.
func TestHookCursor(t *testing.T) {
	t.Chdir(t.TempDir())
	text := func(role, text string) string {
		return fmt.Sprintf(`{"role":%q,"message":{"content":[{"type":"text","text":%q}]}}`+"\n", role, text)
	}
	disk.Write(t, ".", map[string]string{"s.jsonl": text("user", "<user_query>Run</user_query>") + text("assistant", leakedText)})
	for loops, want := range []string{hookPrefix + didNotRun(1), ""} {
		answer := runHook(t, map[string]any{
			"hook_event_name": "stop", "conversation_id": "c", "generation_id": "g", "cursor_version": "3", "model": "m",
			"workspace_roots": []string{absolute(".")}, "transcript_path": absolute("s.jsonl"), "status": "completed", "loop_count": loops,
		})
		switch {
		case want == "":
			if answer != nil {
				t.Errorf("got %+v", answer)
			}
		case answer == nil || !strings.HasPrefix(answer.Followup, want) || answer.Decision != "":
			t.Errorf("got %+v", answer)
		}
	}
}

// TestHookForge checks that a call of Forge in a transcript that shows their format is checked,
// with the tools and the configuration of the folder.
func TestHookForge(t *testing.T) {
	t.Chdir(t.TempDir())
	system := `{"role":"system","content":"Call tools with a <tool> block."}` + "\n" + `{"role":"user","content":"Go."}` + "\n"
	say := func(text string) string { return fmt.Sprintf(`{"role":"assistant","content":%q}`+"\n", text) }
	call := func(tool, arguments string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>\n" + arguments + "\n</arguments>\n</tool>"
	}
	disk.Write(t, ".", map[string]string{
		"project/.forge/tools.yaml": "tools:\n  - name: deploy\n    parameters:\n      type: object\n      properties:\n        service: {type: string}\n      required: [service]\n",
		"project/.git/HEAD":         "",
		"sessions/a.jsonl":          system + say(call("deploy", "<service>web</service>")),
		"sessions/b.jsonl":          system + say(call("deploy", "<service>a < b</service>")),
		"sessions/c.jsonl":          system + say(call("deploy", "")),
		"sessions/d.jsonl":          system + say(call("deploi", "<service>web</service>")),
		"sessions/e.jsonl":          system + say(call("execute_command", "<command>x & y</command>\n<working_dir><![CDATA[R&D]]></working_dir>")),
	})
	for name, want := range map[string]string{
		"a": "",
		"b": "The corrected call:\n<tool>\n<server_name>local</server_name>\n<tool_name>deploy</tool_name>\n<arguments>\n<service>a &lt; b</service>",
		"c": "ERROR: deploy refused the call.\n\nReason: <service> is missing\n\nLine 4: ",
		"d": "ERROR: Tool call refused: there is no tool deploi.\n\nLine 3: Unknown tool `deploi`; did you mean `deploy`?",
		"e": "<working_dir><![CDATA[R&D]]></working_dir>",
	} {
		answer := runHook(t, map[string]any{
			"hook_event_name": "Stop", "transcript_path": absolute("sessions/" + name + ".jsonl"), "cwd": absolute("project"),
		})
		if got := answer != nil; got != (want != "") || got && !strings.Contains(answer.Reason, want) {
			t.Errorf("%s: got %+v, want %q", name, answer, want)
		}
	}
}

// TestHookNeverBlocks checks that errors in an event or a transcript do not block an agent, as
// exit code 2 would.
func TestHookNeverBlocks(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"s.jsonl": sessionUser + sessionText("Done."), "folder/x": ""})
	stop := func(path any) string {
		text, _ := json.Marshal(map[string]any{"hook_event_name": "Stop", "transcript_path": path})
		return string(text)
	}
	for name, test := range map[string]struct {
		stdin string
		args  []string
		code  int
	}{
		"nothing":                     {"", nil, 1},
		"not JSON":                    {"Stop", nil, 1},
		"not an object":               {`["Stop"]`, nil, 1},
		"cut off":                     {stop("s.jsonl")[:20], nil, 1},
		"no event":                    {`{}`, nil, 1},
		"null":                        {`null`, nil, 1},
		"another event":               {`{"hook_event_name":"SessionStart","transcript_path":7}`, nil, 0},
		"members of other types":      {`{"hook_event_name":"Stop","transcript_path":7,"cwd":[],"stop_hook_active":"yes","last_assistant_message":{},"loop_count":"1"}`, nil, 0},
		"no transcript":               {`{"hook_event_name":"Stop"}`, nil, 0},
		"null for a transcript":       {stop(nil), nil, 0},
		"a transcript that is not":    {stop("none.jsonl"), nil, 0},
		"a folder for a transcript":   {stop("folder"), nil, 1},
		"a folder named as lines":     {stop("."), nil, 1},
		"an argument":                 {stop("s.jsonl"), []string{"Stop"}, 1},
		"an unknown flag":             {stop("s.jsonl"), []string{"--event"}, 1},
		"tools that are not there":    {stop("s.jsonl"), []string{"--tools", "none.yaml"}, 0},
		"a folder that is not there":  {`{"hook_event_name":"Stop","transcript_path":"/none/s.jsonl","cwd":"/none"}`, nil, 0},
		"characters that are no text": {"{\"hook_event_name\":\"Stop\",\"cwd\":\"\xff\\u0000\"}", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := runCommand(t, test.stdin, append([]string{"hook"}, test.args...)...)
			if code != test.code || stdout != "" || (stderr != "") != (code == 1) || strings.Contains(stderr, "internal error") {
				t.Errorf("exit code %d, want %d; %q, %q", code, test.code, stdout, stderr)
			}
		})
	}
}

// TestHookExamples checks each kind of session in the examples, with and without its
// errors.
func TestHookExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/transcripts/*")
	if err != nil || len(files) < 19 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			run := func(content string) *hookAnswer {
				path := filepath.Join(folder, filepath.Base(file))
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				return runHook(t, map[string]any{"hook_event_name": "Stop", "transcript_path": path, "cwd": folder})
			}
			sound := strings.NewReplacer("R&D", "R and D", "&amp;", "and").Replace(string(text))
			broken := strings.NewReplacer("<arguments>", "<arguments><x>a < b</x>", `\u003carguments\u003e`, `\u003carguments\u003e\u003c `).Replace(sound)
			switch filepath.Base(file) {
			case "claude-code.jsonl", "cursor.jsonl", "session.md": // their calls are native, or have errors
			default:
				if got := run(sound); got != nil {
					t.Errorf("a sound session: %+v", got)
				}
			}
			got := run(broken)
			if got == nil || got.Decision != "block" || !strings.HasPrefix(got.Reason, hookPrefix) {
				t.Errorf("a broken session: %+v", got)
			}
			if cut := run(broken[:len(broken)-2]); cut != nil && cut.Decision != "block" {
				t.Errorf("a session that is being written: %+v", cut)
			}
		})
	}
}
