package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/markdown"
)

// TestBlocks checks the blocks of Markdown: of each leaf the boxes around it, what it is, and its lines.
func TestBlocks(t *testing.T) {
	call := "<tool>\n<tool_name>x</tool_name>\n\n```\n> - a\n</tool>"
	deep := strings.Repeat("> ", maxNesting+3) + "a\n"
	for text, want := range map[string]string{
		"a\nb\n\nc\n":                      "text 1-2, text 4",
		"a\n===\nb\n---\n# c\n####### d\n": "heading 1, heading 3, heading 5, text 6",
		"a\n***\n- - -\nb\n":               "text 1, text 4",
		"    a\n\n    b\nc\n    d\n":       "code 1-3, text 4-5",
		"```x\na\n\n~~~\n```\nb\n":         "code 1-4, text 6",
		"```a`b\n````\n```\n":              "text 1, code 2-3",
		"> a\nb\n> c\n\nd\n":               "> text 1-3, text 5",
		"> ```\n> a\nb\n":                  "> code 1-2, text 3",
		"- a\n  b\n\n  c\n- d\n\ne\n":      "- text 1-2, - text 4, - text 5, text 7",
		"a\n2. b\n1. c\n- d\n":             "text 1-2, 1 text 3, - text 4",
		"-\n\n  a\n":                       "text 3",
		"-     a\n  > b\n\tc\n":            "- code 1, -> text 2-3",
		"<div>\na\n\nb\n":                  "html 1-2, text 4",
		"a\n<b>\n\n<b>\nc\n":               "text 1-2, html 4-5",
		"<!-- a\n\nb --> c\nd\n":           "html 1-3, text 4",
		"<!-- a\n\nb\n":                    "html 1, text 3",
		"<pre>\n\na\n</pre>\nb\n":          "html 1-4, text 5",
		"<tool_name>a\n":                   "text 1",
		call + "\nb\n\nc\n":                "text 1-7, text 9",
		"> - " + call + "\n\nb\n":          ">- text 1-6, text 8",
		"a " + call + " b\n\nc\n":          "text 1-6, text 8",
		deep:                               strings.Repeat(">", maxNesting) + " text 1",
	} {
		list, _ := openers(text, nil)
		b := blocksOf(text, list, markdown.Fence{})
		var got []string
		for _, l := range b.leaves {
			kind := [...]string{paragraph: "text", htmlBlock: "html", indentedCode: "code", fencedCode: "code"}[l.kind]
			if l.level > 0 {
				kind = "heading"
			}
			for i := l.box; i >= 0; i = b.boxes[i].parent {
				mark := "-"
				if b.boxes[i].quote {
					mark = ">"
				} else if b.boxes[i].width > 2 && strings.Contains(text, "1. ") {
					mark = "1"
				}
				if i == l.box {
					kind = " " + kind
				}
				kind = mark + kind
			}
			first, last := strings.Count(text[:l.start], "\n")+1, strings.Count(text[:l.end-1], "\n")+1
			if kind += fmt.Sprintf(" %d", first); last > first {
				kind += fmt.Sprintf("-%d", last)
			}
			got = append(got, kind)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q:\n got %s\nwant %s", text, strings.Join(got, ", "), want)
		}
	}
}
