package diagnostics

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/bench"
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
	for _, size := range []int{1 << 20, 10 << 20, 100 << 20} {
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

// BenchmarkEditJSON types a letter or a mark into a message in the middle of a transcript
// in JSON, and deletes it. A quote ends the string, so that the text after it is damaged.
func BenchmarkEditJSON(b *testing.B) {
	for _, size := range []int{1 << 20, 10 << 20, 100 << 20} {
		for name, indent := range map[string]string{"one line": "", "indented": "  "} {
			var d *Document
			for _, typed := range []string{"e", `"`, "\\"} {
				b.Run(fmt.Sprintf("%dMB/%s/%q", size>>20, name, typed), func(b *testing.B) {
					if d == nil {
						d = Options{}.Open(text.New(snapshot(size, indent)), document.JSON)
					}
					at := strings.Index(d.text.String()[d.text.Len()/2:], "Now I") + d.text.Len()/2 + len("Now")
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

// oneString returns a transcript in JSON with one message of about the given size, which has a
// call per ten kilobytes.
func oneString(role string, size int) string {
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		b.WriteString(strings.Repeat("It says \"full\" in step 3 < 4, and only there.\n\n", 200))
		b.WriteString("<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a.go</path></arguments>\n</tool>\n\n")
	}
	text, err := stdjson.Marshal(map[string]any{"messages": []map[string]string{{"role": role, "content": b.String()}}})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// BenchmarkScanString reads a transcript that is one string. x-text is the memory that is
// allocated, relative to the text: 1 for the decoded string, and what is found in it.
func BenchmarkScanString(b *testing.B) {
	for _, role := range []string{"assistant", "user"} {
		b.Run(role, func(b *testing.B) {
			all := oneString(role, 20<<20)
			b.SetBytes(int64(len(all)))
			scan := func() { Options{}.Scan(text.New(all), document.JSON) }
			for b.Loop() {
				scan()
			}
			b.ReportMetric(bench.Allocated(scan)/float64(len(all)), "x-text")
		})
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
