package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
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
		{"quote.md", "> Quoted:\n>\n> - <to", "\n\nText.\n"},
		{"fence.md", "- One:\n\n  ```xml\n  <to", "\n  ```\n"},
		{"tabs.md", "One:\n\n\t<", "\n"},
		{"a.reply", "I write it.\n\n<tool", ""},
		{"a.jsonl", `{"role":"assistant","content":"Both:\n<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n<t`, "\\n\"}\n"},
	}
	for _, capabilities := range []string{ableClient, `{"textDocument":{"diagnostic":{}}}`} {
		dir := t.TempDir()
		disk.Write(t, dir, map[string]string{".forge/tools.yaml": definitions, "internal/ring/ring.go": "search\n"})
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
				var calls struct {
					List []struct{ Call map[string]any }
				}
				c.Result("forge/calls", fmt.Sprintf(`{"textDocument":{"uri":%s}}`, wire.Quote(uri)), &calls)
				if len(calls.List) == 0 {
					t.Errorf("%s, %s: no call, in\n%s", container.name, items[i].Label, after)
					continue
				}
				last := calls.List[len(calls.List)-1].Call
				if last["outcome"] != "runs" || last["checked"] != true {
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
	c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d},"context":{"triggerKind":1}}`,
		wire.Quote(uri), p.Line, p.Character), &answer)
	return answer.Items
}

// TestOfferedWhileTyped checks that an item stays offered while its name is typed: an editor may
// request the list again after any letter, and closes one that is empty. VS Code does when another
// extension starts. Whole calls do in files with calls: in others, letters begin other tags.
func TestOfferedWhileTyped(t *testing.T) {
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n"
	const whole = "<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n\n"
	sites := []struct {
		name, before, after string
		isCall              bool
	}{
		{"call.md", whole + "A call:\n\n- <", "\n\nText.\n", true},
		{"closed.md", whole + "A call:\n\n<", ">\n\nText.\n", true},
		{"a.reply", whole + "I write it.\n\n<", "", true},
		{"a.jsonl", `{"role":"assistant","content":"Both:\n<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n<`, "\"}\n", true},
		{"a.py", "x = '''\n<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n<", ">\n'''\n", true},
		{"envelope.md", "<tool>\n<", "\n</tool>\n", false},
		{"word.md", "<tool>\n", "\n</tool>\n", false},
		{"server.md", "<tool>\n<server_name>", "</server_name>\n", false},
		{"tool.md", "<tool>\n<tool_name>", "</tool_name>\n</tool>\n", false},
		{"argument.md", call + "<", "\n</arguments>\n</tool>\n", false},
		{"plain.md", call, "\n</arguments>\n</tool>\n", false},
		{"item.md", call + "<edits>\n<", ">\n</edits>\n</arguments>\n</tool>\n", false},
		{"member.md", call + "<edits><edit><", "", false},
		{"end.md", call + "<edits><edit><search>a</", "", false},
		{"section.md", call + "<edits><edit><search><", "</search>", false},
		{"reference.md", call + "<edits><edit><search>a &", " b</search>", false},
		{"choice.md", "<tool><tool_name>list_files</tool_name><arguments><recursive>", "</recursive></arguments></tool>", false},
	}
	c := start(t, onDisk(0), ableClient)
	version := 0
	for number, site := range sites {
		uri := "file:///" + site.name
		text := site.before + site.after
		c.Open(uri, languageOf(site.name), version, text)
		items := c.completionAt(uri, text, len(site.before))
		if len(items) == 0 {
			t.Errorf("%s: nothing is offered", site.name)
		}
		for i := number % 20; i < len(items); i += 20 { // each site types others
			it := &items[i]
			typed, _, _ := strings.Cut(it.FilterText, " ")
			names := []string{strings.TrimRight(typed, ">;")} // after these it is there
			if site.isCall {
				names = append(names, "<"+it.Label)
			}
			_, replace := it.ranges()
			begun := site.before[wire.OffsetOf(text, replace.Start, "utf-16"):]
			for _, name := range names {
				c.typesOn(t, uri, &version, site.before, site.after, strings.TrimPrefix(name, begun), it.Label)
			}
		}
	}
}

// typesOn types a rest of a name letter by letter, and fails if an item is then not offered.
func (c *testClient) typesOn(t *testing.T, uri string, version *int, before, after, rest, label string) {
	t.Helper()
	for n := range rest {
		*version++
		text := before + rest[:n+1] + after
		c.Change(uri, *version, wire.Whole(text))
		items := c.completionAt(uri, text, len(before)+n+1)
		if !slices.ContainsFunc(items, func(it item) bool { return it.Label == label }) {
			t.Errorf("%s: %q is not offered after %q", uri, label, rest[:n+1])
			return
		}
	}
}

// TestCompletionAnywhere checks that for any text and cursor, completions replace a part
// of the cursor's line that contains the cursor, and start like the typed text.
func TestCompletionAnywhere(t *testing.T) {
	texts := map[string]string{
		"a.md": "- 😀\r\n\r\n  <tool>\r\n  <tool_name>write_file</tool_name>\r\n  <arguments>\r\n  <path>a&amp;b/c</path>\r\n" +
			"  <content><![CDATA[<tool> & ]]></content>\r\n  <x\r\n  </arguments>\r\n  </tool>\r\n\r\n> <to\r\n<!-- forge-lsp-disable a, -->\r\n",
		"half.md":  "<tool>\n<tool_name>list_files\n<arguments>\n<path\n<recursive>t</recursive></arg\n<tool>\n<tool_name>\n<![CDATA[",
		"odd.md":   "<tool>\n<\xff\xc3\n</\n&\n<![C\n<tool><arguments><arguments><path>\x00</tool></tool>\n<Tool>\n<tool x>\n- \n1. <\n>",
		"a.reply":  "<tool><tool_name>apply_diff</tool_name><arguments><edits><edit><search>a < b</search><rep",
		"a.jsonl":  `{"role":"assistant","content":"é\u003ctool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a\"b/</path>\n<\n&\n</"}` + "\n{\"role\":\"assistant\",\"content\":\"<tool>\\",
		"a.go":     "package a\n\nvar s = \"<tool><tool_name>x</tool_name><arguments><\"\nvar t = `\n<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<pa`\n",
		"a.py":     "s = '''<tool>\n<tool_name>read_file</tool_name><arguments><'''\n# forge-lsp-disable-file \n",
		"empty.md": "",
	}
	c := start(t, onDisk(0), ableClient)
	for name, text := range texts {
		uri := "file:///" + name
		c.Open(uri, languageOf(name), 1, text)
		lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
		offered := 0
		for at := range len(text) + 1 {
			for _, kind := range []string{`{"triggerKind":1}`, `{"triggerKind":2,"triggerCharacter":"<"}`, `null`} {
				p := wire.PositionOf(text, at, "utf-16")
				context := ""
				if kind != "null" {
					context = `,"context":` + kind
				}
				var answer struct{ Items []item }
				c.Result("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d}%s}`,
					wire.Quote(uri), p.Line, p.Character, context), &answer)
				for i := range answer.Items {
					offered++
					it := &answer.Items[i]
					insert, replace := it.ranges()
					if replace.Start.Line != p.Line || replace.End.Line != p.Line || replace.Start.Character > p.Character ||
						replace.End.Character < p.Character || insert.Start != replace.Start || insert.End.Character > replace.End.Character {
						t.Fatalf("%s, %v: %+v replaces %v, or %v", name, p, it, replace, insert)
					}
				}
			}
		}
		if text != "" && offered == 0 {
			t.Errorf("%s: nothing is offered in %d lines", name, len(lines))
		}
		c.Forget(func(wire.Message) bool { return true })
	}
}

func init() { questions["ontype"] = (*question).onType }

// onType sends a request at a place after a '>' or a line end that was just typed, and formats the line
// of the place after the edits, with a | at the cursor, and for a line end the next; nothing if there are none.
func (q *question) onType() string {
	var edits []wire.TextEdit
	text, typed, lines := q.texts[q.file], ">", 1
	if strings.HasSuffix(strings.TrimRight(text[:q.offset], " "), "\n") {
		typed, lines = "\n", 2
	}
	q.ask("textDocument/onTypeFormatting", q.position()+`,"ch":`+wire.Quote(typed)+`,"options":{"tabSize":8,"insertSpaces":false}`, &edits)
	if len(edits) == 0 {
		return ""
	}
	at := wire.PositionOf(text, q.offset, "utf-16")
	// The cursor stays where it is, whatever is inserted there.
	edits = append(edits, wire.TextEdit{Range: wire.Range{Start: at, End: at}, NewText: "|"})
	return strings.Join(strings.Split(wire.Apply(text, edits, "utf-16"), "\n")[at.Line:at.Line+lines], "\n") + "\n"
}

// TestRangeAccepted checks that a range whose end is accepted as it is inserted creates no error.
func TestRangeAccepted(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}`)
	for i, test := range []struct{ given, want string }{
		{"", "<start_line>${1:1}</start_line>\n<end_line>${2:40}</end_line>$0"},
		{"<start_line>7</start_line>\n", "<end_line>${1:40}</end_line>$0"},
		{"<start_line>700</start_line>\n", "<end_line>${1:700}</end_line>$0"},
	} {
		uri := fmt.Sprintf("file:///%d.md", i)
		before := "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a</path>\n" + test.given + "<"
		after := "\n</arguments>\n</tool>\n"
		c.open(uri, 1, before+after)
		items := c.completionAt(uri, before+after, len(before))
		at := slices.IndexFunc(items, func(it item) bool { return it.Label == "end_line" })
		if at < 0 || items[at].TextEdit.NewText != test.want {
			t.Fatalf("%s: %+v", test.given, items)
		}
		text := regexp.MustCompile(`\$\{\d:(\d+)\}|\$0`).ReplaceAllString(items[at].TextEdit.NewText, "$1")
		c.Change(uri, 2, wire.Whole(before[:len(before)-1]+text+after))
		if found := c.AwaitVersion(uri, 2).Diagnostics; len(found) > 0 {
			t.Errorf("%s: %+v", text, found)
		}
	}
}

// TestUsedFirst checks that the tools that a document uses come first, the most used before others, and then those
// that agents use most.
func TestUsedFirst(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{}`)
	call := func(tool string) string {
		return "<tool>\n<tool_name>" + tool + "</tool_name>\n<arguments></arguments>\n</tool>\n\n"
	}
	before := call("list_notes") + call("list_tags") + call("list_tags") + "<to"
	c.open(aURI, 1, before+"\n")
	items := c.completionAt(aURI, before+"\n", len(before))
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.SortText, b.SortText) })
	var first []string
	for _, it := range items[:4] {
		first = append(first, it.Label)
	}
	if got := strings.Join(first, " "); got != "list_tags list_notes read_file apply_diff" {
		t.Error(got)
	}
}
