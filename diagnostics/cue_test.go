package diagnostics

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
)

// exampleLine matches a line of testdata/cues/documents.txtar that stands for a call in a code block: with
// another info string, a comment in the call, or a line above it in the block.
var exampleLine = regexp.MustCompile(`(?m)^(.*?)(WRONG|RIGHT\??)(?: <!-- (.*) -->| (info|comment|above)=(.*))?$`)

// TestCues checks that fix-all edits no example that is wrong on purpose and all others, in
// documents of many kinds. Where a mark of interrogation follows RIGHT, it may leave the call alone.
func TestCues(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/cues/documents.txtar")
	if err != nil {
		t.Fatal(err)
	}
	wrong, rightOnes := 0, 0
	for _, f := range archive.Files {
		var names []string // of the examples, in order
		text := exampleLine.ReplaceAllStringFunc(string(f.Data), func(line string) string {
			m := exampleLine.FindStringSubmatch(line)
			if m[1] != "" && strings.Trim(m[1], " >") != "" || m[1] == "" && m[2]+":" == line {
				return line // prose
			}
			call, info := strings.TrimSpace(badCall), "xml"
			switch m[4] {
			case "info":
				info = m[5]
			case "comment":
				m[3] = m[5]
			case "above":
				call = m[5] + "\n" + call
			}
			if m[3] != "" {
				call = strings.Replace(call, "<arguments>", "<arguments><!-- "+m[3]+" -->", 1)
			}
			names = append(names, m[2])
			return m[1] + strings.ReplaceAll("```"+info+"\n"+call+"\n```", "\n", "\n"+strings.ReplaceAll(m[1], "*", " "))
		})
		fixed := Options{}.fixAll(text, document.Document, nil)
		res := run(fixed, document.Document)
		if len(res.Calls) != len(names) {
			t.Errorf("%s: %d calls, want %d:\n%s", f.Name, len(res.Calls), len(names), text)
			continue
		}
		for i, name := range names {
			isFixed := strings.Contains(fixed[res.Calls[i].Span.Start:res.Calls[i].Span.End], "a &amp; b")
			switch {
			case name == "WRONG" && isFixed:
				t.Errorf("%s: example %d is wrong on purpose, and fixed", f.Name, i+1)
			case name == "RIGHT" && !isFixed:
				t.Errorf("%s: example %d is not fixed", f.Name, i+1)
			case name == "WRONG":
				wrong++
			default:
				rightOnes++
			}
		}
	}
	if len(archive.Files) < 80 || wrong < 70 || rightOnes < 80 {
		t.Errorf("%d documents with %d and %d examples", len(archive.Files), wrong, rightOnes)
	}
}
