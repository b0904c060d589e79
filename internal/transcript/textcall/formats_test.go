package textcall

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// sessionOf returns a session that defines some tools.
func sessionOf(tools ...string) Session {
	return Session{Defined: true, Known: func(tool string) bool { return slices.Contains(tools, tool) }}
}

// TestFormats reads the messages of testdata/formats.txtar. What is read of one stands behind it.
func TestFormats(t *testing.T) {
	const file = "testdata/formats.txtar"
	golden.Archives(t, file, func(t *testing.T, file string, archive *txtar.Archive) {
		var files []txtar.File
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".calls") {
				continue
			}
			text := strings.TrimSuffix(string(f.Data), "\n")
			var b strings.Builder
			for _, c := range Calls(text, sessionOf("Bash", "read_file", "apply_patch")) {
				cut := ""
				if !c.Complete {
					cut = ", cut off"
				}
				fmt.Fprintf(&b, "%s: %q in %d-%d%s\n", c.Format, c.Tool, c.Whole.Start, c.Whole.End, cut)
				for _, a := range c.Arguments {
					fmt.Fprintf(&b, "  %s: %q\n", a.Name, a.Value)
				}
				if len(c.Arguments) == 0 && c.Object != "" {
					fmt.Fprintf(&b, "  %q\n", c.Object)
				}
			}
			files = append(files, f, txtar.File{Name: f.Name + ".calls", Data: []byte(b.String())})
		}
		archive.Files = files
		golden.File(t, file, txtar.Format(archive))
	})
}
