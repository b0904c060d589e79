package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cases"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// small makes items and long messages small for a test.
func small(t testing.TB, item, message int) {
	oldItem, oldMessage := minItem, transcript.MaxMessage
	minItem, transcript.MaxMessage = item, message
	t.Cleanup(func() { minItem, transcript.MaxMessage = oldItem, oldMessage })
}

// described is what a finding is, at the offsets of the text.
func described(f *Finding, call int, place func(xmlcall.Span) xmlcall.Span) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s %v %q call %d intended %v", place(f.Span), f.Code, f.Severity, f.Message, call, f.Intended)
	for _, fix := range f.Fixes {
		fmt.Fprintf(&b, "\n    %q", fix.Title)
		for _, e := range fix.Edits {
			fmt.Fprintf(&b, " %v %q", place(e.Span), e.Text)
		}
	}
	for _, r := range f.Related {
		fmt.Fprintf(&b, "\n    related %v %q", place(r.Span), r.Message)
	}
	return b.String()
}

// checkDocument compares a document with what reading its text finds.
func checkDocument(t testing.TB, d *Document) {
	t.Helper()
	all := d.Text().String()
	want := d.Options().Run(transcript.Read(all, d.ReadAs()))
	var is, should []string
	for p := range d.Findings() {
		is = append(is, described(p.Finding, p.Call, p.Place))
	}
	for i := range want.Findings {
		f := &want.Findings[i]
		should = append(should, described(f, f.Call, func(s xmlcall.Span) xmlcall.Span { return s }))
	}
	if !reflect.DeepEqual(is, should) {
		for i := range max(len(is), len(should)) {
			a, b := "", ""
			if i < len(is) {
				a = is[i]
			}
			if i < len(should) {
				b = should[i]
			}
			if a != b {
				t.Fatalf("%v (%v) of %q\nfinding %d of %d, %d\n got %s\nwant %s", d.ReadAs(), d.Kind(), all, i, len(is), len(should), a, b)
			}
		}
	}
	if d.Suppressed() != want.Suppressed {
		t.Fatalf("%v of %q: %d suppressed, want %d", d.ReadAs(), all, d.Suppressed(), want.Suppressed)
	}
	if lines := d.items.Summary().lines; d.items.Len() > 0 && lines+1 != d.Text().Lines() {
		t.Fatalf("%q: %d lines, want %d", all, lines+1, d.Text().Lines())
	}
	if d.Tally() != want.Tally() {
		t.Fatalf("%v of %q: %+v, want %+v", d.ReadAs(), all, d.Tally(), want.Tally())
	}
}

var soundText = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n"

// typedTexts are what people type and paste.
var typedTexts = []string{
	"e", "a", " ", "\n", "&", "<", ">", "\n\n", "\r\n", "\r", "\xff", "é", "𝄞", "n", ":", ",", "/", "\"", "-", "=", "===\n", "---\n", "    ", "\t", "> ", "- ", "1. ",
	"</tool>", "<tool>", "]]>", "<![CDATA[", "<thinking>", "</thinking>", "<!--", "-->", "```\n", "```xml\n", "~~~\n", "\n```\n", "`", "<tool ", "<Tool>", "</tool >",
	"\nUser: ", "\n**Assistant:** ", "\n**User:** go on\n\n", "\n<|im_start|>assistant\n", "\n2026-10-01 09:30:00 INFO x\n", "{{x}}", "{{", "}}", "${X}", "{%", "</path>", "</arguments>", "<arguments>", "❌ Wrong:\n\n", "\n# Bad\n\n", "\n## Good examples\n\n", "<div>\n", "</div>\n", "<a title=\"x > y\" b c>", "[//]: # (c)\n", "\ufeff",
	soundText, "\n\n" + soundText + "\n",
}

func documentTexts(t testing.TB) []string {
	unknown := strings.Replace(soundText, "read_file", "no_such_tool", 1)
	texts := []string{
		strings.Repeat(unknown+soundText, 5),
		strings.Repeat("Words.\n\n"+soundText+"\n> quoted\n> "+strings.ReplaceAll(soundText, "\n", "\n> ")+"\n", 5),
		strings.Repeat("# Title\n\nWrong:\n\n```xml\n"+unknown+"```\n\n- item\n\n  ```xml\n  "+strings.ReplaceAll(soundText, "\n", "\n  ")+"\n  ```\n\nMore.\n\n", 4),
		strings.Repeat(soundText+"\n", 20),
		"<thinking>x</thinking>\n" + strings.Repeat(soundText, 3),
		strings.Repeat("**User:** go on\n\n**Assistant:** <thinking>a <tool> b</thinking> I go on.\n"+soundText, 8),
		strings.Repeat("2026-10-01 09:30:00 INFO reply:\n"+soundText+"<thinking>"+soundText, 8),
	}
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) < 1<<12 {
			texts = append(texts, c.Text, soundText+c.Text+"\n\nNext.\n\n"+soundText)
		}
	}
	return texts
}

var chains = flag.Int("chains", 1, "how many chains of edits TestDocument makes of each text")

// TestDocument: a chain of edits leads to what reading the text leads to.
func TestDocument(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	edits, whole, kept, items := 0, 0, 0, 0
	for _, size := range []struct{ item, message int }{{1, 300}, {1, 256 << 10}, {200, 2000}} {
		small(t, size.item, size.message)
		for _, s := range documentTexts(t) {
			for _, kind := range []transcript.Kind{transcript.Reply, transcript.Document, transcript.Log, transcript.Auto} {
				for range *chains {
					d := Options{}.Open(text.New(s), kind)
					checkDocument(t, d)
					for range 6 {
						n := d.Text().Len()
						from := random.IntN(n + 1)
						to := min(n, from+max(0, random.IntN(12)-8))
						if random.IntN(12) == 0 {
							to = min(n, from+random.IntN(400))
						}
						old := map[*item]bool{}
						for _, i := range d.items.All() {
							old[i] = true
						}
						d = d.Edit(from, to, typedTexts[random.IntN(len(typedTexts))])
						checkDocument(t, d)
						if len(old) < 4 {
							continue
						}
						edits++
						shared := 0
						for _, i := range d.items.All() {
							if items++; old[i] {
								shared++
							}
						}
						if kept += shared; shared == 0 {
							whole++
						}
					}
				}
			}
		}
	}
	t.Logf("%d edits of texts with four items or more: %d read all, %d of %d items were kept", edits, whole, kept, items)
	if kept < items/3 {
		t.Errorf("only %d of %d items were kept", kept, items)
	}
}
