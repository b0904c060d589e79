package lsp

import "testing"

const threeCalls = "😀 <tool>\n<tool_name>task_completion</tool_name>\n<arguments><result>x</result></arguments>\n</tool>\n\n" +
	"<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b</path></arguments>\n</tool>\n\n" +
	"<tool>\n<server_name>elsewhere</server_name>\n<tool_name>x</tool_name>\n<arguments><path>a<b</path></arguments>\n</tool>\n"

// What the runtime does with the calls of a document, as the editor asks for it.
func TestCalls(t *testing.T) {
	c := start(t, realOptions(), `{}`)
	params := `{"textDocument":{"uri":"file:///a.md"}}`
	expect := func(what, summary, calls string) {
		t.Helper()
		if m := c.call("forge/summary", params); string(m.Result) != summary {
			t.Errorf("%s: %v", what, m)
		}
		if m := c.call("forge/calls", params); string(m.Result) != calls {
			t.Errorf("%s: %v", what, m)
		}
	}
	none := `{"calls":0,"refused":0,"repaired":0}`
	expect("before it is open", none, `[]`)
	c.open("file:///a.md", 1, threeCalls)

	var calls []struct {
		Range                         testRange
		Verdict, Reason, Server, Tool string
	}
	if m := c.call("forge/summary", params); string(m.Result) != `{"calls":3,"refused":1,"repaired":1}` {
		t.Error(m)
	}
	c.result("forge/calls", params, &calls)
	if len(calls) != 3 {
		t.Fatalf("%+v", calls)
	}
	for i, want := range []struct{ at, verdict, server, tool string }{
		{"0:3-3:7", "runs", "local", "task_completion"},
		{"5:0-8:7", "repaired", "local", "read_file"},
		{"10:0-14:7", "refused", "elsewhere", "x"},
	} {
		got := calls[i]
		if got.Range.String() != want.at || got.Verdict != want.verdict || got.Server != want.server || got.Tool != want.tool {
			t.Errorf("call %d: %+v", i, got)
		}
		if (got.Reason == "") != (want.verdict == "runs") {
			t.Errorf("call %d: reason %q", i, got.Reason)
		}
	}

	c.change("file:///a.md", 2, part(7, 0, 7, 0, "<"))
	var summary struct{ Refused int }
	c.result("forge/summary", params, &summary)
	if summary.Refused != 2 {
		t.Errorf("%+v after a change", summary)
	}
	c.notify("textDocument/didClose", params)
	expect("when it is closed", none, `[]`)

	for _, bad := range []string{`null`, `[]`, `{"textDocument":7}`} {
		if m := c.call("forge/calls", bad); m.Error == nil || m.Error.Code != -32602 {
			t.Errorf("%s: %v", bad, m)
		}
	}
}
