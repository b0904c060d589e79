package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMany fixes a value with thousands of problems, of which each reading reports a
// part.
func TestMany(t *testing.T) {
	const most = 1000 // problems that are recorded for a call
	for _, line := range []string{"if a < b && c {\n", "x && y\n", "a ]]> b\n"} {
		value := strings.Repeat(line, 3*most)
		text := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>a</path>\n  <content>" +
			value + "</content>\n</arguments>\n</tool>\n"
		res := run(text, document.Reply)
		checkResult(t, text, res)
		if n := len(res.Diagnostics); n > 4*most || !res.Calls[0].Block().MoreProblems {
			t.Errorf("%q: %d findings, more %v", line, n, res.Calls[0].Block().MoreProblems)
		}
		fixed := run(FixAll(text, document.Reply, nil), document.Reply)
		if len(fixed.Diagnostics) > 0 || fixed.Calls[0].Block().Verdict().Outcome != xmlcall.Runs {
			t.Fatalf("%q: %d findings left, %+v", line, len(fixed.Diagnostics), fixed.Calls[0].Block().Verdict())
		}
		arguments, _ := fixed.Calls[0].Block().Decode()
		if arguments.Children[1].Text != value {
			t.Errorf("%q: another value", line)
		}
	}
}

// TestMaxCalls checks the limit on the calls of a message: the first that is not read is reported, also
// after edits that change which it is.
func TestMaxCalls(t *testing.T) {
	old := document.MaxCalls
	document.MaxCalls = 4
	t.Cleanup(func() { document.MaxCalls = old })
	const call = "<tool>&</tool> "
	d := Options{}.Open(text.New("a "+strings.Repeat(call, 6)+"</tool>"), document.Reply)
	for _, edit := range []struct {
		start, end int
		with       string
		want       string // the text up to the first call that is not read
	}{
		{0, 0, "", "a " + strings.Repeat(call, 4)},
		{0, 0, call, call + "a " + strings.Repeat(call, 3)},
		{0, len(call) + 2 + len(call), "", strings.Repeat(call, 4)},
		{0, len(call), "", ""},
		{0, 0, "<thinking>", ""},
	} {
		d = d.Edit(edit.start, edit.end, edit.with)
		if why := differs(d, true); why != "" {
			t.Fatalf("%q: %s", d.Text(), why)
		}
		got := ""
		for p := range d.Diagnostics() {
			if p.Code == "multiple-calls" && strings.HasPrefix(p.Message, "More than 4 calls in one reply") {
				got = d.Text().Slice(0, p.Place(p.Span).Start)
			}
		}
		if got != edit.want {
			t.Errorf("%q: read up to %q, want %q", d.Text(), got, edit.want)
		}
		if n := d.Summary().Calls; n > document.MaxCalls {
			t.Errorf("%q: %d calls", d.Text(), n)
		}
	}
}

// TestManyOfRule checks the limit on recorded findings of a rule for one call, and that
// the excess is reported.
func TestManyOfRule(t *testing.T) {
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a</path>\n"
	const end = "</arguments>\n</tool>\n"
	for code, text := range map[string]string{
		"unknown-argument": call + strings.Repeat("<a/>", 3*maxFindings) + end,
		"stray-call-end":   call + end + strings.Repeat("</tool>", 3*maxFindings),
	} {
		n := 0
		res := run(text, document.Reply)
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code == code {
				n++
			}
		}
		if n != maxFindings || res.Summary().MoreProblems != 1 {
			t.Errorf("%s: %d findings, %+v", code, n, res.Summary())
		}
		few := run(call+strings.Repeat("<a/>", maxFindings)+end+strings.Repeat("</tool>", maxFindings), document.Reply)
		if len(few.Diagnostics) != 2*maxFindings || few.Summary().MoreProblems != 0 {
			t.Errorf("%d findings of as many as are recorded, %+v", len(few.Diagnostics), few.Summary())
		}
	}
}
