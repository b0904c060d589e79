package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

const plainCall = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n"

var cutCall = strings.TrimSuffix(plainCall, "</tool>\n")

// speakers are notations for speakers in transcripts: a user, an assistant.
var speakers = map[string][2]string{
	"bold":     {"**User:**\n\n", "**Assistant:**\n\n"},
	"headings": {"## User\n\n", "## Assistant\n\n"},
	"colons":   {"User: ", "Assistant: "},
	"brackets": {"[user] ", "[assistant] "},
	"tokens":   {"<|im_start|>user\n", "<|im_start|>assistant\n"},
	"times":    {"2026-10-01T09:30:00Z [user] ", "2026-10-01T09:30:05Z [assistant] "},
}

// codes counts the findings of a result by code.
func codes(res *opened) map[string]int {
	n := map[string]int{}
	for _, f := range res.Diagnostics {
		n[f.Code]++
	}
	return n
}

// TestStrayThinking checks that an unclosed <thinking> affects only its message, and in
// a log without messages nothing.
func TestStrayThinking(t *testing.T) {
	for name, label := range speakers {
		for _, kind := range []document.Kind{document.Reply, document.Log, document.Auto} {
			var text strings.Builder
			for i := range 100 {
				text.WriteString(label[0] + "go on\n\n" + label[1])
				if i == 3 {
					text.WriteString("I write down what I think in <thinking> tags.\n")
				}
				text.WriteString(plainCall + "\n")
			}
			res := run(text.String(), kind)
			if got := codes(res); len(res.Calls) != 100 || len(res.Diagnostics) != 1 || got["call-in-thinking"] != 1 {
				t.Errorf("%s, as a %v: %d calls, %v", name, kind, len(res.Calls), got)
			}
		}
	}
	text := plainCall + "A stray <thinking> tag.\n" + strings.Repeat("Now:\n"+plainCall, 99)
	res := run(text, document.Auto)
	if got := codes(res); len(res.Calls) != 100 || len(res.Diagnostics) != 1 || got["multiple-calls"] != 1 || res.Diagnostics[0].Severity != Warning {
		t.Errorf("a log: %d calls, %v", len(res.Calls), got)
	}
	res = run(text, document.Reply)
	if got := codes(res); got["call-in-thinking"] != 99 || got["multiple-calls"] != 0 {
		t.Errorf("one reply: %v", got)
	}
}

// TestMultipleCallsLevel checks that a configured level is used, whatever is known
// about the text.
func TestMultipleCallsLevel(t *testing.T) {
	text := plainCall + plainCall
	for _, test := range []struct {
		kind  document.Kind
		level Level
		want  Severity
	}{
		{document.Reply, Default, Error},
		{document.Log, Default, Warning},
		{document.Log, AsError, Error},
		{document.Reply, AsHint, Hint},
		{document.Log, AsHint, Hint},
	} {
		res := Options{Rules: map[string]Level{"multiple-calls": test.level}}.run(text, test.kind)
		if len(res.Diagnostics) != 1 || res.Diagnostics[0].Severity != test.want {
			t.Errorf("%v, %v: %+v", test.kind, test.level, res.Diagnostics)
		}
	}
}

// TestMessagesAsTheRuntime combines messages to a transcript and compares the findings
// across calls with the result of the live runtime for each message.
func TestMessagesAsTheRuntime(t *testing.T) {
	pieces := []string{
		plainCall, plainCall, plainCall, "Words. ", "<thinking>", "</thinking>", "<thinking>I use a <tool>.</thinking>", "</tool>",
		"<tool></tool>", "<thinking>" + plainCall + "</thinking>", "<thinking>" + cutCall + "</thinking>",
		strings.Replace(plainCall, "a.md", "a < b", 1), strings.Replace(plainCall, "a.md", "<![CDATA[<thinking>x</thinking>]]>", 1),
	}
	// A call without an end includes the text after it, and so comes last.
	last := []string{"", "", "Words.", "A `<tool>` mention.", cutCall}
	random := rand.New(rand.NewPCG(7, 8))
	var n struct{ messages, further, thought int }
	for range 3000 {
		var text strings.Builder
		var want []string
		label := speakers[[]string{"bold", "headings", "colons", "brackets", "tokens", "times"}[random.IntN(6)]]
		for range 2 + random.IntN(3) {
			// A call of the user would be one; only words certainly are not.
			text.WriteString(label[0] + "Words, and <thinking> and </tool>.\n")
			start := text.Len()
			text.WriteString(label[1])
			for range random.IntN(5) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
			text.WriteString(last[random.IntN(len(last))] + "\n")
			message := text.String()[start:]
			n.messages++
			want = append(want, acrossCalls(message, start)...)
		}
		res := run(text.String(), document.Reply)
		var got []string
		for _, f := range res.Diagnostics {
			switch f.Code {
			case "multiple-calls":
				n.further++
			case "call-in-thinking":
				n.thought++
			default:
				continue
			}
			if f.Severity != Error {
				t.Errorf("%s is a %v", f.Code, f.Severity)
			}
			got = append(got, fmt.Sprint(f.Span.Start, " ", f.Code))
		}
		if slices.Sort(want); len(got) > 0 {
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q\n got %q\nwant %q", text.String(), got, want)
		}
	}
	if n.further < 200 || n.thought < 200 {
		t.Errorf("%+v", n)
	}
}

// acrossCalls returns the effects of the runtime across the calls of a message that
// starts at an offset: what it merges, and which calls it removes.
func acrossCalls(message string, start int) []string {
	var list []string
	reply := live.Read(message, xmlcall.Options{})
	isCall := func(at int) bool { return strings.HasPrefix(message[at:], "<tool>\n<server_name>") }
	for _, d := range reply.Deviations {
		if d.Kind == live.CallMerged && isCall(d.Span.Start) {
			list = append(list, fmt.Sprint(start+d.Span.Start, " multiple-calls"))
		}
	}
	for _, s := range reply.Thinking {
		for at, ok := xmlcall.Find(message, s.Start); ok && at < s.End; at, ok = xmlcall.Find(message, at+1) {
			if isCall(at) && !isDraft(message, s, at) {
				list = append(list, fmt.Sprint(start+at, " call-in-thinking"))
			}
		}
	}
	return list
}

// isDraft reports whether the thinking around the call at an offset is closed, and
// before the end of the call.
func isDraft(message string, thinking xmlcall.Span, at int) bool {
	inner := message[at:thinking.End]
	return strings.HasSuffix(inner, "</thinking>") && !strings.Contains(inner, "</tool>")
}
