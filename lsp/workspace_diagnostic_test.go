package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// A report is one of a file in an answer to workspace/diagnostic.
type fileReport struct {
	URI, Kind, ResultID string
	Items               []wire.Diagnostic
}

// surveying is a client that requests the diagnostics of the workspace like editors do:
// with the results that it has.
type surveying struct {
	*testClient
	known map[string]string // results by URI
}

const surveyor = `"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `},` + pulls

func startSurveying(t *testing.T, capabilities, settings string, folders ...string) *surveying {
	t.Helper()
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{` + capabilities + `},"initializationOptions":` + settings + `,"workspaceFolders":` + wire.FoldersJSON(folders...))
	return &surveying{c, map[string]string{}}
}

const wholeWorkspace = `{"diagnostic-mode":"workspace"}`

// ask requests the changes, with further members of the parameters, and returns the id.
func (c *surveying) ask(members string) int {
	c.T.Helper()
	var known []string
	for uri, id := range c.known {
		known = append(known, fmt.Sprintf(`{"uri":%q,"value":%q}`, uri, id))
	}
	return c.Send("workspace/diagnostic", `{"previousResultIds":[`+strings.Join(known, ",")+`]`+members+`}`)
}

// take accepts an answer, and compares it: "a.md 1,2" for a file with an error and a
// warning, "a.md =" for an unchanged one.
func (c *surveying) take(m wire.Message, want ...string) {
	c.T.Helper()
	var report struct{ Items []fileReport }
	decodeInto(c.T, m, &report)
	c.compare(report.Items, want...)
}

func (c *surveying) compare(reports []fileReport, want ...string) {
	c.T.Helper()
	got := []string{}
	for _, r := range reports {
		severities := []string{}
		for _, d := range r.Items {
			severities = append(severities, fmt.Sprint(d.Severity))
		}
		if r.Kind == "unchanged" {
			severities = []string{"="}
		}
		got = append(got, path.Base(r.URI)+" "+strings.Join(severities, ","))
		if delete(c.known, r.URI); r.ResultID != "" {
			c.known[r.URI] = r.ResultID
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) && len(got)+len(want) > 0 {
		c.T.Errorf("reports %q, want %q", got, want)
	}
}

// replaceFile replaces a file atomically.
func replaceFile(t *testing.T, file, text string) {
	t.Helper()
	other := filepath.Join(t.TempDir(), "other")
	disk.WriteFile(t, other, text)
	if err := os.Rename(other, file); err != nil {
		t.Fatal(err)
	}
}

// TestWorkspaceDiagnostic checks that all files of the workspace are checked, that
// unchanged ones are reported as such, and that without changes the answer waits for
// one.
func TestWorkspaceDiagnostic(t *testing.T) {
	bad := inCall("a & b")
	dir := disk.Folder(t, ".git/HEAD", "", ".gitignore", "ignored\n", "forge-lsp.toml", ampersand+"'warning'\n",
		"a.md", bad, "in/b.md", bad, "good.md", inCall("x"), "ignored/c.md", bad, "x.bin", "\x00\x01", "c.jsonl",
		`{"role":"assistant","content":`+wire.Quote(bad)+`}`+"\n", ".forge/tools.yaml", "- name: ours\n")
	two := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'\n", "d.md", bad)
	c := startSurveying(t, surveyor, wholeWorkspace, dir, two)
	c.reply(c.asked(registerMethod, 0), "null")
	c.take(c.Answer(c.ask("")), "a.md 2", "b.md 2", "c.jsonl 2", "d.md 4")

	// Nothing has changed: there is no answer until a file has.
	held := c.ask("")
	replaceFile(t, filepath.Join(dir, "good.md"), inCall("x & y"))
	c.filesChanged(dir, "good.md")
	c.take(c.Answer(held), "a.md =", "b.md =", "c.jsonl =", "d.md =", "good.md 2")

	// A configuration.
	held = c.ask("")
	replaceFile(t, filepath.Join(two, "forge-lsp.toml"), ampersand+"'error'\n")
	c.filesChanged(two, "forge-lsp.toml")
	c.take(c.Answer(held), "a.md =", "b.md =", "c.jsonl =", "d.md 1", "good.md =")

	// A file that is gone, and one that is now valid.
	held = c.ask("")
	if err := os.Remove(filepath.Join(dir, "in", "b.md")); err != nil {
		t.Fatal(err)
	}
	c.filesChanged(dir, "in/b.md")
	c.take(c.Answer(held), "a.md =", "b.md ", "c.jsonl =", "d.md =", "good.md =")
	held = c.ask("")
	replaceFile(t, filepath.Join(dir, "good.md"), inCall("x"))
	c.filesChanged(dir, "good.md")
	c.take(c.Answer(held), "a.md =", "c.jsonl =", "d.md =", "good.md ")

	// Open documents are requested separately, and are reported again when they are
	// closed. A request that was sent before may have looked at the file before it was opened.
	a := uriOf(dir, "a.md")
	c.open(a, 1, "")
	held = c.ask("")
	replaceFile(t, filepath.Join(dir, "e.md"), bad)
	c.filesChanged(dir, "e.md")
	c.take(c.Answer(held), "c.jsonl =", "d.md =", "e.md 2")
	held = c.ask("")
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(a)+`}}`)
	c.take(c.Answer(held), "a.md 2", "c.jsonl =", "d.md =", "e.md =")

	// Another folder, a cancelled request, and the end of the session.
	held = c.ask("")
	c.Notify(folderMethod, `{"event":{"added":[],"removed":`+wire.FoldersJSON(two)+`}}`)
	c.take(c.Answer(held), "a.md =", "c.jsonl =", "d.md ", "e.md =")
	held = c.ask("")
	c.Notify("$/cancelRequest", fmt.Sprintf(`{"id":%d}`, held))
	if m := c.Answer(held); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("a cancelled request: %v", m)
	}
	held = c.ask("")
	c.Call("shutdown", "null")
	if m := c.Answer(held); m.Error != nil {
		t.Errorf("at the end: %v", m)
	}
}

// TestWorkspaceDiagnosticParts checks that parts are sent as they are found, with nothing left for
// the answer, and that progress is reported.
func TestWorkspaceDiagnosticParts(t *testing.T) {
	files := []string{".git/HEAD", ""}
	want := []string{}
	for i := range 2 * manyFiles {
		files = append(files, fmt.Sprintf("f%03d.md", i), strings.Repeat(inCall("a & b"), 3))
		want = append(want, fmt.Sprintf("f%03d.md 2,2,2", i))
	}
	dir := disk.Folder(t, files...)
	c := startSurveying(t, surveyor+`,"window":{"workDoneProgress":true}`, wholeWorkspace, dir)
	c.take(c.Answer(c.ask(`,"partialResultToken":"part","workDoneToken":7`)))
	var reports []fileReport
	var work []string
	for _, m := range c.sent("$/progress") {
		var p struct {
			Token any
			Value struct {
				Kind  string
				Items []fileReport
			}
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		switch p.Token {
		case "part":
			reports = append(reports, p.Value.Items...)
		case float64(7):
			if n := len(work); n == 0 || work[n-1] != p.Value.Kind {
				work = append(work, p.Value.Kind)
			}
		default:
			t.Errorf("progress of %v", p.Token)
		}
	}
	c.compare(reports, want...)
	if !slices.Equal(work, []string{"begin", "report", "end"}) {
		t.Errorf("work is told of as %q", work)
	}

	// Without a token the client is asked for one.
	other := startSurveying(t, surveyor+`,"window":{"workDoneProgress":true}`, wholeWorkspace, dir)
	asked := other.ask("")
	m := other.asked("window/workDoneProgress/create", 0)
	other.reply(m, "null")
	other.take(other.Answer(asked), want...)
	unable := startSurveying(t, surveyor, wholeWorkspace, dir)
	unable.take(unable.Answer(unable.ask("")), want...)
	if len(unable.sent("window/workDoneProgress/create")) > 0 {
		t.Error("a client is asked for what it cannot do")
	}
}

// TestDiagnosticModeAnnounced checks that the request is announced if the setting is
// there when the session starts, and not otherwise: Neovim asks for the workspace instead
// of its buffers as soon as it can.
func TestDiagnosticModeAnnounced(t *testing.T) {
	for settings, want := range map[string]bool{
		`{}`: false, `null`: false, `{"diagnostic-mode":"open-files"}`: false, `{"diagnostic-mode":7}`: false,
		wholeWorkspace: true, `{"forge":` + wholeWorkspace + `}`: true,
	} {
		c := connect(t, Options{})
		var answer struct {
			Capabilities struct {
				DiagnosticProvider struct{ WorkspaceDiagnostics bool }
			}
		}
		decodeInto(t, c.Initialize(`"processId":null,"rootUri":null,"initializationOptions":`+settings+`,"capabilities":{`+surveyor+`}`), &answer)
		if got := answer.Capabilities.DiagnosticProvider.WorkspaceDiagnostics; got != want {
			t.Errorf("%s: %v", settings, got)
		}
	}
}

// TestDiagnosticMode checks that without the setting only open documents are checked; a
// change of it takes effect immediately.
func TestDiagnosticMode(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "a.md", inCall("a & b"))
	c := startSurveying(t, surveyor, `{}`, dir)
	held := c.ask("")
	c.Notify(settingsMethod, `{"settings":{"forge":`+wholeWorkspace+`}}`)
	c.take(c.Answer(held), "a.md 2")
	held = c.ask("")
	c.Notify(settingsMethod, `{"settings":{"forge":{"diagnostic-mode":"open-files"}}}`)
	c.take(c.Answer(held), "a.md ")
	held = c.ask("")
	c.Notify(settingsMethod, `{"settings":{"forge":{"diagnostic-mode":"all"}}}`)
	if m := c.Await("a message", func(m wire.Message) bool { return m.Method == "window/showMessage" }); !strings.Contains(string(m.Params), "diagnostic-mode") {
		t.Errorf("a wrong mode: %s", m.Params)
	}
	c.Notify(settingsMethod, `{"settings":{"forge":`+wholeWorkspace+`}}`)
	c.take(c.Answer(held), "a.md 2")

	// A client that does not watch files is answered immediately.
	blind := startSurveying(t, `"workspace":{"diagnostics":{"refreshSupport":true}},`+pulls, wholeWorkspace, dir)
	blind.take(blind.Answer(blind.ask("")), "a.md 2")
	blind.take(blind.Answer(blind.ask("")))
}
