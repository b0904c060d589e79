package document

import (
	"strings"
	"testing"
)

const leadCall = "<tool>\n<tool_name>x</tool_name>\n</tool>\n"

// TestLeads checks the text inside, before and above each block.
func TestLeads(t *testing.T) {
	fence := "```xml\n" + leadCall + "```\n"
	for _, test := range []struct {
		name, text string
		want       []string // "inside | before | heading", trimmed
	}{
		{"all three", "# H\n\nold\n\nnew:\n\n```xml\n<!-- c -->\n" + leadCall + "```\n", []string{"<!-- c --> | new: | # H"}},
		{"directly", "# H\nnew:\n" + fence, []string{" | new: | # H"}},
		{"nothing", fence, []string{" |  | "}},
		{"setext", "H\n===\n\n" + fence, []string{" |  | # H"}},
		{"the nearest heading", "# A\n\n## B\n\n" + fence + "\n# C\n", []string{" |  | # A > ## B"}},
		{"headings above", "# A\n\n### B\n\n## C\n\n### D ###\n\n" + fence + "\nE\n---\n" + fence, []string{" |  | # A > ## C > ### D", " |  | # A > ## E"}},
		{"a break between", "new:\n\n***\n\n" + fence, []string{" |  | "}},
		{"a comment between", "new:\n<!-- c -->\n" + fence, []string{" | new:\n<!-- c --> | "}},
		{"a reference as a comment", "new:\n\n[//]: # (c)\n\n" + fence, []string{" | new:\n\n[//]: # (c) | "}},
		{"other markup between", "new:\n<div>\n\n" + fence, []string{" | <div> | "}},
		{"code between", "new:\n```\nx\n```\n" + fence, []string{" |  | "}},
		{"one fence with two", "new:\n```\n" + leadCall + "then\n" + leadCall + "```\n", []string{" | new: | ", "then | new: | "}},
		{"two fences", "new:\n" + fence + fence, []string{" | new: | ", " |  | "}},
		{"in a list item", "- new:\n  ```\n  " + strings.ReplaceAll(strings.TrimSpace(leadCall), "\n", "\n  ") + "\n  ```\n", []string{" | - new: | "}},
		{"an item before", "- new:\n\n" + fence, []string{" |  | "}},
		{"a heading in a quote", "# A\n\n> # B\n\n" + fence, []string{" |  | # A"}},
		{"in the quote", "# A\n\n> ## B\n>\n> new:\n> ```\n> " + strings.ReplaceAll(strings.TrimSpace(leadCall), "\n", "\n> ") + "\n> ```\n", []string{"> | > new: | # A > ## B"}},
		{"in the text", "new:\n\n" + leadCall + "\n" + leadCall, []string{" | new: | ", " |  | "}},
		{"in the paragraph", "new:\n" + leadCall, []string{"new: |  | "}},
		{"a heading in code", "# A\n\n```\n# B\n```\n\n" + fence, []string{" |  | # A"}},
	} {
		file := Read(test.text, Document)
		var got []string
		for _, s := range file.Segments {
			if len(s.LeadIns) != len(s.Starts) {
				t.Fatalf("%s: %d leads of %d blocks", test.name, len(s.LeadIns), len(s.Starts))
			}
			for _, l := range s.LeadIns {
				var parts []string
				for _, part := range []string{l.Inside, l.Before, strings.ReplaceAll(strings.TrimSpace(l.Headings), "\n", " > ")} {
					parts = append(parts, strings.TrimSpace(part))
				}
				got = append(got, strings.Join(parts, " | "))
			}
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}
}

// TestLineBefore checks that the line is inserted before the code block, in its quote
// or item, and that the block is still found.
func TestLineBefore(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"fence", "a\n```xml\n" + leadCall + "```\n", "a\n<!-- x -->\n```xml\n" + leadCall + "```\n"},
		{"item", "1. ```xml\n   <tool>\n   <tool_name>x</tool_name>\n   </tool>\n   ```\n", "1. <!-- x -->\n   ```xml\n   <tool>\n   <tool_name>x</tool_name>\n   </tool>\n   ```\n"},
		{"quote", "> ~~~\r\n> <tool>\r\n> <tool_name>x</tool_name>\r\n> </tool>\r\n> ~~~\r\n", "> <!-- x -->\r\n> ~~~\r\n> <tool>\r\n> <tool_name>x</tool_name>\r\n> </tool>\r\n> ~~~\r\n"},
		{"text", "a\n\n  " + leadCall, "a\n\n  <!-- x -->\n  " + leadCall},
		{"mid-line", "a <tool>\n<tool_name>x</tool_name>\n</tool>\n", "<!-- x -->\na <tool>\n<tool_name>x</tool_name>\n</tool>\n"},
		{"indented code", "a\n\n    <tool>\n    <tool_name>x</tool_name>\n    </tool>\n", "a\n\n<!-- x -->\n    <tool>\n    <tool_name>x</tool_name>\n    </tool>\n"},
		{"mark", bom + leadCall, bom + "<!-- x -->\n" + leadCall},
	} {
		file := Read(test.text, Document)
		if len(file.Segments) != 1 || len(file.Segments[0].LeadIns) != 1 {
			t.Errorf("%s: %+v", test.name, file.Segments)
			continue
		}
		at, line, ok := file.LineBefore(&file.Segments[0].LeadIns[0], "<!-- x -->")
		got := test.text[:at] + line + test.text[at:]
		if !ok || got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if after := Read(got, Document); len(after.Segments) != 1 {
			t.Errorf("%s: the block is lost in %q", test.name, got)
		}
	}
}

func TestDirectives(t *testing.T) {
	code := "```\n<!-- forge-lsp-x -->\n```\n"
	for _, test := range []struct {
		name, text string
		kind       Kind
		want       string // "span = text", joined by " ; "
	}{
		{"comment", "a <!-- forge-lsp-enable  --> b", Reply, "<!-- forge-lsp-enable  --> = forge-lsp-enable"},
		{"without blanks", "<!--forge-lsp-x a--b-->", Document, "<!--forge-lsp-x a--b--> = forge-lsp-x a--b"},
		{"never closed", "<!-- forge-lsp-x\n-->", Reply, ""},
		{"number sign", "  # forge-lsp-x a \r\nb", Reply, "# forge-lsp-x a = forge-lsp-x a"},
		{"slashes", "> // forge-lsp-x", Document, "// forge-lsp-x = forge-lsp-x"},
		{"one slash", "/ forge-lsp-x", Reply, ""},
		{"behind text", "a # forge-lsp-x", Reply, ""},
		{"reference", "[//]: # (forge-lsp-x (a))\n", Document, "[//]: # (forge-lsp-x (a)) = forge-lsp-x (a)"},
		{"reference in quotes", "[//]:# \"forge-lsp-x\"\n", Document, `[//]:# "forge-lsp-x" = forge-lsp-x`},
		{"reference and more", "[//]: # (forge-lsp-x) a\n", Document, ""},
		{"prose", "write forge-lsp-x here", Document, ""},
		{"code span", "write `<!-- forge-lsp-x -->` here", Document, ""},
		{"code block", code, Document, ""},
		{"code block of a reply", code, Reply, "<!-- forge-lsp-x --> = forge-lsp-x"},
		{"code block with a call", "```\n# forge-lsp-x\n" + leadCall + "```\n", Document, "# forge-lsp-x = forge-lsp-x"},
		{"in a comment", "<!--\n# forge-lsp-x\n-->\n", Document, ""},
		{
			"two", "# forge-lsp-x # forge-lsp-y\n<!-- forge-lsp-z --><!-- forge-lsp-z -->", Reply,
			"# forge-lsp-x # forge-lsp-y = forge-lsp-x # forge-lsp-y ; <!-- forge-lsp-z --> = forge-lsp-z ; <!-- forge-lsp-z --> = forge-lsp-z",
		},
	} {
		var got []string
		for _, r := range Read(test.text, test.kind).Directives {
			got = append(got, test.text[r.Span.Start:r.Span.End]+" = "+test.text[r.Text.Start:r.Text.End])
		}
		if strings.Join(got, " ; ") != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
