package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

func FuzzRead(f *testing.F) {
	for _, c := range cases.Load(f, "document", "go", "assistant") {
		if c.Kind != "assistant" || strings.HasPrefix(c.ID, "d-env") {
			f.Add(c.Text)
		}
	}
	for _, c := range containers {
		f.Add(c.before + strings.ReplaceAll(call, "\n", "\n"+c.prefix) + c.after)
	}
	f.Add("> <tool\n> <server_name>") // the quote mark is not the tag's end
	for _, s := range readSessions(f) {
		f.Add(s.text)
	}
	f.Add("a &lt;tool&gt;&lt;tool_name&gt;x&lt;/tool_name&gt;&lt;/tool&gt;")
	f.Add("<!-- `<tool>` -->\r\n\t- > <Tool a=b>\n{{x}}<tool_name>${A}\x00\xff</Tool >")
	f.Fuzz(func(t *testing.T, text string) {
		doc := Read(text, Document)
		checkFile(t, doc)
		checkSpans(t, doc)
		files := []*File{doc, Read(text, Reply), Read(text, Log), Read(text, Auto), Read(text, Prose), Read(text, Transcript)}
		for _, f := range files[1:] {
			checkFile(t, f)
			checkSpans(t, f)
			checkMessages(t, f)
		}
		for _, at := range fileStarts(doc) {
			if _, ok := tagAt(text, at); !ok {
				t.Fatalf("start at %d, which is no tag", at)
			}
		}
		for _, file := range files {
			for i := range file.Segments {
				checkStarts(t, &file.Segments[i])
			}
		}
	})
}

// checkMessages checks what is read of replies: the messages tile the text, each
// <tool> that the runtime can see is a start, and thinking is what it removes.
func checkMessages(t testing.TB, f *File) {
	t.Helper()
	if f.Kind == Document {
		return
	}
	end := -1
	for _, m := range f.Messages {
		if m.Len() <= 0 || end >= 0 && m.Start != end {
			t.Fatalf("messages %v of %q", f.Messages, f.Text)
		}
		end = m.End
	}
	if end >= 0 && end != len(f.Text) {
		t.Fatalf("messages %v of %d bytes", f.Messages, len(f.Text))
	}
	if f.Messages == nil && f.Kind != Transcript && (len(f.Segments) != 1 || f.Segments[0].Text != f.Text) {
		t.Fatal("a text without messages is not one segment")
	}
	for i := range f.Segments {
		s := &f.Segments[i]
		span := s.FileSpan(xmlcall.Span{Start: 0, End: len(s.Text)})
		if f.Messages != nil && len(s.Starts) == 0 {
			t.Fatalf("a message without a call is a segment: %q", s.Text)
		}
		if f.Messages != nil && !slices.ContainsFunc(f.Messages, func(m xmlcall.Span) bool {
			return m == span || s.IsDocument() && m.Start <= span.Start && span.End <= m.End
		}) {
			t.Fatalf("segment %v is no message of %v", span, f.Messages)
		}
		for at := 0; s.Scope != Apart; {
			next, ok := xmlcall.Find(s.Text, at)
			if !ok {
				break
			}
			at = next
			if _, thought := s.ThinkingAround(at); !thought && !slices.Contains(s.Starts, at) {
				t.Fatalf("no start at %d of %q", at, s.Text)
			}
			at++
		}
		if want := thoughts(s.Text); s.Scope == Message && !slices.Equal(s.Thinking, want) {
			t.Fatalf("thinking %v of %q, want %v", s.Thinking, s.Text, want)
		}
	}
}

// thoughts returns the contents that the live runtime removes from a message.
func thoughts(text string) []xmlcall.Span {
	var list []xmlcall.Span
	for _, s := range live.Read(text, xmlcall.Options{}).Thinking {
		s.Start += len("<thinking>")
		list = append(list, xmlcall.Span{Start: s.Start, End: s.Start + len(strings.TrimSuffix(text[s.Start:s.End], "</thinking>"))})
	}
	return list
}

// checkStarts checks that a block can be parsed from each start: the parser panics if
// the segment's text does not have an opener there.
func checkStarts(t *testing.T, s *Segment) {
	t.Helper()
	parser := xmlcall.NewParser(s.Text, xmlcall.Options{})
	for i, at := range s.Starts {
		_, ok := tagAt(s.Text, at)
		if escaped, found := syntax.FindEscapedTool(s.Text, at); !ok && (!found || escaped.Start != at) {
			t.Fatalf("start at %d of %q, which is no tag", at, s.Text)
		}
		if i < 4 { // the rest is similar, and the fuzzer needs speed
			parser.At(at)
		}
	}
}

// checkSpans checks spans of all segments: they lie in the file, and those
// within a line hold the same text.
func checkSpans(t *testing.T, f *File) {
	for i := range f.Segments {
		s := &f.Segments[i]
		step := len(s.Text)/50 + 1
		for a := 0; a <= len(s.Text); a += step {
			for _, b := range []int{a, a + 1, a + 7, len(s.Text)} {
				if b > len(s.Text) {
					continue
				}
				got := s.FileSpan(xmlcall.Span{Start: a, End: b})
				if got.Start < 0 || got.End < got.Start || got.End > len(f.Text) {
					t.Fatalf("span %d-%d is %v", a, b, got)
				}
				if text := s.Text[a:b]; !strings.Contains(text, "\n") && f.Text[got.Start:got.End] != text {
					t.Fatalf("span %d-%d is %q, want %q", a, b, f.Text[got.Start:got.End], text)
				}
				where, _, _ := s.FileEdit(xmlcall.Span{Start: a, End: b}, "x\ny")
				if where.Start < 0 || where.End < where.Start || where.End > len(f.Text) {
					t.Fatalf("edit %d-%d is %v", a, b, where)
				}
			}
		}
	}
}

// FuzzFileEdit edits the content of a call inside nested containers and reads
// the file again.
func FuzzFileEdit(f *testing.F) {
	f.Add(uint16(6), "a\n\n  b", uint8(1), uint8(3), "x\n\ny\n")
	f.Add(uint16(4711), "\n", uint8(0), uint8(1), "\n")
	f.Add(uint16(59), "abc", uint8(2), uint8(2), "  \n\tz")
	f.Fuzz(func(t *testing.T, nest uint16, content string, from, to uint8, put string) {
		content, put = plain(content), plain(put)
		a := min(int(from), len(content))
		b := max(a, min(int(to), len(content)))
		editContained(t, nest, content, a, b, put)
	})
}

func TestFileEditInContainers(t *testing.T) {
	content := "a\n\n  b\n\n"
	kept := 0
	for nest := range uint16(512) {
		ok := true
		for a := range content {
			for b := a; b <= len(content) && ok; b++ {
				put := []string{"", "x", "\n", "x\n\n  y\n\tz"}[(int(nest)+a+b)%4]
				ok = editContained(t, nest, content, a, b, put)
			}
		}
		if ok {
			kept++
		}
	}
	// The others mix tabs and blanks in ways that Markdown reads differently.
	if kept < 420 {
		t.Errorf("content kept in %d of 512 containers", kept)
	}
}

// editContained replaces content[a:b] by put in a call inside containers and checks
// what is read again. It returns false if the containers do not keep the content
// unchanged.
func editContained(t *testing.T, nest uint16, content string, a, b int, put string) bool {
	file := contained(nest, strings.Replace(call, "</arguments>", "<c>"+content+"</c>\n</arguments>", 1))
	f := Read(file, Document)
	checkFile(t, f)
	s := f.only(t)
	at := strings.Index(s.Text, "<c>") + 3
	if s.literal == nil || !strings.HasPrefix(s.Text[at:], content+"</c>") {
		return false
	}
	want := s.Text[:at+a] + put + s.Text[at+b:]
	after := edited(f, s, xmlcall.Span{Start: at + a, End: at + b}, put)
	if got := Read(after, Document).only(t).Text; got != want {
		t.Fatalf("text\n%q\nwant\n%q\nfile\n%q\nwas\n%q", got, want, after, file)
	}
	return true
}

// plain removes what can change a file's structure.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == ' ' || r == '\t' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

// contained puts text into containers that the bits of nest choose. Blank lines lose
// their trailing blanks, as in editors.
func contained(nest uint16, text string) string {
	trim := nest&1 == 0
	nest >>= 1
	switch nest & 3 {
	case 0:
		text = "~~~xml\n" + text + "\n~~~"
	case 1:
		text = "a\n\n" + indent("    ", text)
	}
	for nest >>= 2; nest != 0; nest >>= 2 {
		switch nest & 3 {
		case 0:
			text = indent("> ", text)
		case 1:
			text = "- a\n\n" + indent("  ", text)
		case 2:
			text = "7. " + strings.TrimPrefix(indent("   ", text), "   ")
		case 3:
			text = "-\ta\n\n" + indent("\t", text)
		}
	}
	if trim {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if strings.Trim(line, "> \t") == "" {
				lines[i] = strings.TrimRight(line, " \t")
			}
		}
		text = strings.Join(lines, "\n")
	}
	return text + "\n"
}
