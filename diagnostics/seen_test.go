package diagnostics

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
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

// TestSeenShapes checks what is said of blocks in a wrong shape: each file of the archive is a block, followed by
// what is said of it in the files of seenIn. Blocks with a name that starts with "silent" are none.
func TestSeenShapes(t *testing.T) {
	const file = "testdata/seen/shapes.txtar"
	archive := golden.Archive(t, file)
	got := &txtar.Archive{Comment: archive.Comment}
	shapes := 0
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".said") {
			continue
		}
		var said strings.Builder
		for _, in := range seenIn {
			text := in.before + strings.TrimSuffix(string(f.Data), "\n") + in.after
			res := Options{Purpose: in.purpose}.run(text, document.KindOf(in.file))
			line := saidOf(res, len(in.before))
			silent := strings.HasPrefix(f.Name, "silent")
			if silent && line != "nothing" || !silent && line == "nothing" && in.name == "prompt" {
				t.Errorf("%s in %s: %s", f.Name, in.name, line)
			}
			fmt.Fprintf(&said, "%s: %s\n", in.name, line)
		}
		if !strings.HasPrefix(f.Name, "silent") {
			shapes++
		}
		got.Files = append(got.Files, f, txtar.File{Name: f.Name + ".said", Data: []byte(said.String())})
	}
	if shapes < 12 {
		t.Errorf("%d shapes", shapes)
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

// TestSeenSwallowed checks what is said of values with the end of their argument, in calls of Forge and native ones.
func TestSeenSwallowed(t *testing.T) {
	const file = "testdata/seen/swallowed.txtar"
	archive := golden.Archive(t, file)
	got := &txtar.Archive{Comment: archive.Comment}
	said := 0
	for _, f := range archive.Files {
		kind := document.Reply
		switch {
		case strings.HasSuffix(f.Name, ".said"):
			continue
		case strings.HasSuffix(f.Name, ".json"):
			kind = document.JSON
		}
		res := run(string(f.Data), kind)
		list := saidOf(res, 0)
		for _, f := range res.Diagnostics {
			list += fmt.Sprintf("\n%s", f.Message)
		}
		swallowed := strings.Contains(list, "swallowed-markup")
		if silent := strings.HasPrefix(f.Name, "silent"); silent == swallowed {
			t.Errorf("%s: %s", f.Name, list)
		} else if !silent {
			said++
		}
		got.Files = append(got.Files, f, txtar.File{Name: f.Name + ".said", Data: []byte(list + "\n")})
	}
	if said < 20 {
		t.Errorf("%d values", said)
	}
	golden.File(t, file, txtar.Format(got))
}
