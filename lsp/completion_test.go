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
		`{"uri":"untitled:a","tool":"gone"}`, `{"uri":"untitled:a","tool":"gone","custom":true}`, `{"uri":"untitled:a","rule":"gone"}`,
		`{"uri":"untitled:a","key":["gone"]}`, `{"uri":"untitled:a","tool":"write_file","argument":["path","gone"]}`,
	} {
		if got := resolve(data); strings.Contains(got, "documentation") {
			t.Errorf("%s: %s", data, got)
		}
	}
	if got := resolve(`{"uri":"untitled:a","tool":"write_file"}`); !strings.Contains(got, "documentation") {
		t.Errorf("%s", got)
	}
}

// TestResolveMalformedItem checks that items that are not valid are refused, and that others come
// back as they are.
func TestResolveMalformedItem(t *testing.T) {
	c := start(t, Options{}, `{}`)
	for _, params := range []string{
		`{}`,
		`{"label":1}`,
		`{"label":"x","kind":26}`,
		`{"label":"x","insertTextFormat":3}`,
		`{"label":"x","insertTextMode":3}`,
		`{"label":"x","tags":[2]}`,
		`{"label":"x","documentation":{"kind":"html","value":""}}`,
		`{"label":"x","documentation":{"kind":"markdown"}}`,
		`{"label":"x","textEdit":{"newText":"y"}}`,
		`{"label":"x","data":{}}`,
		`{"label":"x","data":7}`,
	} {
		if m := c.CallOdd("completionItem/resolve", params); m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%s: got %v", params, m)
		}
	}
	for _, params := range []string{
		`{"label":"x","kind":25,"tags":[1],"documentation":{"kind":"markdown","value":"d"},"insertTextFormat":2,"insertTextMode":2}`,
		`{"label":"x","documentation":{"kind":"plaintext","value":"d"}}`,
		`{"label":"x","documentation":"d"}`,
	} {
		if m := c.CallOdd("completionItem/resolve", params); string(m.Result) != params {
			t.Errorf("%s: got %v", params, m)
		}
	}
}
