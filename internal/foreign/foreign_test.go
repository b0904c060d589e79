package foreign

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestText checks what each form makes of characters that are not shown.
func TestText(t *testing.T) {
	for text, want := range map[string]struct{ line, text string }{
		"größer 🙂 <a> & \\":      {"größer 🙂 <a> & \\", "größer 🙂 <a> & \\"},
		"a\tb\r\nc\rd":           {`a\x09b\x0d\x0ac\x0dd`, "a\tb\r\nc\\x0dd"},
		"\x1b[2J\a\x00\x7f":      {`\x1b[2J\x07\x00\x7f`, `\x1b[2J\x07\x00\x7f`},
		"\u0085\u009b\u2028":     {`\u0085\u009b\u2028`, `\u0085\u009b\u2028`},
		"\u202ea\u2066\ufeff":    {`\u202ea\u2066\ufeff`, `\u202ea\u2066\ufeff`},
		"a\xffb\uffff\U000e0001": {`a\xffb\uffff\U000e0001`, `a\xffb\uffff\U000e0001`},
		"👩\u200d💻":               {"👩\u200d💻", "👩\u200d💻"},
	} {
		if got := Line(text); got != want.line {
			t.Errorf("Line(%q) = %q, want %q", text, got, want.line)
		}
		if got := Text(text); got != want.text {
			t.Errorf("Text(%q) = %q, want %q", text, got, want.text)
		}
	}
	if got := Lines("a\tb\nc"); got != `a\x09b`+"\nc" {
		t.Errorf("Lines: %q", got)
	}
}

// TestExact checks that JSON and XML have the same text for their readers, and nothing hidden.
func TestExact(t *testing.T) {
	text := "a\u202eb\u2066\u0085\U000e0001é"
	written := func(to func(io.Writer) io.Writer, s string) string {
		var b strings.Builder
		if n, err := io.WriteString(to(&b), s); n != len(s) || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		return b.String()
	}
	for what, of := range map[string]struct {
		to   func(io.Writer) io.Writer
		in   string
		read func(string, *string) error
	}{
		"JSON": {JSON, `"` + text + `"`, func(s string, v *string) error { return json.Unmarshal([]byte(s), v) }},
		"XML":  {XML, "<a>" + text + "</a>", func(s string, v *string) error { return xml.Unmarshal([]byte(s), v) }},
	} {
		out, got := written(of.to, of.in), ""
		if err := of.read(out, &got); err != nil || got != text {
			t.Errorf("%s: %q, %v", what, got, err)
		}
		for _, r := range out {
			if IsHidden(r, len(fmt.Sprintf("%c", r))) {
				t.Errorf("%s has %q", what, r)
			}
		}
	}
}
