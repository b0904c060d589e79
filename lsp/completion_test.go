package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// completesAll is the member of capabilities of a client with all capabilities for
// completion.
const completesAll = `"completion":{"contextSupport":true,"completionItem":{"snippetSupport":true,"commitCharactersSupport":true,` +
	`"documentationFormat":["markdown","plaintext"],"insertReplaceSupport":true,"insertTextModeSupport":{"valueSet":[1,2]},` +
	`"resolveSupport":{"properties":["documentation"]}},"completionItemKind":{"valueSet":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]}}`

// An item is a completion item as sent.
type item struct {
	Label, Detail, SortText, FilterText string
	Kind                                int
	CommitCharacters                    []string
	InsertTextFormat, InsertTextMode    int
	TextEdit                            struct {
		Range           *wire.Range
		Insert, Replace wire.Range
		NewText         string
	}
	Data          json.RawMessage
	Documentation json.RawMessage
}

func (i *item) ranges() (insert, replace wire.Range) {
	if i.TextEdit.Range != nil {
		return *i.TextEdit.Range, *i.TextEdit.Range
	}
	return i.TextEdit.Insert, i.TextEdit.Replace
}

// completion requests completion at the place of a question. The argument "typed:x" means
// that x was just typed; otherwise it was requested.
func (q *question) completion() (items []item, incomplete bool) {
	context := `{"triggerKind":1}`
	q.arguments = slices.DeleteFunc(q.arguments, func(a string) bool {
		char, ok := strings.CutPrefix(a, "typed:")
		if ok {
			context = `{"triggerKind":2,"triggerCharacter":` + wire.Quote(char) + `}`
		}
		return ok
	})
	var answer struct {
		IsIncomplete bool
		Items        []item
	}
	q.ask("textDocument/completion", q.position()+`,"context":`+context, &answer)
	slices.SortStableFunc(answer.Items, func(a, b item) int {
		return strings.Compare(sortedBy(a), sortedBy(b))
	})
	return answer.Items, answer.IsIncomplete
}

func sortedBy(i item) string {
	if i.SortText != "" {
		return i.SortText
	}
	return i.Label
}

var kindNames = map[int]string{1: "text", 9: "module", 10: "property", 12: "value", 14: "keyword", 15: "snippet", 17: "file", 19: "folder"}

// complete formats the completions, in display order. With labels as arguments, other
// items are omitted.
func (q *question) complete() string {
	items, incomplete := q.completion()
	var b strings.Builder
	last, others := "", []string{}
	for i := range items {
		it := &items[i]
		insert, replace := it.ranges()
		place := q.shown(replace)
		if insert != replace {
			place += ", or " + q.shown(insert)
		}
		if place != last {
			fmt.Fprintf(&b, "in place of %s\n", place)
			last = place
		}
		if len(q.arguments) > 0 && !slices.Contains(q.arguments, it.Label) {
			others = append(others, it.Label)
			continue
		}
		fmt.Fprintf(&b, "%s %s", kindNames[it.Kind], it.Label)
		if it.Detail != "" {
			fmt.Fprintf(&b, " (%s)", it.Detail)
		}
		if it.FilterText != it.Label {
			fmt.Fprintf(&b, ", typed as %q", it.FilterText)
		}
		if len(it.CommitCharacters) > 0 {
			fmt.Fprintf(&b, ", or by %q", it.CommitCharacters)
		}
		if it.InsertTextMode == 2 {
			b.WriteString(", indented")
		}
		b.WriteByte('\n')
		if it.InsertTextFormat == 2 || it.TextEdit.NewText != it.Label {
			fmt.Fprintf(&b, "\t%s\n", strings.ReplaceAll(it.TextEdit.NewText, "\n", "\n\t"))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "and %s\n", strings.Join(others, ", "))
	}
	if incomplete {
		b.WriteString("and more\n")
	}
	return b.String()
}

// resolve formats the documentation of the items whose labels are arguments.
func (q *question) resolve() string {
	items, _ := q.completion()
	var b strings.Builder
	for i := range items {
		if !slices.Contains(q.arguments, items[i].Label) {
			continue
		}
		var resolved struct {
			Label         string
			Documentation struct{ Kind, Value string }
		}
		q.client.Result("completionItem/resolve", fmt.Sprintf(`{"label":%s,"data":%s}`, wire.Quote(items[i].Label), items[i].Data), &resolved)
		if resolved.Documentation.Kind == "" {
			fmt.Fprintf(&b, "%s: nothing\n", resolved.Label)
			continue
		}
		fmt.Fprintf(&b, "%s, %s:\n%s\n", resolved.Label, resolved.Documentation.Kind, strings.ReplaceAll(resolved.Documentation.Value, q.dir, "/folder"))
	}
	return b.String()
}

// TestPlainCompletion checks that a client without capabilities gets plain texts, one
// range, universal kinds, and the documentation with each item.
func TestPlainCompletion(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"docs/a.md": ""})
	c := startIn(t, onDisk(time.Hour), ``, dir)
	ask := func(name, before, after string) []item {
		t.Helper()
		uri := uriOf(dir, name)
		c.Open(uri, "markdown", 1, before+after)
		items := c.completionAt(uri, before+after, len(before))
		for _, it := range items {
			if it.InsertTextFormat != 1 || it.InsertTextMode != 0 || it.CommitCharacters != nil || it.TextEdit.Range == nil || it.Data != nil {
				t.Errorf("%+v", it)
			}
		}
		return items
	}
	for _, it := range ask("a.md", "  > <t", "ool>\n") {
		var documentation struct{ Kind, Value string }
		if err := json.Unmarshal(it.Documentation, &documentation); err != nil || documentation.Kind != "plaintext" || documentation.Value == "" {
			t.Errorf("%s is documented by %s", it.Label, it.Documentation)
		}
		if it.Label != "write_file" {
			continue
		}
		const want = `<tool>
  > <server_name>local</server_name>
  > <tool_name>write_file</tool_name>
  > <arguments>
  >   <path>docs/notes.md</path>
  >   <content><![CDATA[content]]></content>
  > </arguments>
  > </tool>`
		if it.TextEdit.NewText != want {
			t.Errorf("got\n%s\nwant\n%s", it.TextEdit.NewText, want)
		}
	}
	folders := ask("b.md", "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>", "\n")
	if len(folders) == 0 || folders[0].Label != "docs/" || folders[0].Kind != 17 {
		t.Errorf("%+v", folders)
	}
	var labels []string
	for _, it := range ask("c.md", "<tool>\n<tool_name>read_file</tool_name>\n<", "\n") {
		labels = append(labels, it.Label+" "+it.TextEdit.NewText)
	}
	if got := strings.Join(labels, "\n"); !strings.Contains(got, "server_name <server_name>local</server_name>") {
		t.Errorf("got\n%s", got)
	}
}

// TestNothingToComplete checks that a document that is closed, or not analyzed, has no
// completions, and that an item without data is returned unchanged.
func TestNothingToComplete(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[[files]]\nglob = \"*.md\"\nkind = \"ignore\"\n"})
	c := startIn(t, onDisk(time.Hour), ``, dir)
	uri := uriOf(dir, "a.md")
	c.Open(uri, "markdown", 1, "<to")
	if items := c.completionAt(uri, "<to", 3); items == nil || len(items) > 0 {
		t.Errorf("a file that is ignored: %d items", len(items))
	}
	if items := c.completionAt("file:///closed.md", "", 0); items == nil || len(items) > 0 {
		t.Errorf("a file that is not open: %d items", len(items))
	}
	if m := c.Call("completionItem/resolve", `{"label":"x"}`); string(m.Result) != `{"label":"x"}` {
		t.Errorf("resolved: %v", m)
	}
	wantError(t, c.Call("completionItem/resolve", `{"label":"x","data":{"tool":"write_file"}}`), -32602)
	resolve := func(data string) string {
		m := c.Call("completionItem/resolve", `{"label":"x","data":`+data+`}`)
		return strings.TrimPrefix(string(m.Result), `{"label":"x",`)
	}
	for _, data := range []string{
		`{"uri":"untitled:a","tool":"gone"}`, `{"uri":"untitled:a","tool":"gone","custom":true}`,
		`{"uri":"untitled:a","tool":"write_file","argument":["path","gone"]}`,
	} {
		if got := resolve(data); strings.Contains(got, "documentation") {
			t.Errorf("%s: %s", data, got)
		}
	}
	if got := resolve(`{"uri":"untitled:a","tool":"write_file"}`); !strings.Contains(got, "documentation") {
		t.Errorf("%s", got)
	}
}

// eagerClient is a client that inserts the first item as soon as it has the list, and asks after
// trigger characters and on request, as Neovim 0.12 does with its default options.
const eagerClient = `{"textDocument":{"completion":{"completionItem":{"snippetSupport":true,"commitCharactersSupport":false}}}}`

// TestCompleteUnasked checks when whole calls are offered: where nobody asks, not before the tag can
// only become a call.
func TestCompleteUnasked(t *testing.T) {
	const (
		call    = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>\n\n"
		typed   = `{"triggerKind":2,"triggerCharacter":"<"}`
		invoked = `{"triggerKind":1}`
		again   = `{"triggerKind":3}`
	)
	for name, client := range map[string]string{"pending": ableClient, "eager": eagerClient} {
		c := start(t, onDisk(0), client)
		for i, test := range []struct {
			before, line, context  string
			whenPending, whenEager bool
		}{
			{"", "<", typed, false, false},
			{call, "<", typed, true, false},
			{"", "o<", typed, false, false},
			{call, "o<", typed, false, false},
			{"", "<", invoked, true, true},
			{"", "<tool", invoked, true, true},
			{"", "<tool", again, true, true},
			{"", "<d", invoked, false, false}, // VS Code asks so for each letter
			{"", "<t", invoked, false, false},
			{"", "<to", invoked, true, true},
			{"", "<wri", invoked, false, false},
			{"", "<write_", invoked, true, true},
			{call, "<div", invoked, false, false},
			{call, "<wri", invoked, true, true},
			{call, "<d", invoked, true, true},
			{"", "", invoked, true, true},
		} {
			for _, file := range []string{"a.md", "pom.xml"} {
				uri := fmt.Sprintf("file:///%s%d/%s", name, i, file)
				text := test.before + test.line
				c.Open(uri, languageOf(file), 1, text)
				p := wire.PositionOf(text, len(text), "utf-16")
				var answer struct{ Items []item }
				c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d},"context":%s}`,
					wire.Quote(uri), p.Line, p.Character, test.context), &answer)
				want := test.whenPending
				if name == "eager" {
					want = test.whenEager
				}
				if offered := len(answer.Items) > 0; offered != want {
					t.Errorf("%s, %s after %q, %s: %d items", name, file, text, test.context, len(answer.Items))
				}
				for i := range answer.Items { // a client that matches by prefix keeps the item
					if it := &answer.Items[i]; name == "eager" && !strings.HasPrefix(it.FilterText, test.line) {
						t.Errorf("%s after %q is typed as %q", it.Label, text, it.FilterText)
					}
				}
			}
		}
	}
}

// TestCompleteWithoutContext checks what a client gets that does not tell why it asks, as Kate, which
// asks after each '<' and replaces only the letters before the cursor.
func TestCompleteWithoutContext(t *testing.T) {
	const call = "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n"
	c := start(t, onDisk(0), eagerClient)
	for i, test := range []struct{ text, label, want string }{
		{"<", "", ""},
		{"<wri", "", ""},
		{call + "<path>a</path>\n</arguments>\n</tool>\n\n<", "", ""},
		{call + "<path>a</path>\n</arguments>\n</tool>\n\n<li", "list_tags", "<tool>"},
		{"<tool", "list_tags", "<tool>"},
		{"", "list_tags", "<tool>"},
		{call + "<pa", "path", "<path>"},
		{call + "<path>a</", "</path>", "</path>"},
		{call + "<path>a &am", "&amp;", "&amp;"},
	} {
		uri := fmt.Sprintf("file:///words%d/a.md", i)
		c.Open(uri, "markdown", 1, test.text)
		p := wire.PositionOf(test.text, len(test.text), "utf-16")
		var answer struct{ Items []item }
		c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d}}`,
			wire.Quote(uri), p.Line, p.Character), &answer)
		if test.label == "" && len(answer.Items) > 0 {
			t.Errorf("after %q: %d items", test.text, len(answer.Items))
		}
		for i := range answer.Items {
			it := &answer.Items[i]
			_, at := it.ranges()
			start := wire.OffsetOf(test.text, at.Start, "utf-16")
			if strings.ContainsAny(test.text[start:], "<&/") {
				t.Errorf("%s after %q replaces %q", it.Label, test.text, test.text[start:])
			}
			if it.Label == test.label {
				line := test.text[strings.LastIndexByte(test.text[:start], '>')+1:start] + it.TextEdit.NewText
				if line = strings.TrimLeft(line, "\na "); !strings.HasPrefix(line, test.want) {
					t.Errorf("after %q: %q, want %q", test.text, line, test.want)
				}
				test.label = ""
			}
		}
		if test.label != "" {
			t.Errorf("after %q: no %s", test.text, test.label)
		}
	}
}
