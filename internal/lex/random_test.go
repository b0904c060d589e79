package lex

import (
	"encoding/xml"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// drawn returns n random texts composed of the pieces.
func drawn(n int, pieces ...string) []string {
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		texts[i] = b.String()
	}
	return texts
}

// TestReadRandom checks that markup, and what is in it, is what encoding/xml reads, at
// any offset.
func TestReadRandom(t *testing.T) {
	texts := drawn(30_000,
		"<", "</", "<?", "<!", "<!--", "<![CDATA[", "<!-", "<![", "?>", "-->", "]]>", "/>", ">", ">", "-", "[", "]", "/", "!", "?",
		"a", "a", "b:c", ":", "1", "é", " ", "\n", "=", "='x'", `="y z"`, "'", `"`, "x", "xml", " version='1.0'", " version='1.1'", "<b>")
	texts = append(texts, drawn(20_000, "a", " a", "b:c", " d", ":", "é", "1", " ", "\n", "=", "='x'", `="y z"`, " = ''", "'", `"`, "/", "/>", ">", "<")...)
	for _, s := range append(texts, seeds...) {
		if s[0] != '<' {
			s = "<" + s
		}
		checkRead(t, "é]]>"+s, len("é]]>"))
	}
}

func checkRead(t *testing.T, text string, at int) {
	t.Helper()
	s := text[at:]
	if Opens(text, at) == CDATA {
		return
	}
	m := Read(text, at)
	d := xml.NewDecoder(strings.NewReader(s))
	token, err := d.RawToken()
	if err != nil || !m.Fail.OK() {
		var want string
		if err != nil {
			want = err.Error()
		}
		if !strings.HasSuffix(want, m.Fail.Reason) || m.Fail.OK() && !aboutCharacters(err) {
			t.Fatalf("Read(%q): %+v, encoding/xml: %v", s, m, err)
		}
		return
	}
	if int64(m.End-at) != d.InputOffset() {
		t.Fatalf("Read(%q) = %+v, encoding/xml reads up to %d", s, m, d.InputOffset())
	}
	inner := m.Inner.Of(text)
	ok := true
	switch token := token.(type) {
	case xml.StartElement:
		ok = m.Kind == StartTag && inner == full(token.Name) && len(m.Tag.Attributes) == len(token.Attr) && !m.Tag.IsEnd
		for i, a := range token.Attr {
			got := m.Tag.Attributes[i]
			ok = ok && got.Name.Of(text) == full(a.Name) && NormalizeNewlines(got.Value.Of(text)) == a.Value && got.Fail.OK() &&
				got.Span.Start == got.Name.Start && got.Span.End == got.Value.End+1
		}
		ok = ok && m.Tag.SelfClosing == strings.HasSuffix(text[:m.End], "/>")
	case xml.EndElement:
		ok = m.Kind == EndTag && inner == full(token.Name) && m.Tag.IsEnd
	case xml.Comment:
		ok = m.Kind == CommentKind && NormalizeNewlines(inner) == string(token)
		end, dashes := Comment(text, at)
		ok = ok && end == m.End && len(dashes) == 0
	case xml.ProcInst:
		ok = m.Kind == ProcInstKind && inner == token.Target
	case xml.Directive:
		ok = m.Kind == DirectiveKind && m.Inner == Span{at + 2, m.End - 1}
	}
	if !ok {
		t.Fatalf("Read(%q) = %+v, encoding/xml %#v", s, m, token)
	}
}

func full(name xml.Name) string {
	if name.Space != "" {
		return name.Space + ":" + name.Local
	}
	return name.Local
}

// TestReferencesRandom checks that a reference that encoding/xml reads is valid and
// decodes to the same text, that what the repair rewrites reads as it is written, and
// that everything else is refused.
func TestReferencesRandom(t *testing.T) {
	for _, s := range drawn(20_000, "&", "&", "&#", "&#x", "&lt", "&amp", "gt", "quot", "apos", ";", ";", "a", "A", "f", "F", "g", "G", "0", "1", "9", "é", " ", "/", ":", "D800", "10FFFF", "110000", "65533") {
		text := "é" + s
		at := strings.IndexByte(text, '&')
		if at < 0 {
			continue
		}
		kind, end, decoded := Reference(text, at)
		ref := text[at:end]
		got, err := element(ref)
		if (kind == RefValid) != (err == nil) || kind == RefValid && got != decoded {
			t.Fatalf("%q in %q: %d %q, encoding/xml %q, %v", ref, text, kind, decoded, got, err)
		}
		switch kind {
		case RefValid:
			if Decode("a"+ref+"\r\nb") != "a"+decoded+"\nb" {
				t.Fatalf("Decode(%q) = %q", ref, Decode(ref))
			}
		case RefInvalid, RefTooLarge:
			if Repair(ref) != ref {
				t.Fatalf("Repair(%q) = %q", ref, Repair(ref))
			}
		default:
			if back := must(element(Repair(ref))); back != ref || NextRepair(text, 0) != at {
				t.Fatalf("%q in %q is repaired to what reads %q, at %d", ref, text, back, NextRepair(text, 0))
			}
		}
		if kind == RefUnknown || kind == RefInvalid || kind == RefTooLarge {
			if !strings.HasSuffix(ref, ";") || strings.Count(ref, ";") != 1 {
				t.Fatalf("%d %q of %q", kind, ref, text)
			}
		}
		if kind == RefUnterminated && (strings.HasSuffix(ref, ";") || end < len(text) && text[end] == ';') {
			t.Fatalf("%q of %q lacks a semicolon", ref, text)
		}
	}
}

// element returns the text of an element with the content.
func element(content string) (string, error) { return text("<a>" + content + "</a>") }

// TestCharacters checks every character, whole and cut, alone and among others.
func TestCharacters(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r == 0x3100 {
			r = 0xCF00 // all between are alike
		}
		if r == 0x10100 {
			r = 0x10FF00
		}
		s := string(r)
		if 0xD800 <= r && r <= 0xDFFF {
			continue // string converts them to U+FFFD
		}
		_, err := element(strings.NewReplacer("&", "", "<", "").Replace(s))
		want := len(s)
		if err != nil {
			want = 0
		}
		if got := GoodChar("a"+s+"b", 1, 1+len(s)); got != want {
			t.Fatalf("%U: %d bytes, want %d", r, got, want)
		}
		if got := IsChar(r); got != (err == nil) {
			t.Fatalf("IsChar(%U) = %v", r, got)
		}
		for cut := 1; cut < len(s); cut++ {
			if got := GoodChar("a"+s, 1, 1+cut); got != 0 {
				t.Fatalf("%U: %d of %d bytes are a character of %d", r, cut, len(s), got)
			}
		}
	}
}

// TestBadCharacters checks the first place that encoding/xml cannot carry, in bytes of any
// kind.
func TestBadCharacters(t *testing.T) {
	for _, s := range drawn(20_000, "a", "b<", "\n", "\x00", "\x1f", "\x7f", "é", "\xc3", "\xa9", "€", "\xe2\x82", "\ufffe", "\ufffd", "\xed\xa0\x80", "😀", "\xf0\x9f", "\xff", "\xc0\x80", "12345678", "]]") {
		text := "aé" + s + "é"
		i, j := 3, 3+len(s)
		want, wantOK := Span{j, j}, true
		for at := i; at < j; {
			r, size := utf8.DecodeRuneInString(text[at:j])
			if r != utf8.RuneError || size > 1 {
				if !IsChar(r) {
					want = Span{at, at + size}
					break
				}
				at += size
				continue
			}
			want, wantOK = Span{at, at}, false
			for want.End < j { // a run is one span
				if r, size := utf8.DecodeRuneInString(text[want.End:j]); r != utf8.RuneError || size != 1 {
					break
				}
				want.End++
			}
			break
		}
		if got, ok := NextBadChar(text, i, j); got != want || ok != wantOK {
			t.Fatalf("%q: %v, %v, want %v, %v", s, got, ok, want, wantOK)
		}
	}
}

// TestNames checks that a name of an element is what encoding/xml accepts as one.
func TestNames(t *testing.T) {
	for _, name := range drawn(5_000, "a", "Z", "0", "9", "-", ".", "_", ":", "é", "·", " ", "×", "z") {
		err := xml.Unmarshal([]byte("<"+name+"/>"), new(struct{}))
		// Of "a b" the second word would be an attribute.
		if got := IsElementName(name); got != (err == nil && !strings.Contains(name, " ")) {
			t.Errorf("IsElementName(%q) = %v, encoding/xml: %v", name, got, err)
		}
		token, err := xml.NewDecoder(strings.NewReader("<" + name + "/>")).RawToken()
		if e, ok := token.(xml.StartElement); err == nil && ok && len(e.Attr) == 0 && Local(strings.TrimSpace(name)) != e.Name.Local {
			t.Errorf("Local(%q) = %q, encoding/xml %q", name, Local(name), e.Name.Local)
		}
	}
}

// TestLooseRandom checks the functions that find the tags of a call, valid or misspelled,
// against equivalent patterns.
func TestLooseRandom(t *testing.T) {
	loose := regexp.MustCompile(`^(?i)<(/?)(tool)([^<>\w:.\x80-\xff-][^<>]*)?>`)
	loose.Longest()
	end := regexp.MustCompile(`(?i)</tool[ \t\r\n]*>`)
	first := regexp.MustCompile(`(^|[>\n\r])[ \t]*$`)
	for _, s := range drawn(30_000, "<", "/", "tool", "Tool", "TOOL", ">", ">", " ", "\n", "a", "é", "x='y'", "<tool>", "</tool>", "</Tool >", "</tool", "<thinking>", "</thinking>", "tools") {
		for i := range s {
			m := loose.FindStringSubmatchIndex(s[i:])
			got, ok := LooseTool(s, i)
			if ok != (m != nil) || ok && (got != LooseTag{Span{i + m[4], i + m[5]}, i + m[1], m[3] > m[2]}) {
				t.Fatalf("LooseTool(%q, %d) = %v, %v, want %v", s, i, got, ok, m)
			}
		}
		want := -1
		for _, m := range end.FindAllStringIndex(s, -1) {
			if want < 0 {
				want = m[1]
			}
			if first.MatchString(s[:m[0]]) {
				want = m[1]
				break
			}
		}
		if got := LooseToolEnd(s, 0); got != want {
			t.Fatalf("LooseToolEnd(%q) = %d, want %d", s, got, want)
		}
		open, closes := strings.Index(s, ThinkingOpen), strings.Index(s, ThinkingClose)
		tag, isEnd := FindThinking(s, 0)
		switch {
		case open < 0 && closes < 0:
			if tag.Len() > 0 || isEnd {
				t.Fatalf("FindThinking(%q) = %v", s, tag)
			}
		case closes < 0 || open >= 0 && open < closes:
			if isEnd || tag != (Span{open, open + len(ThinkingOpen)}) {
				t.Fatalf("FindThinking(%q) = %v, %v", s, tag, isEnd)
			}
		case !isEnd || tag != (Span{closes, closes + len(ThinkingClose)}):
			t.Fatalf("FindThinking(%q) = %v, %v", s, tag, isEnd)
		}
	}
}
