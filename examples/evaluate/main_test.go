package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// answering starts a server that gives each of several answers in turn: a status, and a body.
func answering(t *testing.T, answers ...string) *httptest.Server {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, body, _ := strings.Cut(answers[asked%len(answers)], " ")
		asked++
		if status == "503" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Error("no key")
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server
}

// said is the answer with a message of the model.
func said(text string) string {
	content, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return `200 {"choices": [{"message": {"role": "assistant", "content": ` + string(content) + `}}]}`
}

// TestEvaluate asks for each of the recorded replies 18 times, and counts what became of them: two good ones, a
// repaired and a refused one, one whose call never runs, one of another format, and one with a native call.
func TestEvaluate(t *testing.T) {
	call := func(content string) string {
		return "I write it.\n\n<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n" +
			"<path>a.txt</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
	}
	replies := []string{
		said(call("a &amp;&amp; b &lt; c")), said(call("<![CDATA[a && b < c]]>")), said(call("a && b")), said(call("if a < b")),
		said(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(call("a"))),
		said("<tool_call>\n{\"name\": \"write_file\", \"arguments\": {\"path\": \"a.txt\", \"content\": \"a\"}}\n</tool_call>"),
		`200 {"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
			"function": {"name": "write_file", "arguments": "{\"path\": \"a.txt\", \"content\": \"a < b\"}"}}]}}]}`,
	}
	server := answering(t, replies...)
	prompt := filepath.Join(t.TempDir(), "prompt.md")
	if err := os.WriteFile(prompt, []byte("# Tools\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var sessions bytes.Buffer
	e := evaluation{url: server.URL + "/v1/", model: "recorded", key: "secret", times: len(replies), client: server.Client()}
	if err := e.run(&sessions, prompt, []string{"write_file", "apply_diff", "execute_command"}, own()); err != nil {
		t.Fatal(err)
	}
	s := stats.NewSession(&stats.Reader{Kind: document.JSON})
	s.Read(sessions.String())
	s.End()
	tally := s.Tally()
	got := tally.Totals
	if got.Calls != 7*18 || got.Runs != 3*18 || got.Repaired != 18 || got.RefusedByReader() != 18 || got.Ignored != 18 || got.Native != 18 || got.Unknown != 18 || got.Replies != 0 {
		t.Errorf("%d sessions: %+v", tally.Sessions, got)
	}
	if groups := tally.Groups(stats.ByPrompt); len(groups) != 1 || groups[0].Key[0] == "" {
		t.Errorf("the prompt: %+v", groups)
	}
}

// TestEvaluateErrors checks that what fails is told, and the other replies are written.
func TestEvaluateErrors(t *testing.T) {
	contents := os.DirFS("testdata")
	answers := []string{"503 busy", "200 no JSON", `200 {"choices": []}`, said("a")}
	server := answering(t, answers...)
	prompt := filepath.Join(t.TempDir(), "prompt.md")
	if err := os.WriteFile(prompt, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var sessions bytes.Buffer
	e := evaluation{url: server.URL, model: "m", key: "secret", times: len(answers), client: server.Client()}
	err := e.run(&sessions, prompt, []string{"write_file"}, contents)
	if err == nil || strings.Count(sessions.String(), "\n") != 1 {
		t.Fatalf("%v; sessions:\n%s", err, &sessions)
	}
	for _, want := range []string{"503 Service Unavailable: busy", "the answer is not JSON", "the answer has no choices"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if err := e.run(&sessions, "no such file", nil, contents); err == nil {
		t.Error("there is no prompt, and no error")
	}
	if err := e.run(&sessions, prompt, nil, os.DirFS(t.TempDir())); err == nil {
		t.Error("there are no contents, and no error")
	}
}
