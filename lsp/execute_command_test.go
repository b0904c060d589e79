package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// command executes a command about the call at the place, and formats the server's requests
// in the meantime, and the result.
func (q *question) command() string {
	argument := fmt.Sprintf(`{"uri":%s%s}`, wire.Quote(uriOf(q.dir, q.file)), q.position())
	return q.carryOut(q.arguments[0], argument)
}

func (q *question) carryOut(command, argument string) string {
	id := q.client.Send("workspace/executeCommand", fmt.Sprintf(`{"command":%s,"arguments":[%s]}`, wire.Quote("forge-lsp."+command), argument))
	var b strings.Builder
	for {
		m := q.client.Await("an answer", func(m wire.Message) bool {
			return slices.Contains([]string{"workspace/applyEdit", "window/showDocument", "window/showMessage"}, m.Method) ||
				m.Method == "" && string(m.ID) == strconv.Itoa(id)
		})
		q.client.Forget(func(other wire.Message) bool { return other.Method == m.Method && string(other.ID) == string(m.ID) })
		var params struct {
			Label     string
			Message   string
			Selection wire.Range
			Edit      *testEdit
		}
		if m.Method != "" {
			if err := json.Unmarshal(m.Params, &params); err != nil {
				q.Fatal(err)
			}
		}
		switch m.Method {
		case "workspace/applyEdit":
			q.client.reply(m, `{"applied":true}`)
			fmt.Fprintf(&b, "%s:\n%s\n", params.Label, params.Edit.apply(q.texts[q.file]))
		case "window/showDocument":
			q.client.reply(m, `{"success":true}`)
			b.WriteString("shows " + q.shown(params.Selection) + "\n")
		case "window/showMessage":
			b.WriteString("message:\n" + q.inFolder(params.Message) + "\n")
		default:
			if m.Error != nil {
				fmt.Fprintf(&b, "error %d: %s\n", m.Error.Code, m.Error.Message)
				return b.String()
			}
			var result any
			if err := json.Unmarshal(m.Result, &result); err != nil {
				q.Fatal(err)
			}
			fmt.Fprintln(&b, result)
			return b.String()
		}
	}
}

// TestExecuteCommand checks that an unknown command, or one with wrong arguments, is
// refused, and that one about a document that is not open has no effect. A client that
// can neither apply edits nor show documents is not offered commands for it.
func TestExecuteCommand(t *testing.T) {
	c := connect(t, Options{})
	var answer struct {
		Capabilities struct {
			ExecuteCommandProvider struct{ Commands []string }
		}
	}
	decodeInto(t, c.initialize(`{}`), &answer)
	if got := answer.Capabilities.ExecuteCommandProvider.Commands; !slices.Equal(got, []string{"forge-lsp.showReceived"}) {
		t.Errorf("announced %q", got)
	}
	for _, bad := range []string{
		`{"command":"forge-lsp.no"}`, `{"command":"forge-lsp.fixAll"}`, `{"command":"forge-lsp.fixAll","arguments":[{}]}`,
		`{"command":"forge-lsp.fixAll","arguments":[7]}`, `{"command":"forge-lsp.fixCall","arguments":[{"uri":"file:///a.md"}]}`,
	} {
		wantError(t, c.Call("workspace/executeCommand", bad), -32602)
	}
	m := c.Call("workspace/executeCommand", `{"command":"forge-lsp.fixAll","arguments":[{"uri":"file:///a.md"}]}`)
	if m.Error != nil || string(m.Result) != "null" {
		t.Error(m)
	}
	c.open("file:///a.md", 1, inCall("a & b"))
	stale := `{"command":"forge-lsp.showReceived","arguments":[{"uri":"file:///a.md","position":{"line":0,"character":0},"text":99}]}`
	wantError(t, c.Call("workspace/executeCommand", stale), -32801)
	wantError(t, c.Call("forge/received", `{"textDocument":{"uri":"file:///a.md"},"position":{"line":0,"character":0},"text":99}`), -32801)
}

// TestAskAgain checks that the client is asked to request lenses and hints again when
// tools or rules change.
func TestAskAgain(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "")
	c := startIn(t, onDisk(0), watchesFiles+`,"codeLens":{"refreshSupport":true},"inlayHint":{"refreshSupport":true}`, dir)
	c.open(uriOf(dir, "a.md"), 1, inCall("a & b"))
	c.AwaitVersion(uriOf(dir, "a.md"), 1)
	c.reply(c.asked(registerMethod, 0), "null")
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"error\"\n"})
	c.Notify(filesMethod, `{"changes":[{"uri":`+wire.Quote(uriOf(dir, "forge-lsp.toml"))+`,"type":1}]}`)
	c.reply(c.asked("workspace/codeLens/refresh", 0), "null")
	c.reply(c.asked("workspace/inlayHint/refresh", 0), "null")
}
