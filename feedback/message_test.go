package feedback

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMessage compares the messages with testdata/message: a file is a
// call and, for each budget, the message.
func TestMessage(t *testing.T) {
	files := 0
	golden.Archives(t, "testdata/message/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		files++
		var reply string
		for i := range archive.Files {
			f := &archive.Files[i]
			if f.Name == "call" {
				reply = strings.TrimSuffix(string(f.Data), "\n")
				continue
			}
			var budget int
			if _, err := fmt.Sscanf(f.Name, "%d bytes", &budget); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			f.Data = []byte(messageOf(reply, budget))
		}
		golden.File(t, file, txtar.Format(archive))
	})
	if files < 8 {
		t.Errorf("%d files", files)
	}
}

// open opens a reply.
func open(reply string) *diagnostics.Document {
	return diagnostics.Options{}.Open(text.New(reply), document.Reply)
}

// messageOf returns the first message about the calls of a reply.
func messageOf(reply string, budget int) string {
	for _, c := range Corrections(open(reply), budget, nil, nil) {
		return c.Text
	}
	return ""
}

// checkMessages checks the guarantees for the messages about the calls of a reply.
func checkMessages(t *testing.T, reply string) (n, corrected int) {
	t.Helper()
	d := open(reply)
	whole := Corrections(d, 1<<30, nil, nil)
	for _, budget := range []int{-1, 0, MinBudget - 1, MinBudget, 129, 200, 333, 512, 700, 1000, 4096} {
		list := Corrections(d, budget, nil, nil)
		if want := len(whole); budget >= MinBudget && len(list) != want || budget < MinBudget && list != nil {
			t.Fatalf("budget %d: %d messages\n%q", budget, len(list), reply)
		}
		for i, c := range list {
			if len(c.Text) > budget || !utf8.ValidString(c.Text) || c.Text == "" || len(c.Text) > len(whole[i].Text) {
				t.Fatalf("budget %d: %d bytes, valid %v\n%q\n%q", budget, len(c.Text), utf8.ValidString(c.Text), c.Text, reply)
			}
		}
	}
	for _, c := range whole {
		if c.Corrected != "" {
			corrected++
			b := xmlcall.ParseAt(c.Corrected, 0)
			if v := b.Verdict(); v.Outcome != xmlcall.Runs || b.Span.End != len(c.Corrected) || !strings.HasSuffix(c.Text, "The corrected call:\n"+c.Corrected+"\n") {
				t.Fatalf("the corrected call: %v\n%s", v, c.Text)
			}
		}
	}
	return len(whole), corrected
}

func TestMessageConformance(t *testing.T) {
	n, corrected := 0, 0
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) < 1<<16 {
			messages, fixed := checkMessages(t, c.Text)
			n, corrected = n+messages, corrected+fixed
		}
	}
	t.Logf("%d messages, %d with the corrected call", n, corrected)
	if corrected == 0 {
		t.Error("no call is corrected")
	}
}

func FuzzMessage(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "escape", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkMessages(t, text)
		checkMessages(t, "<tool><tool_name>converse</tool_name><arguments><message>"+text+"</message></arguments></tool>")
	})
}

// TestMessageTooLarge checks the limit on a call, which the options may set.
func TestMessageTooLarge(t *testing.T) {
	o := diagnostics.Options{MaxSize: 1000}
	d := o.Open(text.New("<tool><tool_name>x</tool_name><arguments><a>"+strings.Repeat("é", 1000)+"</a></arguments></tool>"), document.Reply)
	const want = "\n\nSOLUTION - Split the work into calls of less than 1,000 bytes each.\n"
	if list := Corrections(d, 1000, nil, nil); len(list) != 1 || !strings.HasSuffix(list[0].Text, want) {
		t.Errorf("%+v", list)
	}
}

// TestClip truncates texts between characters.
func TestClip(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "…"},
		{"abcde", 4, "a…"},
		{"aéxyz", 5, "a…"},
		{"éxyzx", 5, "é…"},
		{"abcd", 0, "…"},
		{"éxyz", 4, "…"},
		{"\x80\x80\x80\x80\x80\x80", 5, "…"},
	} {
		if got := clip(test.text, test.n); got != test.want {
			t.Errorf("%q in %d bytes: %q, want %q", test.text, test.n, got, test.want)
		}
	}
}

// TestLongReason checks how much of a long reason is in a message: 400 bytes, and less if there is
// not as much room.
func TestLongReason(t *testing.T) {
	const head = "ERROR: Invalid XML in tool call.\n\nParse error: "
	reply := "<tool><tool_name>x</tool_name><" + strings.Repeat("a", 900) + "></tool>"
	for budget, want := range map[int]int{4 << 10: 400, 300: 300 - len(head) - 2} {
		reason, ok := strings.CutPrefix(messageOf(reply, budget), head)
		if reason, _, _ = strings.Cut(reason, "\n"); !ok || len(reason) != want || !strings.HasSuffix(reason, "…") {
			t.Errorf("%d bytes of the reason are in a message of %d, want %d", len(reason), budget, want)
		}
	}
}

// TestExcerpt checks excerpts at the ends of lines and of calls.
func TestExcerpt(t *testing.T) {
	const text = "<tool>\n\ta &\r\nb\n</tool>"
	b := &subject{block: xmlcall.ParseAt(text, 0)}
	for _, test := range []struct {
		at   string
		n    int
		want string
	}{
		{"<tool>", 6, "    <tool>\n    ^^^^^^\n"},
		{"&", 1, "    \ta &\n    \t  ^\n"},
		{"&", 9, "    \ta &\n    \t  ^\n"},
		{"\r\nb", 1, "    \ta &\n    \t   ^\n"},
		{"b", 0, "    b\n    ^\n"},
	} {
		at := strings.Index(text, test.at)
		if got := b.excerpt(xmlcall.Span{Start: at, End: at + test.n}); got != test.want {
			t.Errorf("%q: %q, want %q", test.at, got, test.want)
		}
	}
}

// TestLongExcerpt checks that of a long line what is near the place is shown, in whole characters.
func TestLongExcerpt(t *testing.T) {
	long := strings.Repeat("é", 100)
	for indent := range 2 {
		text := "<tool>" + strings.Repeat("x", indent) + long + "&" + long + "</tool>"
		b := &subject{block: xmlcall.ParseAt(text, 0)}
		at := strings.IndexByte(text, '&')
		lines := strings.Split(b.excerpt(xmlcall.Span{Start: at, End: at + 1}), "\n")
		want := "    …" + strings.Repeat("é", excerptReach/2) + "&" + strings.Repeat("é", excerptReach/2) + "…"
		if lines[0] != want || lines[1] != strings.Repeat(" ", 4+1+excerptReach/2)+"^" {
			t.Errorf("%q, want %q", lines, want)
		}
	}
}

// TestReasons checks the head and the findings of calls that their tool refuses or that ran with data lost: what the
// runtime does is told about those that ran.
func TestReasons(t *testing.T) {
	const format = "<tool><server_name>local</server_name><tool_name>%s</tool_name><arguments><message>a<b>c</b></message></arguments></tool>"
	for tool, want := range map[string]string{
		"converse": "ERROR: Tool call ran with data lost.\n\nReason: markup in a value is dropped\n\n" +
			"Line 1: Unescaped `<b>` in `<message>`; write `&lt;` for `<`. The runtime keeps the text of a value and drops the markup in it.\n",
		"read_file": "ERROR: read_file refused the call.\n\nReason: <path> is missing\n\nLine 1: Missing `<path>` of `read_file`; write it in `<arguments>`.\n",
		"no_tool":   "ERROR: Tool call refused: there is no tool no_tool.\n\nLine 1: Unknown tool `no_tool`; write the name of a known tool.\n",
	} {
		if got := messageOf(fmt.Sprintf(format, tool), Budget); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", tool, got, want)
		}
	}
	// A reason that is longer than the least budget is shown as far as there is room.
	tools, errs := toolspec.Load("t.json", []byte(`[{"name": "paint", "schema": {"properties": {"color": {"enum": ["`+strings.Repeat("x", 300)+`"]}}}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := diagnostics.Options{Tools: toolspec.Builtins().With(tools...)}
	d := o.Open(text.New("<tool><tool_name>paint</tool_name><arguments><color>red</color></arguments></tool>"), document.Reply)
	for budget := MinBudget; budget < 200; budget++ {
		const head = "ERROR: paint refused the call.\n\nReason: "
		for c := range d.Calls() {
			want := head + clip(c.Reason(nil), budget-len(head)-2) + "\n"
			if got, ok := CorrectionOf(d, c, budget); !ok || !strings.HasPrefix(got.Text, want) {
				t.Fatalf("a budget of %d bytes: %q, want %q", budget, got.Text, want)
			}
		}
	}
}
