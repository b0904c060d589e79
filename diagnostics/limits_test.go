package diagnostics

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
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
	const most = call.MaxFindings
	const start = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a</path>\n"
	const end = "</arguments>\n</tool>\n"
	for code, text := range map[string]string{
		"unknown-argument": start + strings.Repeat("<a/>", 3*most) + end,
		"stray-call-end":   start + end + strings.Repeat("</tool>", 3*most),
	} {
		n := 0
		res := run(text, document.Reply)
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code == code {
				n++
			}
		}
		if n != most || res.Summary().MoreProblems != 1 {
			t.Errorf("%s: %d findings, %+v", code, n, res.Summary())
		}
		few := run(start+strings.Repeat("<a/>", most)+end+strings.Repeat("</tool>", most), document.Reply)
		if len(few.Diagnostics) != 2*most || few.Summary().MoreProblems != 0 {
			t.Errorf("%d findings of as many as are recorded, %+v", len(few.Diagnostics), few.Summary())
		}
	}
}

// TestMaxSizeOfFixes checks that no fix makes a call too large for a runtime with a
// smaller limit, or with its own.
func TestMaxSizeOfFixes(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>"
	fixed := strings.Replace(text, "&", "&amp;", 1)
	for _, test := range []struct {
		size int
		want string
	}{
		{len(text), text}, // it runs after the repair
		{len(fixed) - 1, text},
		{len(fixed), fixed},
		{0, fixed},
	} {
		o := Options{MaxSize: test.size}
		if got := o.fixAll(text, document.Reply, nil); got != test.want {
			t.Errorf("limit %d: %s", test.size, got)
		}
		res := o.run(text, document.Reply)
		if len(res.Diagnostics) != 1 || res.Summary().Outcomes[Repaired] != 1 {
			t.Errorf("limit %d: %+v", test.size, res.Diagnostics)
		}
	}
	large := strings.Replace(text, "a & b", strings.Repeat("a", xmlcall.MaxSize), 1)
	for size, want := range map[int]bool{0: false, xmlcall.MaxSize + 1000: true} {
		if written, ok := (Options{MaxSize: size}).Write(xmlcall.NewParser(large, xmlcall.Options{MaxSize: size}).At(0), encode.Automatic); ok != want || ok && len(written) < len(large) {
			t.Errorf("with the limit %d a large call is written: %t, %d bytes", size, ok, len(written))
		}
	}
	if res := (Options{MaxSize: len(text) - 1}).run(text, document.Reply); res.Summary().Outcomes[Refused] != 1 {
		t.Errorf("one byte more than the limit: %+v", res.Diagnostics)
	}
}

// TestInterruptible stops work on a text, immediately and on all cores, and checks that
// results without an interruption are unchanged.
func TestInterruptible(t *testing.T) {
	call := "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a</path><content>a & b\n</content></arguments></tool>\n"
	content := text.New(strings.Repeat(call, 3<<20/len(call)))
	done, cancel := context.WithCancel(t.Context())
	cancel()

	var whole *Document
	if err := Interruptible(t.Context(), func(i *Interrupt) { whole = Options{}.With(i).Open(content, document.Document) }); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(*Interrupt){
		"open":    func(i *Interrupt) { Options{}.With(i).Open(content, document.Document) },
		"edit":    func(i *Interrupt) { whole.With(i).Edit(5, 5, "x") },
		"fix all": func(i *Interrupt) { whole.With(i).FixAll(nil) },
		"run":     func(i *Interrupt) { Options{}.With(i).run(call, document.Document) },
	} {
		started := func(i *Interrupt) {
			f(i)
			t.Errorf("%s is not ended", name)
		}
		if err := Interruptible(done, started); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}

	// Results from before can be used afterwards.
	if got, want := whole.Edit(5, 5, "x").Count(), (Options{}.Open(content.Splice(5, 5, "x"), document.Document)).Count(); got != want {
		t.Errorf("after an edit: %v, want %v", got, want)
	}
	few := Options{}.Open(text.New(strings.Repeat(call, 3)), document.Document)
	var edits []Edit
	if err := Interruptible(t.Context(), func(i *Interrupt) { edits = few.With(i).FixAll(nil) }); err != nil || len(edits) == 0 || len(edits) != len(few.FixAll(nil)) {
		t.Errorf("%d edits, %v", len(edits), err)
	}
	defer func() {
		if recover() != "other" {
			t.Error("another panic is lost")
		}
	}()
	_ = Interruptible(t.Context(), func(*Interrupt) { panic("other") })
}
