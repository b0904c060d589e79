package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// snippetOf returns the snippet of spans of a line.
func snippetOf(line string, spans []xmlcall.Span, width int) (source, carets string, shown int) {
	w := indexOf(line).window(spans[0].Start)
	var moved []xmlcall.Span
	for _, span := range spans {
		moved = append(moved, xmlcall.Span{Start: span.Start - spans[0].Start + w.at, End: span.End - spans[0].Start + w.at})
	}
	return snippet(&w, moved, width)
}

func TestSnippet(t *testing.T) {
	tests := []struct {
		name string
		line string
		mark string // the marked part of line, which occurs in it once
		want string // both lines
	}{
		{"plain", "if a < b {", "<", "if a < b {\n     ^"},
		{"several characters", "a &nbsp; b", "&nbsp;", "a &nbsp; b\n  ^^^^^^"},
		{"a tab before", "\ta & b", "&", "    a & b\n      ^"},
		{"a tab", "ab\t&", "&", "ab    &\n      ^"},
		{"a tab marked", "a\tb", "\t", "a    b\n ^^^^"},
		{"wide characters", "日本 & 語", "&", "日本 & 語\n     ^"},
		{"a wide character marked", "a 語 b", "語", "a 語 b\n  ^^"},
		{"an emoji sequence", "👩‍👩‍👧 & x", "&", "👩‍👩‍👧 & x\n   ^"},
		{"a flag", "🇩🇪&", "&", "🇩🇪&\n  ^"},
		{"a combining mark", "cafe\u0301 & x", "&", "cafe\u0301 & x\n     ^"},
		{"a character with a tag", "ä\U000e0061 & x", "&", `ä\U000e0061 & x` + "\n" + strings.Repeat(" ", 12) + "^"},
		{"a control character", "a\x1b[31m & b", "&", "a\\x1b[31m & b\n          ^"},
		{"a control character marked", "a\x01b", "\x01", "a\\x01b\n ^^^^"},
		{"not UTF-8", "a\xff\xfe & b", "&", "a\\xff\\xfe & b\n          ^"},
		{"not UTF-8 marked", "a\xffb", "\xff", "a\\xffb\n ^^^^"},
		{"a bidirectional control", "a\u202eb & c", "&", "a\\u202eb & c\n         ^"},
		{"a zero-width space", "a\u200bb", "\u200b", "a\\u200bb\n ^^^^^^"},
		{"a noncharacter", "a\uffffb", "\uffff", "a\\uffffb\n ^^^^^^"},
		{"over several lines", "ab <x", "<x\ny> cd", "ab <x\n   ^^"},
		{"empty", "ab <x", "", "ab <x\n^"},
		{"the line end itself", "ab <x", "\n", "ab <x\n     ^"},
		{"a noncharacter above U+FFFF", "a\U0001fffeb", "b", "a\\U0001fffeb\n           ^"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			head, _, _ := strings.Cut(test.mark, "\n") // of what goes on in further lines
			at := strings.LastIndex(test.line, head)
			if test.mark == "" {
				at = 0
			}
			source, carets, _ := snippetOf(test.line, []xmlcall.Span{{Start: at, End: at + len(test.mark)}}, term.DefaultWidth)
			if got := source + "\n" + carets; got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestSnippetOfSeveralSpans(t *testing.T) {
	line := "a && 日 & b" + strings.Repeat(" ", 200) + "& end"
	var spans []xmlcall.Span
	for i := range len(line) {
		if line[i] == '&' {
			spans = append(spans, xmlcall.Span{Start: i, End: i + 1})
		}
	}
	source, carets, shown := snippetOf(line, spans, 40)
	if want := "  ^^    ^"; carets != want || shown != 3 {
		t.Errorf("%d shown, want 3:\n%s\n%s\nwant\n%s", shown, source, carets, want)
	}
	source, carets, shown = snippetOf(line, spans[3:], 40)
	if want := strings.Repeat(" ", 34) + "^"; carets != want || shown != 1 {
		t.Errorf("%d shown, want 1:\n%s\n%s\nwant\n%s", shown, source, carets, want)
	}
}

func TestSnippetOfLongLines(t *testing.T) {
	const width = 60
	long := strings.Repeat("abcdefghi ", 10_000)
	tests := []struct {
		name        string
		text        string
		at          xmlcall.Span
		left, right bool // whether it is cut there
		marked      string
	}{
		{"at the start", "<" + long, xmlcall.Span{Start: 0, End: 1}, false, true, "<"},
		{"in the middle", long + "<" + long, xmlcall.Span{Start: len(long), End: len(long) + 1}, true, true, "<"},
		{"at the end", long + "<", xmlcall.Span{Start: len(long), End: len(long) + 1}, true, false, "<"},
		{"a long span", "ab" + long, xmlcall.Span{Start: 2, End: len(long)}, false, true, "abcdefghi abcdefghi"},
		{"wide characters", strings.Repeat("語", 9999) + "<" + strings.Repeat("語", 9999), xmlcall.Span{Start: 3 * 9999, End: 3*9999 + 1}, true, true, "<"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source, carets, _ := snippetOf(test.text, []xmlcall.Span{test.at}, width)
			if w := uniseg.StringWidth(source); w > width {
				t.Errorf("%d columns, want at most %d", w, width)
			}
			if w := uniseg.StringWidth(carets); w > width {
				t.Errorf("carets reach to column %d, want at most %d", w, width)
			}
			if got := strings.HasPrefix(source, term.Ellipsis); got != test.left {
				t.Errorf("cut on the left: %v, want %v: %s", got, test.left, source)
			}
			if got := strings.HasSuffix(source, term.Ellipsis); got != test.right {
				t.Errorf("cut on the right: %v, want %v: %s", got, test.right, source)
			}
			if got := marked(source, carets); !strings.HasPrefix(got, test.marked) {
				t.Errorf("carets mark %q, want %q:\n%s\n%s", got, test.marked, source, carets)
			}
		})
	}
}

// marked returns the part of a line above the carets.
func marked(source, carets string) string {
	from, to := strings.IndexByte(carets, '^'), len(carets)
	var b strings.Builder
	column := 0
	for rest, state := source, -1; rest != ""; {
		var cluster string
		var width int
		cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if column >= from && column < to {
			b.WriteString(cluster)
		}
		column += width
	}
	return b.String()
}

// FuzzSnippet checks that any bytes and any span give two printable lines, the carets of bounded width.
func FuzzSnippet(f *testing.F) {
	f.Add("\ta &amp 日本 👩‍👩‍👧 e\u0301 \x1b \xff b", 3, 7, 60)
	f.Add(strings.Repeat("x\u0301\u200d🇩🇪", 400), 2000, 10, 40)
	f.Add("", 0, 0, 40)
	f.Add("\u0600\u0e33\u0903\U000e0061 क्षि", 3, 1, 40)
	f.Fuzz(func(t *testing.T, line string, start, length, width int) {
		line = strings.NewReplacer("\r", "", "\n", "").Replace(line)
		width = 40 + abs(width)%200
		start = abs(start) % (len(line) + 1)
		end := min(start+abs(length)%50, len(line))
		spans := []xmlcall.Span{{Start: start, End: end}, {Start: end, End: min(end+length%3, len(line))}}
		if spans[1].End < end {
			spans = spans[:1]
		}
		source, carets, shown := snippetOf(line, spans, width)
		if shown < 1 || shown > len(spans) {
			t.Fatalf("%d of %d spans shown", shown, len(spans))
		}
		if !utf8.ValidString(source) {
			t.Fatalf("not UTF-8: %q", source)
		}
		if strings.ContainsFunc(source, func(r rune) bool { return r != '\u200c' && r != '\u200d' && foreign.IsHidden(r, 3) }) {
			t.Fatalf("not printable: %q", source)
		}
		if strings.Trim(carets, " ^") != "" || !strings.HasSuffix(carets, "^") || len(carets) > width {
			t.Fatalf("carets %q", carets)
		}
	})
}

func abs(n int) int { return max(n, -n, 0) }
