package lsp

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
	"github.com/entrhq/forge-lsp/internal/wire"
)

// snippetPart matches a part of a snippet in the protocol's syntax, without variables and
// nested fields.
var snippetPart = regexp.MustCompile(`\\[\\$}]|\$\{\d+\|(?:[^|\\]|\\.)*\|\}|\$\{\d+:(?:[^}\\]|\\.)*\}|\$\{\d+\}|\$\d+`)

// expanded returns the text of a snippet as an editor inserts it: fields have their
// initial values, and further lines the indentation of the first.
func expanded(snippet, indent string) string {
	text := snippetPart.ReplaceAllStringFunc(snippet, func(part string) string {
		if part[0] == '\\' {
			return part[1:]
		}
		if _, choices, ok := strings.Cut(part, "|"); ok && strings.HasSuffix(part, "|}") {
			first := regexp.MustCompile(`^(?:[^,|\\]|\\.)*`).FindString(choices)
			return regexp.MustCompile(`\\([\\,|])`).ReplaceAllString(first, "$1")
		}
		_, field, _ := strings.Cut(part, ":")
		return regexp.MustCompile(`\\([\\$}])`).ReplaceAllString(strings.TrimSuffix(field, "}"), "$1")
	})
	return strings.ReplaceAll(text, "\n", "\n"+indent)
}

// accepted returns a text after accepting an item.
func accepted(text string, it *item) string {
	_, replace := it.ranges()
	start, end := wire.OffsetOf(text, replace.Start, "utf-16"), wire.OffsetOf(text, replace.End, "utf-16")
	insert := it.TextEdit.NewText
	if it.InsertTextFormat == 2 {
		line := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
		insert = expanded(insert, line[:len(line)-len(strings.TrimLeft(line, " \t"))])
	}
	return text[:start] + insert + text[end:]
}

// TestAcceptedCallsRun checks that each whole call that is offered runs as inserted, and
// that its tool accepts it, wherever it is inserted, for clients with and without
// snippets.
func TestAcceptedCallsRun(t *testing.T) {
	const definitions = `tools:
  - name: odd
    description: Values that a snippet must escape.
    parameters:
      type: object
      required: [a, b, c]
      properties:
        a: {type: string, enum: ["$1 } \\ , |"]}
        b: {type: string, example: "${x} \\ }"}
        c: {type: array, items: {type: object, required: [d], properties: {d: {type: boolean}}}}
  - {name: free, description: Takes anything.}
`
	containers := []struct{ name, before, after string }{
		{"flow.md", "A call:\n\n<to", "\n\nText.\n"},
		{"item.md", "- One\n  - Two\n\n    <", "\n\nText.\n"},
		{"first.md", "1. <tool", "\n2. two\n"},
		{"quote.md", "> Quoted:\n>\n> - <t", "\n\nText.\n"},
		{"fence.md", "- One:\n\n  ```xml\n  <to", "\n  ```\n"},
		{"tabs.md", "One:\n\n\t<", "\n"},
		{"a.reply", "I write it.\n\n<tool", ""},
		{"a.jsonl", `{"role":"assistant","content":"Both:\n<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n<t`, "\\n\"}\n"},
	}
	for _, capabilities := range []string{ableClient, `{"textDocument":{"diagnostic":{}}}`} {
		dir := t.TempDir()
		disk.Write(t, dir, map[string]string{".forge/tools.yaml": definitions})
		c := connect(t, onDisk(0))
		c.initializeWith(`"capabilities":` + capabilities + `,"workspaceFolders":` + wire.FoldersJSON(dir))
		for _, container := range containers {
			text := container.before + container.after
			uri := uriOf(dir, container.name)
			c.Open(uri, "markdown", 0, text)
			items := c.completionAt(uri, text, len(container.before))
			if len(items) != 32 {
				t.Errorf("%s: %d calls are offered", container.name, len(items))
			}
			for i := range items {
				after := accepted(text, &items[i])
				c.Change(uri, i+1, wire.Whole(after))
				var calls []map[string]any
				c.Result("forge/calls", fmt.Sprintf(`{"textDocument":{"uri":%s}}`, wire.Quote(uri)), &calls)
				if len(calls) == 0 {
					t.Errorf("%s, %s: no call, in\n%s", container.name, items[i].Label, after)
					continue
				}
				last := calls[len(calls)-1]
				if last["verdict"] != "runs" || last["tool_verdict"] != "accepts" {
					t.Errorf("%s, %s: %v, in\n%s", container.name, items[i].Label, last, after)
				}
			}
		}
	}
}

// completionAt requests completion at an offset of a text.
func (c *testClient) completionAt(uri, text string, at int) []item {
	c.T.Helper()
	p := wire.PositionOf(text, at, "utf-16")
	var answer struct{ Items []item }
	c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d}}`,
		wire.Quote(uri), p.Line, p.Character), &answer)
	return answer.Items
}
