package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// hover formats the range and the text of a hover.
func (q *question) hover() string {
	var found *struct {
		Range    wire.Range
		Contents struct{ Kind, Value string }
	}
	q.ask("textDocument/hover", q.position(), &found)
	if found == nil {
		return ""
	}
	return q.shown(found.Range) + "\n" + q.inFolder(found.Contents.Value) + "\n"
}

// inFolder returns a text without the path of the folder.
func (q *question) inFolder(text string) string {
	return strings.ReplaceAll(text, strings.TrimSuffix(uriOf(q.dir, "x"), "x"), "FOLDER/")
}

// TestDeep checks that extremely nested text is answered immediately: the time grows neither
// with the depth of a place nor with that of others.
func TestDeep(t *testing.T) {
	const depth = 20_000
	deep := "<tool><tool_name>any</tool_name><arguments>" + strings.Repeat("<a>", depth) + "1" + strings.Repeat("</a>", depth) + "</arguments></tool>\n"
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.json", `{"name":"any","inputSchema":{"properties":{"a":{}}}}`)
	c := startIn(t, onDisk(0), watchesFiles, dir)
	uri := uriOf(dir, "a.md")
	c.open(uri, 1, deep)
	document := `{"textDocument":{"uri":` + wire.Quote(uri) + `}`
	for _, column := range []int{1, 30, 44, 50, len(deep) / 2, len(deep) - 20} {
		at := fmt.Sprintf(`%s,"position":{"line":0,"character":%d}}`, document, column)
		for _, method := range []string{"textDocument/hover", "textDocument/signatureHelp", "forge/received", "forge/written", "forge/correction"} {
			if m := c.Call(method, at); m.Error != nil {
				t.Errorf("%s at %d: %v", method, column, m)
			}
		}
	}
	var lenses []wireLens
	c.Result("textDocument/codeLens", document+`}`, &lenses)
}

// TestPlainHover checks that a client that does not support Markdown gets none.
func TestPlainHover(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"textDocument":{"hover":{"contentFormat":["plaintext","markdown"]}}}`} {
		c := start(t, Config{}, capabilities)
		c.open(aURI, 1, inCall("``` *a* & b"))
		var found struct {
			Contents struct{ Kind, Value string }
		}
		at := `{"textDocument":{"uri":` + wire.Quote(aURI) + `},"position":{"line":%,"character":1}}`
		c.Result("textDocument/hover", strings.Replace(at, "%", "1", 1), &found)
		if want := "content (string): the tool receives 13 bytes:\n\n\n``` *a* & b"; found.Contents.Kind != "plaintext" || found.Contents.Value != want {
			t.Errorf("%s: %+v, want %q", capabilities, found, want)
		}
		c.Result("textDocument/hover", strings.Replace(at, "%", "0", 1), &found)
		if value := found.Contents.Value; strings.ContainsAny(value, "`*[") || !strings.Contains(value, "- Tool: write_file accepts the call\n") {
			t.Errorf("%s: %q", capabilities, value)
		}
	}
}

// signature formats a signature, with the active parameter between stars.
func (q *question) signature() string {
	var found *struct {
		Signatures []struct {
			Label         string
			Documentation struct{ Value string }
			Parameters    []struct {
				Label         [2]int
				Documentation struct{ Value string }
			}
		}
		ActiveSignature, ActiveParameter *int
	}
	q.ask("textDocument/signatureHelp", q.position(), &found)
	if found == nil {
		return ""
	}
	sig := found.Signatures[*found.ActiveSignature]
	var b strings.Builder
	label, at := utf16.Encode([]rune(sig.Label)), 0
	for i, p := range sig.Parameters {
		star := ""
		if found.ActiveParameter != nil && i == *found.ActiveParameter {
			star = "*"
		}
		b.WriteString(string(utf16.Decode(label[at:p.Label[0]])) + star + string(utf16.Decode(label[p.Label[0]:p.Label[1]])) + star)
		at = p.Label[1]
	}
	fmt.Fprintf(&b, "%s\n%s\n", string(utf16.Decode(label[at:])), sig.Documentation.Value)
	if found.ActiveParameter != nil && *found.ActiveParameter < len(sig.Parameters) {
		if about := sig.Parameters[*found.ActiveParameter].Documentation.Value; about != "" {
			fmt.Fprintf(&b, "\n*: %s\n", about)
		}
	}
	return b.String()
}

type wireLens struct {
	Range   wire.Range
	Command *struct {
		Title, Command string
		Arguments      []json.RawMessage
	}
}

// lenses formats the lenses of a file, resolved.
func (q *question) lenses() string {
	var found []json.RawMessage
	q.ask("textDocument/codeLens", "", &found)
	var b strings.Builder
	for _, raw := range found {
		var l wireLens
		q.client.Result("codeLens/resolve", string(raw), &l)
		fmt.Fprintf(&b, "%s %s (%s)", l.Range, l.Command.Title, l.Command.Command)
		for _, argument := range l.Command.Arguments {
			var a struct {
				URI      string
				Position wire.Position
			}
			if err := json.Unmarshal(argument, &a); err != nil {
				q.Fatal(err)
			}
			fmt.Fprintf(&b, " %s %d:%d", q.inFolder(a.URI), a.Position.Line, a.Position.Character)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestReceivedHidden checks that an answer for a person has no hidden character, except for the texts
// that an editor compares.
func TestReceivedHidden(t *testing.T) {
	const hidden = "a\u202eb\u2066c"
	c := start(t, Config{}, "{}")
	c.open(aURI, 1, strings.ReplaceAll("<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>X</path>\n"+
		"<edits><edit><search>X</search><replace>X.</replace></edit></edits>\n</arguments>\n</tool>", "X", hidden))
	var found struct {
		Text    string
		Values  []struct{ Name, Text string }
		Changes []struct {
			Path, Before string
			Lines        []struct{ Text string }
		}
	}
	c.Result("forge/received", `{"textDocument":{"uri":`+wire.Quote(aURI)+`},"position":{"line":1,"character":1}}`, &found)
	if len(found.Changes) != 1 || !strings.Contains(found.Changes[0].Before, "\u202e") {
		t.Fatalf("%+v", found)
	}
	found.Changes[0].Before = ""
	shown := fmt.Sprint(found)
	if strings.ContainsAny(shown, "\u202e\u2066") || strings.Count(shown, `a\u202eb\u2066c`) < 8 {
		t.Error(shown)
	}
}
