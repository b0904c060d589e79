package document

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// checkFile checks the invariants of every file.
func checkFile(t testing.TB, f *File) {
	t.Helper()
	last := -1
	for i := range f.Segments {
		s := &f.Segments[i]
		if s.literal == nil && s.Text != f.Text {
			t.Fatal("not the file's text, and no place in it")
		}
		if f.Kind == Document && len(s.Starts) == 0 {
			t.Fatal("a segment of a document without starts")
		}
		for j, at := range s.Starts {
			if at < 0 || at >= len(s.Text) || s.Text[at] != '<' && (s.Scope != Message || !strings.HasPrefix(s.Text[at:], "&lt;tool")) {
				t.Fatalf("start %d is at no tag", at)
			}
			if j > 0 && at <= s.Starts[j-1] {
				t.Fatalf("starts %v are not in order", s.Starts)
			}
		}
		if len(s.Starts) > 0 {
			first := s.FileSpan(xmlcall.Span{Start: s.Starts[0], End: s.Starts[0]}).Start
			if first <= last {
				t.Fatal("segments are not in the order of their first call")
			}
			last = first
		}
		end := 0
		for _, p := range s.Placeholders {
			if p.Start < end || p.End <= p.Start || p.End > len(s.Text) {
				t.Fatalf("placeholders %v are not in order", s.Placeholders)
			}
			end = p.End
		}
	}
}

// edited returns the file's text after the edit of segment s.
func edited(f *File, s *Segment, span xmlcall.Span, text string) string {
	where, put, _ := s.FileEdit(span, text)
	return f.Text[:where.Start] + put + f.Text[where.End:]
}

// containers are ways to put a call into a Markdown file.
var containers = []struct{ name, before, prefix, after string }{
	{"flow", "a\n\n", "", "\n\nb\n"},
	{"fence", "a\n\n```xml\n", "", "\n```\nb\n"},
	{"list item", "- a\n\n  ```xml\n", "  ", "\n  ```\n- b\n"},
	{"item's first line", "1. ", "   ", "\n2. b\n"},
	{"quote", "> a\n>\n", "> ", "\n> b\n\nc\n"},
	{"quote in an item", "- > ", "  > ", "\n\nc\n"},
	{"fence in a quote", ">```\n", "> ", "\n>```\n"},
	{"indented code", "a\n\n", "    ", "\n\nb\n"},
	{"tabs", "-\ta\n\n\t```\n", "\t", "\n\t```\n"},
	{"fence, never closed", "```xml\n", "", ""},
}

func (f *File) only(t testing.TB) *Segment {
	t.Helper()
	if len(f.Segments) != 1 {
		t.Fatalf("%d segments in %q", len(f.Segments), f.Text)
	}
	return &f.Segments[0]
}

// TestFileEdit checks that an edit of the segment, written to the file and read again,
// is the edit of the segment's text.
func TestFileEdit(t *testing.T) {
	base := strings.Replace(call, "</arguments>", "  <path>a\n\n  b</path>\n</arguments>", 1)
	edits := []struct{ name, old, new string }{
		{"word", "local", "other"},
		{"nothing for a word", "local", ""},
		{"insert lines", "</arguments>", "<a>1</a>\n  <b>2</b>\n</arguments>"},
		{"insert blank lines", "</arguments>", "\n\n</arguments>\n"},
		{"join lines", "local</server_name>\n<tool_name>", "local</server_name><tool_name>"},
		{"delete a line", "<server_name>local</server_name>\n", ""},
		{"replace a line", "<server_name>local</server_name>\n", "<x/>\n\n  <y/>\n"},
		{"replace lines", "<arguments>\n  <path>a\n\n  b</path>\n", "<arguments>\n\t<q>\n"},
		{"fill a blank line", "a\n\n", "a\nfull\n  more\n"},
		{"quote mark and fence", "list_tags", "\n> a\n```\nb"},
	}
	for _, c := range containers {
		before := c.before
		if strings.HasPrefix(c.name, "item") || strings.HasPrefix(c.name, "quote in") {
			before = strings.TrimSuffix(before, c.prefix)
		}
		body := strings.ReplaceAll(base, "\n", "\n"+c.prefix)
		if !strings.Contains(c.name, "first line") && c.name != "quote in an item" {
			body = c.prefix + body
		}
		for _, trim := range []bool{false, true} {
			text := before + body + c.after
			if trim {
				text = strings.ReplaceAll(text, "\n"+c.prefix+"\n", "\n"+strings.TrimRight(c.prefix, " \t")+"\n")
			}
			f := Read(text, Document)
			checkFile(t, f)
			s := f.only(t)
			for _, e := range edits {
				at := strings.Index(s.Text, e.old)
				if at < 0 {
					t.Fatalf("%s: no %q in %q", c.name, e.old, s.Text)
				}
				want := s.Text[:at] + e.new + s.Text[at+len(e.old):]
				after := edited(f, s, xmlcall.Span{Start: at, End: at + len(e.old)}, e.new)
				g := Read(after, Document)
				checkFile(t, g)
				if got := g.only(t).Text; got != want && s.literal != nil || s.literal == nil && after != want {
					t.Errorf("%s, %s: text\n%q\nwant\n%q\nfile\n%q", c.name, e.name, got, want, after)
				}
			}
		}
	}
}

// TestFileEditAtTheEnd checks that text appended to a segment does not join the line
// after it.
func TestFileEditAtTheEnd(t *testing.T) {
	text := "- a\n\n  ```xml\n" + indent("  ", strings.TrimSuffix(call, "\n</tool>")) + "\n  ```\n"
	for _, put := range []string{"</tool>", "</tool>\n", "\n</tool>\n"} {
		f := Read(text, Document)
		s := f.only(t)
		after := edited(f, s, xmlcall.Span{Start: len(s.Text), End: len(s.Text)}, put)
		want := strings.TrimSuffix(s.Text+put, "\n") + "\n"
		if got := Read(after, Document).only(t).Text; got != want {
			t.Errorf("%q: %q, want %q; file %q", put, got, want, after)
		}
		if !strings.HasSuffix(after, "\n  </tool>\n  ```\n") {
			t.Errorf("%q: file %q", put, after)
		}
	}
}

// TestTextOffsetOutside checks that places of a file beside a string are not taken for those of
// its text.
func TestTextOffsetOutside(t *testing.T) {
	text := `{"role":"assistant","content":"<tool>\n<tool_name>a</tool_name><arguments></arguments></tool>"}`
	s := Read(text, JSON).only(t)
	start, end := strings.Index(text, "<tool>"), strings.Index(text, `"}`)
	for file := range text {
		if at, ok := s.TextOffset(file); ok && (file < start || file > end) {
			t.Errorf("%q is at %d of the text", text[file:], at)
		}
	}
	if at, ok := s.TextOffset(start); !ok || at != 0 {
		t.Errorf("the start is at %d, %t", at, ok)
	}
	if at, ok := s.TextOffset(end); !ok || at != len(s.Text) {
		t.Errorf("the end is at %d, %t", at, ok)
	}
}

// TestTextOffsetWhole checks that in a segment that is a whole file each place, also the end, is
// that of the file, and no place outside is one.
func TestTextOffsetWhole(t *testing.T) {
	const text = "<tool>\n</tool>"
	s := Read(text, Reply).only(t)
	for file := -2; file <= len(text)+2; file++ {
		at, ok := s.TextOffset(file)
		if inside := 0 <= file && file <= len(text); ok != inside || ok && at != file {
			t.Errorf("%d of the file is %d, %t", file, at, ok)
		}
	}
}
