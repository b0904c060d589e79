package diagnostics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
)

// seenIn are the files in which a block is looked for: a page, a text, XML, a prompt, and a page with a call in
// the right shape far from it.
var seenIn = []struct {
	name, file    string
	before, after string
	purpose       document.Purpose
}{
	{"md", "a.md", "# Tools\n\nFirst read it.\n\n```xml\n", "\n```\n\nThen go on.\n", document.AnyPurpose},
	{"txt", "a.txt", "First read it.\n\n", "\n\nThen go on.\n", document.AnyPurpose},
	{"xml", "a.xml", "<all>\n\n", "\n\n</all>\n", document.AnyPurpose},
	{"prompt", "prompt.md", "You call tools like this:\n", "\n\nGo on.\n", document.Prompt},
	{"with call", "b.md", rightCall + strings.Repeat("Some text.\n\n", 500), "\n", document.AnyPurpose},
}

const rightCall = "<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n\n"

// TestSeenShapes checks what is said of blocks in a wrong shape in the files of seenIn.
func TestSeenShapes(t *testing.T) {
	checkSaid(t, "testdata/seen/shapes.txtar", 12, func(name, block string, silent bool) string {
		var said strings.Builder
		for _, in := range seenIn {
			text := in.before + strings.TrimSuffix(block, "\n") + in.after
			line := saidOf(Options{Purpose: in.purpose}.run(text, document.KindOf(in.file)), len(in.before))
			if silent && line != "nothing" || !silent && line == "nothing" && in.name == "prompt" {
				t.Errorf("%s in %s: %s", name, in.name, line)
			}
			fmt.Fprintf(&said, "%s: %s\n", in.name, line)
		}
		return said.String()
	})
}

// TestSeenSwallowed checks what is said of values with the end of their argument, in calls of Forge and native ones.
func TestSeenSwallowed(t *testing.T) {
	checkSaid(t, "testdata/seen/swallowed.txtar", 20, func(name, call string, silent bool) string {
		kind := document.Reply
		if strings.HasSuffix(name, ".json") {
			kind = document.JSON
		}
		res := run(call, kind)
		said := saidOf(res, 0) + "\n"
		for _, f := range res.Diagnostics {
			said += f.Message + "\n"
		}
		if silent == strings.Contains(said, "swallowed-markup") {
			t.Errorf("%s: %s", name, said)
		}
		return said
	})
}

// checkSaid compares what is said of each file of an archive with the file after it. Something has to be said of as many
// as given, not of those with a name that starts with "silent".
func checkSaid(t *testing.T, file string, least int, said func(name, text string, silent bool) string) {
	archive := golden.Archive(t, file)
	got := &txtar.Archive{Comment: archive.Comment}
	loud := 0
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".said") {
			continue
		}
		silent := strings.HasPrefix(f.Name, "silent")
		if !silent {
			loud++
		}
		got.Files = append(got.Files, f, txtar.File{Name: f.Name + ".said", Data: []byte(said(f.Name, string(f.Data), silent))})
	}
	if loud < least {
		t.Errorf("%d files", loud)
	}
	golden.File(t, file, txtar.Format(got))
}

// saidOf returns the outcomes of the calls from an offset on, and the findings there that count.
func saidOf(res *opened, from int) string {
	var list []string
	for i := range res.Calls {
		if c := &res.Calls[i]; c.Span.Start >= from {
			list = append(list, c.Outcome().String())
		}
	}
	for _, n := range res.Natives() {
		list = append(list, n.Outcome.String())
	}
	for _, f := range res.Diagnostics {
		if f.Span.Start >= from && f.Severity <= Information {
			list = append(list, fmt.Sprintf("%s %s", f.Severity, f.Code))
		}
	}
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

// TestRecords checks that the call in each layout of a record is listed with its outcome, whether the records are
// lines, items of a list, or a document of many lines; and that nothing is said of what only is data.
func TestRecords(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/seen/records.txtar")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".calls"); ok {
			want[name] = string(f.Data)
		}
	}
	layouts := 0
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".json")
		if !ok {
			continue
		}
		layouts++
		record := strings.TrimSpace(string(f.Data))
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, f.Data, "", "  "); err != nil {
			t.Fatal(name, err)
		}
		for form, file := range map[string]string{
			"lines":  record + "\n{\"n\":1}\n" + record + "\n",
			"list":   "[\n" + record + ",\n" + record + "\n]\n",
			"pretty": pretty.String(),
		} {
			calls := want[name]
			if form != "pretty" {
				calls += calls
			}
			d := Options{}.Open(text.New(file), document.JSON)
			var got strings.Builder
			for c := range d.Calls() {
				got.WriteString(c.Outcome().String() + " " + c.Received().ToolName() + "\n")
			}
			for _, c := range d.Natives() {
				got.WriteString(c.Outcome.String() + " " + c.Tool + " (native)\n")
			}
			if strings.HasPrefix(name, "silent/") {
				got.Reset() // native calls are not wrong
				for c := range d.Calls() {
					got.WriteString(c.Outcome().String() + " " + c.Received().ToolName() + "\n")
				}
				for f := range d.Diagnostics() {
					got.WriteString(f.Code + ": " + f.Message + "\n")
				}
			}
			if got.String() != calls {
				t.Errorf("%s, %s: %q, want %q", name, form, got.String(), calls)
			}
		}
	}
	if layouts < 50 {
		t.Errorf("%d layouts", layouts)
	}
}

// unseen are the shapes that are calls only if the session is known to have the tool: damaged ones, and those that other
// text has as well.
var unseen = []string{
	"claude rivoke", "claude blank", "claude smart quotes", "dsml doubled bars", "dsml other bars", "dsml blanks and smart quotes",
	"hermes attribute", "llama bare", "olmo", "gemma no tokens", "tool attributes", "tool elements", "codex patch",
}

// TestTextCallsAreShown checks that no call in another format passes in silence, whatever the session shows: it is
// counted, in the words of the summary, and has a finding unless the session shows that the format runs.
func TestTextCallsAreShown(t *testing.T) {
	archive, err := txtar.ParseFile("../internal/transcript/textcall/testdata/formats.txtar")
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(text string) string {
		json, _ := json.Marshal(text)
		return string(json)
	}
	const (
		tools = `"tools":[{"type":"function","function":{"name":"Bash"}},{"type":"function","function":{"name":"read_file"}},{"type":"function","function":{"name":"apply_patch"}}]`
		call  = `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"Bash","arguments":"{}"}}]}`
	)
	shown, silent := 0, 0
	for i := 0; i+1 < len(archive.Files); i += 2 {
		shape, wrote := archive.Files[i].Name, strings.TrimSuffix(string(archive.Files[i].Data), "\n")
		calls := strings.Count(string(archive.Files[i+1].Data), " in ")
		said := `{"role":"assistant","content":` + quoted(wrote) + `}`
		for session, file := range map[string]string{
			"native":  `{"messages":[` + call + `,` + said + `],` + tools + `}`,
			"taught":  `{"messages":[{"role":"system","content":` + quoted("Write calls like this:\n"+wrote) + `},` + said + `]}`,
			"neither": `{"messages":[` + said + `]}`,
		} {
			d := Options{}.Open(text.New(file), document.JSON)
			sum, seen := d.Summary(), 0
			for _, f := range sum.Formats {
				seen += f.Calls
			}
			found := len(slices.Collect(d.Diagnostics()))
			switch {
			case seen+sum.Leaked+sum.Calls >= calls && (found > 0 || session == "taught" || sum.Calls > 0) && !strings.HasPrefix(sum.String(), "0 calls"):
				shown++
			case session == "native" || !slices.Contains(unseen, shape):
				t.Errorf("%s, %s: %s, %d findings", shape, session, sum, found)
			default:
				silent++
			}
		}
	}
	if shown < 180 || silent != 2*len(unseen) {
		t.Errorf("%d shown, %d silent", shown, silent)
	}
}
