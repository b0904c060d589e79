package live

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// checkReply fails the test unless all spans lie in the text and point at the text that
// they describe.
func checkReply(t testing.TB, r *Reply) {
	t.Helper()
	whole := xmlcall.Span{Start: 0, End: len(r.Text)}
	at := 0
	for _, s := range r.Thinking {
		if !whole.Contains(s) || !strings.HasPrefix(r.Text[s.Start:s.End], lex.ThinkingOpen) || s.Start < at {
			t.Fatalf("thinking %v in a text of %d bytes\n%q", s, len(r.Text), r.Text)
		}
		at = s.End
	}
	at = 0
	for _, d := range r.Deviations {
		if !whole.Contains(d.Span) || d.Span.Len() <= 0 || d.Span.Start < at {
			t.Fatalf("deviation %+v in a text of %d bytes\n%q", d, len(r.Text), r.Text)
		}
		at = d.Span.Start
	}
	if r.Block == nil {
		if r.Runs() || r.Tool != "" {
			t.Fatalf("runs without a block: %+v", r)
		}
		return
	}
	for _, tok := range r.Block.Tokens {
		s := r.Original(tok.Span())
		if !whole.Contains(s) || s.Len() < 0 {
			t.Fatalf("token %+v comes from %+v", tok, s)
		}
		if len(r.Deviations)+len(r.Thinking) == 0 && utf8.ValidString(r.Text) && s.Len() > 0 && trimmed(r.Text[s.Start:s.End]) != r.Block.Slice(tok.Span()) {
			t.Fatalf("token %q comes from %q", r.Block.Slice(tok.Span()), r.Text[s.Start:s.End])
		}
	}
	if open := r.Original(xmlcall.Span{Start: 0, End: len(lex.ToolOpen)}); r.Text[open.Start] != '<' || r.Text[open.End-1] != '>' {
		t.Fatalf("the block's <tool> comes from %v", open)
	}
}

// trimmed returns what the runtime makes of the text of a token. A token that holds
// more than the </tool> at its end lacks the white space before it: everything from an
// end tag that was meant to be </tool> up to the real one is one text.
func trimmed(token string) string {
	if content, ok := strings.CutSuffix(token, lex.ToolClose); ok {
		return strings.TrimRightFunc(content, unicode.IsSpace) + lex.ToolClose
	}
	return token
}

// FuzzRead checks the two readings of a reply against a simple model of the runtime, and
// the spans against the text.
func FuzzRead(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
	f.Add("a</thinking><to<thinking></thinking>ol>\xff<tool></tool><tool>")
	f.Add("<<tool>")
	f.Fuzz(func(t *testing.T, text string) {
		check := func(r *Reply, chunks ...string) {
			checkReply(t, r)
			call := modelReply(chunks)
			if (r.Block == nil) != (call == "") || r.Block != nil && r.Block.Text != lex.ToolOpen+call+lex.ToolClose {
				t.Fatalf("call %+v, want %q\n%q", r.Block, call, chunks)
			}
		}
		check(Read(text, xmlcall.Options{}), strings.Split(text, "")...)
		check(ReadAtOnce(text, xmlcall.Options{}), text)
	})
}

// modelReply implements the live runtime naively, a byte at a time: two readers in
// sequence. It returns the content of the call.
func modelReply(chunks []string) (call string) {
	var tag, pending, content string
	var inTag, inThinking, inTool bool
	second := func(s string) {
		var done *string
		started := false
		for i := range len(s) {
			pending += s[i : i+1]
			switch {
			case !inTool && strings.HasSuffix(pending, lex.ToolOpen):
				pending, content, inTool, started, done = "", "", true, true, nil
			case inTool && strings.HasSuffix(pending, lex.ToolClose):
				content = strings.TrimSpace(content + strings.TrimSuffix(pending, lex.ToolClose))
				c := content
				pending, content, inTool, started, done = "", "", false, false, &c
			}
		}
		want := lex.ToolOpen
		if inTool {
			want = lex.ToolClose
		}
		held := 0
		for n := 1; n < len(want) && n <= len(pending); n++ {
			if strings.HasSuffix(pending, want[:n]) {
				held = n
			}
		}
		if inTool {
			content += pending[:len(pending)-held]
		}
		pending = pending[len(pending)-held:]
		if !started && done != nil { // a call that is finished before another one starts is lost
			call += *done
		}
	}
	for _, chunk := range chunks {
		var out string
		emit := func(s string) {
			if !inThinking {
				out += s
			}
		}
		for _, c := range chunk {
			switch s := string(c); {
			case s == "<":
				emit(tag)
				tag, inTag = s, true
			case inTag && s == ">":
				tag, inTag = tag+s, false
				switch tag {
				case lex.ThinkingOpen:
					inThinking = true
				case lex.ThinkingClose:
					inThinking = false
				default:
					emit(tag)
				}
				tag = ""
			case inTag:
				tag += s
			default:
				emit(s)
			}
		}
		if out != "" {
			second(out)
		}
	}
	if !inThinking && tag != "" {
		second(tag)
	}
	if inTool {
		call += strings.TrimSpace(content + pending)
	}
	return call
}
