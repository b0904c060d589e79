package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestWriting checks what is shown after each key of a call that is being written, and that all of it is when the
// person turns to something else.
func TestWriting(t *testing.T) {
	const begun = "# Read\n\n<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n"
	const after = "\nAnd then?\n"
	insert := func(text, what string) string {
		lines := strings.Split(text, "\n")
		last := len(lines) - 1
		return fmt.Sprintf(`{"range":%s,"text":%s}`, wire.RangeJSON(last, len(lines[last]), last, len(lines[last])), wire.Quote(what))
	}
	for _, leave := range []struct {
		name string
		do   func(c *testClient)
	}{
		{"elsewhere", func(c *testClient) { c.Change(aURI, 1000, insert("", "# ")) }},
		{"save", func(c *testClient) { c.Notify("textDocument/didSave", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`) }},
		{"will save", func(c *testClient) {
			c.Notify("textDocument/willSave", `{"textDocument":{"uri":`+wire.Quote(aURI)+`},"reason":1}`)
		}},
		{"actions", func(c *testClient) { c.actions(wire.RangeJSON(2, 0, 2, 0), `,"triggerKind":1`) }},
	} {
		t.Run(leave.name, func(t *testing.T) {
			synchronization := ""
			if leave.name == "will save" {
				synchronization = `"synchronization":{"willSave":true},`
			}
			c := start(t, onDisk(time.Hour), `{`+strings.Replace(pulls, `"textDocument":{`, `"textDocument":{`+synchronization, 1)+`,"workspace":{"diagnostics":{"refreshSupport":true}}}`)
			c.open(aURI, 1, "# Read\n\n"+after)
			text := "# Read\n\n"
			for i, key := range strings.TrimPrefix(begun, text) + "<path>a&amp;b</path>\n<content><![CDATA[if a & b </content" {
				c.Change(aURI, 2+i, insert(text, string(key)))
				text += string(key)
				if found := c.pull(aURI, "").Items; len(found) > 0 {
					t.Fatalf("after %q: %v", text, found)
				}
			}
			if bulb := c.actions(wire.RangeJSON(2, 0, 2, 0), `,"triggerKind":2`); len(bulb) > 0 {
				t.Fatalf("a light bulb: %v", bulb)
			}
			c.Notify("textDocument/willSave", `{"textDocument":{"uri":`+wire.Quote(aURI)+`},"reason":2}`)
			if leave.name == "will save" {
				c.Notify("textDocument/didSave", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`)
			}
			if found := c.pull(aURI, "").Items; len(found) > 0 {
				t.Fatalf("an editor that asks and saves by itself: %v", found)
			}
			leave.do(c)
			if found := fmt.Sprint(c.pull(aURI, "").Items); !strings.Contains(found, "unclosed-call") {
				t.Errorf("nothing is shown: %s", found)
			}
			if leave.name != "elsewhere" { // where an editor would have asked for the lenses
				c.Change(aURI, 1001, insert(text, "x"))
				var lenses []any
				if c.Result("textDocument/codeLens", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`, &lenses); len(lenses) == 0 {
					t.Error("the call has no lens once more")
				}
			}
		})
	}
}

// TestWritingClosed checks that a call whose tags the editor and the server close as they are typed is not nagged
// either, and has a lens only when the person turns to something else.
func TestWritingClosed(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{`+pulls+`,"workspace":{"codeLens":{"refreshSupport":true},"diagnostics":{"refreshSupport":true}}}`)
	before, after, version := "# Read\n\n", "\n\nAnd then?\n", 1
	c.open(aURI, version, before+after)
	lenses := func() (titles []string) {
		var list []struct{ Command struct{ Title string } }
		c.Result("textDocument/codeLens", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`, &list)
		for _, l := range list {
			titles = append(titles, l.Command.Title)
		}
		return titles
	}
	summary := func() string {
		var of ls.Summary
		c.Result(methodSummary, `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`, &of)
		return of.Text
	}
	replace := func(n int, text string, back int) { // n bytes after the cursor, which is then so far before the end of the text
		version++
		at, end := wire.PositionOf(before, len(before), "utf-16"), wire.PositionOf(before+after, len(before)+n, "utf-16")
		c.Change(aURI, version, fmt.Sprintf(`{"range":%s,"text":%s}`, wire.RangeJSON(at.Line, at.Character, end.Line, end.Character), wire.Quote(text)))
		kept := len(text) - back
		before, after = before+text[:kept], text[kept:]+after[n:]
	}
	silent := func() {
		t.Helper()
		found, text := c.pull(aURI, "").Items, summary()
		if len(found) > 0 || len(lenses()) > 0 || text != "no calls" && text != "1 call" {
			t.Fatalf("after %q: %v, lenses %v, %s", before, found, lenses(), text)
		}
	}
	for _, line := range []string{
		"<tool>", "<server_name>local", "<tool_name>apply_diff", "<arguments>", "<path>a.go", "<edits>", "<edit>",
		"<search>a &amp; b", "<replace><![CDATA[if a & b]]>",
	} {
		for _, key := range line + "\n" {
			switch {
			case key == '\n' && !strings.HasSuffix(before, ">") || strings.HasSuffix(before, "]]>"):
				end := strings.IndexByte(after, '\n') // the key End
				before, after = before+after[:end], after[end:]
				replace(0, "\n", 0)
			case key == '<':
				replace(0, "<>", 1)
			case key == '>' && after[0] == '>':
				replace(1, ">", 0)
			default:
				replace(0, string(key), 0)
			}
			silent()
			at := wire.PositionOf(before, len(before), "utf-16")
			var edits []wire.TextEdit
			c.Result("textDocument/onTypeFormatting", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d},"ch":%q,"options":{"tabSize":2,"insertSpaces":true}}`,
				aURI, at.Line, at.Character, string(key)), &edits)
			for _, e := range edits {
				replace(0, e.NewText, len(e.NewText))
				silent()
			}
		}
	}
	before, after = before+after, ""
	replace(0, "Now.\n", 0)
	if got := fmt.Sprint(c.pull(aURI, "").Items, lenses(), " ", summary()); got != "[] [runs] 1 call" {
		t.Errorf("at the end: %s\n%s", got, before)
	}
	i := strings.Index(before, "a.go")
	before, after = before[:i], before[i:]
	replace(len("a.go"), "", 0)
	if got := fmt.Sprint(c.pull(aURI, "").Items, lenses(), " ", summary()); got != "[] [being written] 1 call" {
		t.Errorf("without a value: %s", got)
	}
	replace(0, "a & b", 0)
	if got := fmt.Sprint(lenses(), " ", summary()); got != "[data lost: 1 error, 1 warning Show what the tool receives] 1 call, 1 with data lost" {
		t.Errorf("with a bare & beside one in CDATA: %s", got)
	}
}

// TestWritingInside checks that what is typed in the middle of a line is shown at once.
func TestWritingInside(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{`+pulls+`}`)
	c.open(aURI, 1, "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>ab</path>\n</arguments>\n</tool>\n")
	c.Change(aURI, 2, `{"range":`+wire.RangeJSON(4, 7, 4, 7)+`,"text":"&"}`)
	if found := fmt.Sprint(c.pull(aURI, "").Items); !strings.Contains(found, "unescaped-ampersand") {
		t.Errorf("an & in a value is not shown: %s", found)
	}
}

// TestSignatureWhileWriting checks where signature help comes by itself: where an argument is begun, and never in a value.
func TestSignatureWhileWriting(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{}`)
	const text = "<tool>\n<tool_name>write_file</tool_name>\n<arguments>\n"
	for i, test := range []struct {
		typed    string
		kind     int
		anything bool
	}{
		{"<", 2, true},
		{"<pa", 3, true},
		{"<path>", 3, false},
		{"<path>a<", 2, false},
		{"<path>a</path>\n<", 2, true},
		{"<path>", 1, true},
	} {
		uri := fmt.Sprintf("file:///%d.md", i)
		c.open(uri, 1, text+test.typed+"\n</arguments>\n</tool>\n")
		at := wire.PositionOf(text+test.typed, len(text+test.typed), "utf-16")
		m := c.Call("textDocument/signatureHelp", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d},"context":{"triggerKind":%d,"isRetrigger":false}}`,
			uri, at.Line, at.Character, test.kind))
		if got := string(m.Result) != "null"; got != test.anything {
			t.Errorf("after %q: %s", test.typed, m.Result)
		}
	}
}

// TestToolCloses checks that <tool> closes itself on a line of its own, and that one in a sentence, or with an end, does not.
func TestToolCloses(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{}`)
	for i, test := range []struct{ before, after, want string }{
		{"Read:\n\n<tool>", "\n", "</tool>"},
		{"- <tool>", "\n", "</tool>"},
		{"> <tool>", "\n\n<tool>\n<tool_name>x</tool_name>\n</tool>\n", "</tool>"},
		{"<tool>", "\n<tool_name>x</tool_name>\n</tool>\n", ""},
		{"<tool>", "\n<tool_name>x</tool_name>\n", ""},
		{"The <tool>", "\n", ""},
		{"<tool>", " is a tag.\n", ""},
	} {
		uri := fmt.Sprintf("file:///%d.md", i)
		c.open(uri, 1, test.before+test.after)
		at := wire.PositionOf(test.before, len(test.before), "utf-16")
		var edits []wire.TextEdit
		c.Result("textDocument/onTypeFormatting", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d},"ch":">","options":{"tabSize":8,"insertSpaces":false}}`,
			uri, at.Line, at.Character), &edits)
		got := ""
		for _, e := range edits {
			got += e.NewText
		}
		if got != test.want {
			t.Errorf("%q: got %q", test.before+test.after, got)
		}
	}
}

// TestTouched checks what the changes of a notification have written together, in the text after them.
func TestTouched(t *testing.T) {
	for _, test := range []struct {
		name    string
		changes [][3]int // from, to, and the length of the new text
		want    xmlcall.Span
	}{
		{"a letter", [][3]int{{5, 5, 1}}, xmlcall.Span{Start: 5, End: 6}},
		{"a deletion", [][3]int{{5, 9, 0}}, xmlcall.Span{Start: 5, End: 5}},
		{"both tags, the last first", [][3]int{{20, 20, 1}, {5, 5, 1}}, xmlcall.Span{Start: 5, End: 22}},
		{"both tags, in their order", [][3]int{{5, 5, 1}, {21, 21, 1}}, xmlcall.Span{Start: 5, End: 22}},
		{"over what was written", [][3]int{{5, 5, 10}, {8, 12, 1}}, xmlcall.Span{Start: 5, End: 12}},
	} {
		var got *xmlcall.Span
		for _, c := range test.changes {
			got = touched(got, c[0], c[1], c[2])
		}
		if *got != test.want {
			t.Errorf("%s: %v, want %v", test.name, *got, test.want)
		}
	}
}
