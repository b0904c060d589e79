package diagnostics

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// filled returns a text of a size with a call each kilobyte, some with a defect.
func filled(kind document.Kind, size, defects int) string {
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		content := strings.Repeat("func main() { fmt.Println(x) }\n", 18)
		switch {
		case n%100 < defects:
			content = "if a && b < c {\n" + content + "}\n"
		case n%3 == 0:
			content = "<![CDATA[if a && b < c {\n" + content + "}\n]]>"
		}
		call := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>src/main.go</path>\n  <content>" +
			content + "</content>\n</arguments>\n</tool>\n"
		if kind == document.Document {
			fmt.Fprintf(&b, "## Step %d\n\nNow the file is written.\n\n```xml\n%s```\n\nThat is all of it.\n\n", n, call)
			continue
		}
		if n%10 == 0 {
			b.WriteString("<thinking>What is next?</thinking>\n")
		}
		fmt.Fprintf(&b, "Now I write the file, which is step %d of many.\n\n%s\n", n, call)
	}
	return b.String()
}

// BenchmarkEdit types a letter into a text, and deletes it.
func BenchmarkEdit(b *testing.B) {
	for _, size := range []int{1 << 20, 10 << 20} {
		for _, kind := range []document.Kind{document.Reply, document.Document} {
			for _, defects := range []int{1, 35} {
				all := filled(kind, size, defects)
				var d *Document
				for name, mark := range map[string]string{"value": "Println(x)", "cdata": "<![CDATA[if", "prose": "Now "} {
					for _, typed := range []string{"e", "\n", "<"} {
						b.Run(fmt.Sprintf("%dMB/%v/%d%%/%s/%q", size>>20, kind, defects, name, typed), func(b *testing.B) {
							if d == nil {
								d = Options{}.Open(text.New(all), kind)
							}
							at := size/2 + strings.Index(all[size/2:], mark) + len(mark)
							b.ReportAllocs()
							for b.Loop() {
								after := d.Edit(at, at, typed)
								d = after.Edit(at, at+len(typed), "")
							}
						})
					}
				}
			}
		}
	}
}

// BenchmarkOpen reads a text as a document.
func BenchmarkOpen(b *testing.B) {
	for _, kind := range []document.Kind{document.Reply, document.Document} {
		all := filled(kind, 10<<20, 1)
		b.Run(kind.String(), func(b *testing.B) {
			b.SetBytes(int64(len(all)))
			b.ReportAllocs()
			for b.Loop() {
				Options{}.Open(text.New(all), kind)
			}
		})
	}
	for name, indent := range map[string]string{"one line": "", "indented": "  "} {
		all := snapshot(10<<20, indent)
		b.Run("json, "+name, func(b *testing.B) {
			b.SetBytes(int64(len(all)))
			b.ReportAllocs()
			for b.Loop() {
				Options{}.Open(text.New(all), document.JSON)
			}
		})
	}
}

// BenchmarkFixAll fixes ten calls of a text. It costs the same in a text ten times as long.
func BenchmarkFixAll(b *testing.B) {
	for _, size := range []int{1 << 20, 10 << 20, 100 << 20} {
		all := filled(document.Document, 1<<20, 1) + filled(document.Document, size-1<<20, 0)
		d := Options{}.Open(text.New(all), document.Document)
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if edits := d.FixAll(nil); len(edits) < 10 {
					b.Fatalf("%d edits", len(edits))
				}
			}
		})
	}
}

// snapshot returns a transcript in JSON of approximately the given size, each message of a
// kilobyte with a call: all on one line, or indented.
func snapshot(size int, indent string) string {
	type message struct {
		Role       string `json:"role"`
		Content    string `json:"content"`
		Summarized bool   `json:"is_summarized"`
	}
	var messages []message
	for rest := filled(document.Reply, size, 35); rest != ""; {
		n := strings.Index(rest, "</tool>\n") + len("</tool>\n")
		messages = append(messages, message{"user", "Go on: write the next file.", false}, message{"assistant", rest[:n], false})
		rest = strings.TrimLeft(rest[n:], "\n")
	}
	text, err := stdjson.MarshalIndent(map[string]any{"id": "1", "messages": messages, "model": "m"}, "", indent)
	if err != nil {
		panic(err)
	}
	if indent == "" {
		return strings.ReplaceAll(string(text), "\n", "")
	}
	return string(text)
}
