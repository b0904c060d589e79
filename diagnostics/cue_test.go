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

// promptLine matches a line of testdata/cues/prompts.txtar that stands for a call.
var promptLine = regexp.MustCompile(`(?m)^( *)(CALL|NEAR)$`)

// TestCuesOfPrompts checks that prose with never and don't hides no error: neither in a prompt, nor in another
// document, where fix-all only leaves a call directly below such a sentence.
func TestCuesOfPrompts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/cues/prompts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	call := strings.TrimSpace(strings.Replace(badCall, "a & b", "a < b", 1))
	for _, f := range archive.Files {
		var near []bool // of the calls, in order
		text := promptLine.ReplaceAllStringFunc(string(f.Data), func(line string) string {
			m := promptLine.FindStringSubmatch(line)
			near = append(near, m[2] == "NEAR")
			return m[1] + strings.ReplaceAll("```xml\n"+call+"\n```", "\n", "\n"+m[1])
		})
		for purpose, name := range map[document.Purpose]string{document.Prompt: "prompt", document.AnyPurpose: "document"} {
			res := Options{Purpose: purpose}.run(text, document.Document)
			if len(res.Calls) != len(near) || len(res.Diagnostics) != len(near) {
				t.Errorf("%s, a %s: %d calls with %d findings, want %d", f.Name, name, len(res.Calls), len(res.Diagnostics), len(near))
				continue
			}
			for i, d := range res.Diagnostics {
				held := near[d.Call] && purpose != document.Prompt
				if d.Severity != Error || d.Intended || d.HeldBack != held {
					t.Errorf("%s, a %s, call %d: %v, intended %v, held back %v", f.Name, name, d.Call+1, d.Severity, d.Intended, d.HeldBack)
				}
				if held != (res.SafeFix(i) == nil) {
					t.Errorf("%s, a %s, call %d: whether it is fixed", f.Name, name, d.Call+1)
				}
			}
		}
	}
	if len(archive.Files) != 20 {
		t.Errorf("%d prompts", len(archive.Files))
	}
}
