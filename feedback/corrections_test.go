package feedback

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/text"
)

// TestCorrections checks that the messages about a file are those about its calls and leaks by
// position, and that lines are those of the call, even if the whole message is on a line of JSON.
func TestCorrections(t *testing.T) {
	call := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content><b>x</b></content>\n</arguments>\n</tool>"
	leak := "<invoke name=\"Bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>"
	record := func(role, text string) string { return fmt.Sprintf("{\"role\":%q,\"content\":%q}\n", role, text) }
	transcript := `{"role":"assistant","content":"","tool_calls":[{"id":"1"}]}` + "\n" + record("system", "Write <tool>.") +
		record("assistant", leak) + record("assistant", "Now.\n"+call) + record("assistant", strings.ReplaceAll(call, "<b>x</b>", "x"))
	for name, test := range map[string]struct {
		text string
		kind document.Kind
		want []string // the start of each message, and further parts of it
	}{
		"reply": {"Now.\n" + call, document.Reply, []string{"ERROR: Tool call ran with data lost.|Line 6: Unescaped `<b>`"}},
		"JSON": {transcript, document.JSON, []string{
			"ERROR: Tool call did not run.|The call of Bash was written as text, in the format of Claude. Nothing ran", "ERROR: Tool call ran with data lost.|Line 6: Unescaped `<b>`",
		}},
		"all is well": {strings.ReplaceAll(call, "<b>x</b>", "x"), document.Reply, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := diagnostics.Options{}.Open(text.New(test.text), test.kind)
			got := Corrections(r, 1<<10, nil, nil)
			if len(got) != len(test.want) {
				t.Fatalf("%d messages: %+v", len(got), got)
			}
			for i, c := range got {
				start, within, _ := strings.Cut(test.want[i], "|")
				if !strings.HasPrefix(c.Text, start) || !strings.Contains(c.Text, within) || !strings.HasSuffix(c.Text, "\n") || c.Span.Len() == 0 {
					t.Errorf("%+v", c)
				}
				if strings.Contains(c.Corrected, "<b>") {
					t.Errorf("what is wrong with it is still there: %+v", c)
				}
				if fixed := strings.Contains(c.Text, "The corrected call:\n"+c.Corrected); c.Corrected != "" && !fixed {
					t.Errorf("another corrected call: %+v", c)
				}
			}
			for call := range r.Calls() {
				c, ok := CorrectionOf(r, call, 1<<10)
				if of := slices.IndexFunc(got, func(g Correction) bool { return g.Span == call.Place(call.Span) }); ok != (of >= 0) || ok && c != got[of] {
					t.Errorf("call %d by itself: %v, %+v", call.Index, ok, c)
				}
			}
			if _, ok := CorrectionOf(r, diagnostics.DocumentCall{}, 1<<10); ok {
				t.Error("a call that is not there")
			}
			if none := Corrections(r, 1<<10, func(*diagnostics.Finding) bool { return false }, nil); len(none) > 0 {
				t.Errorf("without any finding: %+v", none)
			}
		})
	}
}

// TestCorrectionsOfReply checks that a finding about several calls of a reply is told about those that
// it names, and that a call that runs gets no message, whatever is reported about it.
func TestCorrectionsOfReply(t *testing.T) {
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>list_files</tool_name>\n<arguments>\n<path>a</path>\n</arguments>\n</tool>\n"
	r := open("<thinking>\n" + call + "</thinking>\n" + call + call + strings.Replace(call, "<arguments>\n<path>a</path>\n</arguments>\n", "", 1))
	var got []string
	for _, c := range Corrections(r, 1<<10, nil, nil) {
		head, rest, _ := strings.Cut(c.Text, "\n\n")
		reason, _, _ := strings.Cut(rest, "\n")
		got = append(got, fmt.Sprint(c.Span.Start, " ", head, " ", reason, " ", strings.Contains(rest, "Line 1: 3 calls in one reply")))
	}
	want := []string{
		"11 ERROR: Tool call never runs. Reason: it is in thinking, which the runtime removes false",
		"145 ERROR: Tool call never runs. Reason: another call of the reply runs instead; what runs depends on how the provider cuts its stream true",
		"267 ERROR: Tool call never runs. Reason: another call of the reply runs instead; what runs depends on how the provider cuts its stream true",
		"389 ERROR: Tool call ran with data lost. Reason: the runtime reads it together with another call of the reply; what runs depends on how the provider cuts its stream true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	o := diagnostics.Options{Rules: map[string]diagnostics.Level{"missing-server-name": diagnostics.AsError}}
	r = o.Open(text.New(strings.Replace(call, "<server_name>local</server_name>\n", "", 1)), document.Reply)
	if list := Corrections(r, 1<<10, nil, nil); len(list) > 0 || len(slices.Collect(r.Diagnostics())) == 0 {
		t.Errorf("a call that runs: %+v", list)
	}
}

// TestCorrectionsFixed checks that a call is shown with its fixes, if these are safe.
func TestCorrectionsFixed(t *testing.T) {
	const sound = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a &lt; b</path>\n</arguments>\n</tool>"
	raw := strings.Replace(sound, "&lt;", "<", 1)
	for text, want := range map[string][]string{
		raw: {sound}, sound: nil, raw + "\n\n" + raw: {sound, sound}, sound + "\n\n" + raw: {"", sound},
		strings.Replace(raw, "read_file", "write_file", 1): {""},
		strings.Replace(sound, "</tool>", "<tool>", 1):     {sound, ""}, // two calls for the runtime, and one that was meant
	} {
		var got []string
		for _, c := range Corrections(open(text), 4<<10, nil, nil) {
			got = append(got, c.Corrected)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nis corrected to %q", text, got)
		}
	}
}

// TestBudget checks that messages of a file are never longer than the budget, and that there are
// none below the least one.
func TestBudget(t *testing.T) {
	r := open("<tool><tool_name>read_file</tool_name><arguments><path>a < b</path></arguments></tool>")
	for _, budget := range []int{0, MinBudget - 1, MinBudget, MinBudget + 1, 1 << 10} {
		list := Corrections(r, budget, nil, nil)
		one, ok := CorrectionOf(r, slices.Collect(r.Calls())[0], budget)
		if want := budget >= MinBudget; (len(list) == 1) != want || ok != want || want && (list[0] != one || len(one.Text) > budget) {
			t.Errorf("with %d bytes: %+v, %+v", budget, list, one)
		}
	}
}

// TestLongLeaks checks that names of up to 80 bytes are shown as a whole.
func TestLongLeaks(t *testing.T) {
	for n := 79; n <= 81; n++ {
		name := strings.Repeat("n", n)
		for _, c := range []textcall.Call{{Tool: name, Format: "f"}, {Tool: "t", Format: name}, {Format: name}} {
			message := OfLeak(&document.TextCall{Call: c}, 1)
			if whole := strings.Contains(message, name); whole != (n <= 80) || !whole && !strings.Contains(message, "n…") {
				t.Errorf("%d bytes are shown as a whole: %t\n%s", n, whole, message)
			}
		}
	}
}

// TestLostOpener checks the message about a call without its <tool>.
func TestLostOpener(t *testing.T) {
	got := OfLeak(&document.TextCall{Call: textcall.Call{Tool: "read_file", Format: textcall.Headless}}, 2)
	for _, want := range []string{"The call of read_file has no <tool> before it, 2 times now.", "Write all of it again, from <tool> to </tool>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
