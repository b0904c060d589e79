package document

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// smallest makes chunks as small as possible for a test.
func smallest(t testing.TB, size int) {
	old := [...]int{MinChunk, LargeChunk, HugeChunk}
	MinChunk, LargeChunk, HugeChunk = size, 1<<20, 1<<21
	t.Cleanup(func() { MinChunk, LargeChunk, HugeChunk = old[0], old[1], old[2] })
}

// known are options with a tool that is known, and its argument.
var known = ReadOptions{Knows: func(name string) (tool, argument bool) { return name == "read_file", name == "path" }}

// chunksOf returns the chunks of a text.
func chunksOf(text string, kind Kind, labels *Labels) (list []Chunk) {
	s := NewScanner(text, kind, labels, false, known)
	for at, state := 0, (State{}); at < len(text); {
		var c Chunk
		c, state = s.Next(at, state)
		list, at = append(list, c), at+c.Bytes
	}
	return list
}

// TestChunks checks where a document is cut: where
// blocks begin, and not inside anything that is read as one.
func TestChunks(t *testing.T) {
	smallest(t, 1)
	call := "<tool>\n<tool_name>x</tool_name>\n\n</tool>"
	for name, test := range map[string]struct {
		text string
		want []string // the start of each but the first
	}{
		"paragraphs":               {"aaaa\n\nbbbb\n\ncccc\n", []string{"bbbb", "cccc"}},
		"a comment":                {"aaaa <!--\n\nbbbb\n\n--> cccc\n\ndddd\n", []string{"dddd"}},
		"two comments":             {"aaaa <!-- x --> <!--\n\nbbbb --> cccc\n\ndddd\n", []string{"dddd"}},
		"a comment in code":        {"`<!--`\n\nbbbb\n\n--> cccc\n\ndddd\n", []string{"bbbb", "dddd"}},
		"a comment in a block":     {"```\n<!--\n```\n\nbbbb\n\n--> cccc\n", []string{"bbbb"}},
		"a comment that is open":   {"aaaa\n\nbbbb <!--\n\ncccc\n\ndddd", []string{"bbbb", "cccc", "dddd"}},
		"a call":                   {"aaaa\n\n" + call + "\n\ncccc\n", []string{"\nccc", "cccc"}},
		"a tag over lines":         {"aaaa\n\nbbbb </tool\n\nid=1>\n\ncccc\n", []string{"bbbb", "cccc"}},
		"a tag that is open":       {"aaaa\n\nbbbb </tool\n\ncccc\n\ndddd", []string{"bbbb", "cccc", "dddd"}},
		"a call without an end":    {"aaaa\n\n<tool>\n<tool_name>x\n\nbbbb\n\n<tool>\n\ncccc\n", []string{"cccc"}},
		"a call that is not there": {"aaaa\n\n<tool>\n\nbbbb\n\ncccc\n", []string{"bbbb", "cccc"}},
	} {
		var got []string
		at := 0
		for _, c := range chunksOf(test.text, Document, nil) {
			if at > 0 {
				got = append(got, test.text[at:min(at+4, len(test.text))])
			}
			at += c.Bytes
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// callsOf lists the calls, placeholders and directives of a file that is at an offset of a text.
func callsOf(f *File, at int) (list []string) {
	add := func(where xmlcall.Span, format string, args ...any) {
		list = append(list, fmt.Sprintf("%06d-%06d ", at+where.Start, at+where.End)+fmt.Sprintf(format, args...))
	}
	for _, s := range f.Misshapen {
		add(s, "may be a call")
	}
	for i := range f.Segments {
		s := &f.Segments[i]
		for k, start := range s.Starts {
			lead := ""
			if s.LeadIns != nil {
				l := s.LeadIns[k]
				lead = fmt.Sprintf("%+q", []string{l.Info, strings.TrimSpace(l.Inside), l.Before})
			}
			_, thought := s.ThinkingAround(int(start))
			b := xmlcall.NewParser(s.Text, xmlcall.Options{}).At(int(start))
			add(s.FileSpan(b.Span), "call %q, scope %d, thought %v, lead %s", b.Source(), s.Scope, thought, lead)
		}
		for _, p := range s.Placeholders {
			add(s.FileSpan(p), "placeholder %q", s.Text[p.Start:p.End])
		}
	}
	for _, r := range f.Directives {
		add(r.Span, "directive %q", f.Text[r.Span.Start:r.Span.End])
	}
	slices.Sort(list) // segments are in the order of their first call
	return slices.Compact(list)
}

// TestChunksAlike checks that the chunks of a document are read as they are in the whole, wherever it is cut.
func TestChunksAlike(t *testing.T) {
	smallest(t, 1)
	groups := []string{
		"Plain text.\nMore of it.", "One line", "Größer", "über alles", "Text:\n- item\n- other", "Say `<tool>` here", "a < b and `c`", "Text ``` more",
		"# Heading", "Title\n=====", "Under\n---", "## Other\nText below", "---", "===", "- item", "- item\n\n  inside", "1. one\n2. two", "> quote\nlazy", "> ```\n> code",
		"```\ncode\n```", "```go\nx := 1\n\ny := 2\n```", "```", "~~~", "~~~\n```\n~~~", "  ```\n  code\n  ```", "  ```", " ```\ncode\n ```", "   ```xml", "- ```\n  code\n  ```",
		"- ```\n  code", "1. Then:\n\n   ```\n   code\n   ```", "    ```", "\t```", "    indented\n    code", "<div>\ntext\n</div>", "<div>\n```\ncode\n\nmore\n```", "<details>",
		"<!-- comment -->", "-->", "text <!-- in --> text", "<script>\n</script>", "<?php\n\n?>", "<!X>", "<b>bold</b> text", "[//]: # (comment)", "{# comment #}",
		"{{!-- comment --}}", "Text\n```\ncode\n```\ntext", "`````\n```\n`````", "```a`b\ntext", "\ufeffText", "Text\n<div>", "Bad:", "Example (wrong)",
	}
	call := "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>"
	calls := []string{
		call, "```xml\n" + call + "\n```", "Text before:\n" + call, "Text, then " + call, "- " + strings.ReplaceAll(call, "\n", "\n  "), "> " + strings.ReplaceAll(call, "\n", "\n> "),
		"```xml\n" + call, "<tool>", "text <tool> text", "    " + strings.ReplaceAll(call, "\n", "\n    "), "  ```\n  " + strings.ReplaceAll(call, "\n", "\n  ") + "\n  ```",
		"<tool>\n<name>read_file</name>\n\n<path>a</path>\n</tool>", "```\n<tool>\n<name>x</name>\n<args>\n```\n</args>\n</tool>\n```", "Text:\n<tool>{\"name\": \"read_file\"}</tool>", "<tool><path>a</path></tool>",
		"<tool_call>\n<tool_name>read_file</tool_name>\n<arguments></arguments>\n</tool_call>", "Text\n<tool><name>read_file</name></tool>", "<tool><name>read_file</name></tool> text", "> <tool>\n> <name>x</name>\n> <args>a</args>\n> </tool>",
		"<div>\n" + call + "\n</div>", "</tool>", call + "\nand text", "<tool>\n<tool_name>\n\nText\n\nMore\n\n</tool_name>\n</tool>",
	}
	r := rand.New(rand.NewPCG(5, 5))
	found := 0
	for range 15_000 {
		var b strings.Builder
		for range 1 + r.IntN(25) {
			switch n := r.IntN(10); {
			case n == 0:
				b.WriteString(calls[r.IntN(len(calls))])
			case n < 6:
				b.WriteString(groups[r.IntN(5)])
			default:
				b.WriteString(groups[r.IntN(len(groups))])
			}
			b.WriteString([]string{"\n\n", "\n\n", "\n\n", "\n \n", "\n\n\n", "\n"}[r.IntN(6)])
		}
		text := b.String()
		if r.IntN(10) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		forge := r.IntN(2) == 0
		want := callsOf(readDocument(text, nil, &Context{ReadOptions: known, Labels: &Labels{}, Forge: forge}), 0)
		var got []string
		at := 0
		for _, c := range chunksOf(text, Document, nil) {
			in := Context{State: c.State, Long: c.Long}
			in.ReadOptions, in.Labels, in.Forge = known, &Labels{}, forge
			got = append(got, callsOf(readDocument(text[at:at+c.Bytes], nil, &in), at)...)
			at += c.Bytes
		}
		slices.Sort(got)
		found += len(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %s\nwant %s", text, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
	if found < 10_000 {
		t.Errorf("%d calls", found)
	}
}

// TestRelevant checks which texts need not be read.
func TestRelevant(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "a tool": false, "a < b, <b>tool</b>": false, "<too": false, "<": false, "</": false, "<to ol>": false,
		"<tool": true, "<TOOL>": true, "a </Tool>": true, "a < b <toolbox>": true,
		"<!-- forge-lsp-disable-next-call -->": true, "<!-- a remark -->": false,
	} {
		for _, kind := range []Kind{Document, Reply, Log, Transcript} {
			if got := Relevant(text, kind); got != want {
				t.Errorf("%q, %v: %t", text, kind, got)
			}
		}
	}
}

// joinedTexts returns n random texts of a kind, composed of the cases and the sessions.
func joinedTexts(t *testing.T, r *rand.Rand, kind Kind, n int) []string {
	var parts []string
	if kind == Document {
		for _, c := range cases.Load(t, "document", "go") {
			parts = append(parts, c.Text)
		}
	} else {
		for _, s := range readSessions(t) {
			parts = append(parts, s.text)
		}
		for _, text := range oneReply {
			parts = append(parts, text)
		}
		slices.Sort(parts) // those of the map
	}
	between := []string{"\n\n", "\n\n## A heading\n\nA paragraph.\n\n", "\r\n\r\n", "\n\n```\ncode\n```\n\n"}
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(parts[r.IntN(len(parts))])
			b.WriteString(between[r.IntN(len(between))])
		}
		texts[i] = b.String()
	}
	return texts
}

// TestLabelSums checks that the chunks of a text have the labels of the whole together, whatever its labels
// are taken for.
func TestLabelSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	found := 0
	for _, size := range []int{1, 2 << 10} {
		smallest(t, size)
		for _, kind := range []Kind{Reply, Log} {
			for _, text := range joinedTexts(t, r, kind, 100) {
				whole := labelsOf(text)
				if whole != nil {
					found++
				}
				for _, labels := range []*Labels{nil, whole} {
					var sum *Labels
					for _, c := range chunksOf(text, kind, labels) {
						sum = sum.Add(c.Labels)
					}
					if !reflect.DeepEqual(sum, whole) {
						t.Fatalf("%+v, together %+v in %q", sum, whole, text)
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d texts with labels", found)
	}
}

// TestMessagesAlike checks that the messages of a text are read as they are in the whole.
func TestMessagesAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for _, kind := range []Kind{Reply, Log, Transcript} {
		for _, text := range joinedTexts(t, r, kind, 300) {
			whole := Read(text, kind)
			want := callsOf(whole, 0)
			labels := labelsOf(text)
			if kind == Transcript { // whose calls count, too
				labels = nil
				for _, c := range chunksOf(text, kind, labelsOf(text)) {
					labels = labels.Add(c.Labels)
				}
			}
			var got []string
			at, numbered := 0, 0
			for _, c := range chunksOf(text, kind, labels) {
				in := Context{State: c.State, Long: c.Long}
				if in.Labels = labels; labels == nil {
					in.Labels = &Labels{}
				}
				got = append(got, callsOf(ReadIn(text[at:at+c.Bytes], kind, in), at)...)
				at, numbered = at+c.Bytes, numbered+c.Messages
			}
			slices.Sort(got)
			if found += len(want); !slices.Equal(got, want) || numbered != whole.MessagesBefore(len(text)) {
				t.Fatalf("%v %q, %d messages:\n got %s\nwant %s, %d", kind, text, numbered, strings.Join(got, "\n     "), strings.Join(want, "\n     "), whole.MessagesBefore(len(text)))
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d calls", found)
	}
}
