package diagnostics

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cases"
	"github.com/entrhq/forge-lsp/transcript"
)

// TestRerun holds that what is taken over from an earlier result is what would
// have been found anew, along a chain of versions.
func TestRerun(t *testing.T) {
	sound := "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n"
	unknown := strings.Replace(sound, "read_file", "no_such_tool", 1)
	texts := []string{
		strings.Repeat(unknown+sound, 5),
		strings.Repeat("Words.\n\n"+sound+"\n> quoted\n> "+strings.ReplaceAll(sound, "\n", "\n> ")+"\n", 5),
		strings.Repeat(sound, 60),
		"<thinking>x</thinking>\n" + strings.Repeat(sound, 3),
		strings.Repeat("**User:** go on\n\n**Assistant:** <thinking>a <tool> b</thinking> I go on.\n"+sound, 8),
		strings.Repeat("2026-10-01 09:30:00 INFO reply:\n"+sound+"<thinking>"+sound, 8),
	}
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) < 1<<12 {
			texts = append(texts, c.Text, sound+c.Text+sound)
		}
	}
	typed := []string{
		"e", "a", " ", "\n", "&", "<", ">", "</tool>", "<tool>", "]]>", "<![CDATA[", "<thinking>", "</thinking>", "\nUser: ", "\n**Assistant:** ", "n", ":", "{{x}}", "```\n", "</path>", "❌ Wrong:\n\n", "...",
		sound, "<!-- forge-lsp-disable-next-call -->\n", "\r\n", "\xff", "<arguments>", "> ", "- ",
	}
	random := rand.New(rand.NewPCG(3, 4))
	taken, calls := 0, 0
	for _, text := range texts {
		for _, o := range []Options{{}, {Strict: true, Intended: IntendedOff, Rules: map[string]Level{"unknown-tool": Off}}} {
			for _, kind := range []transcript.Kind{transcript.Reply, transcript.Document, transcript.Log, transcript.Auto} {
				prev := o.Run(transcript.Read(text, kind))
				for range 6 {
					old := prev.File.Text
					from := random.IntN(len(old) + 1)
					to := min(len(old), from+max(0, random.IntN(12)-8))
					prev = checkRerun(t, o, prev, old[:from]+typed[random.IntN(len(typed))]+old[to:])
					for i := range prev.Calls {
						if calls++; prev.Calls[i].block == nil {
							taken++
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d calls were taken over", taken, calls)
	if taken < calls/8 {
		t.Errorf("%d of %d calls were taken over", taken, calls)
	}
}

// checkRerun returns the result for another text.
func checkRerun(t *testing.T, o Options, prev *Result, text string) *Result {
	t.Helper()
	kind := prev.File.ReadAs()
	got, want := o.Rerun(prev, text, kind), o.Run(transcript.Read(text, kind))
	if !reflect.DeepEqual(got.Findings, want.Findings) || got.Suppressed != want.Suppressed {
		t.Fatalf("%v of %q\nbefore %q\n got %+v, %d suppressed\nwant %+v, %d suppressed",
			kind, text, prev.File.Text, got.Findings, got.Suppressed, want.Findings, want.Suppressed)
	}
	if len(got.Calls) != len(want.Calls) || got.Tally() != want.Tally() {
		t.Fatalf("%v of %q: %d calls, want %d", kind, text, len(got.Calls), len(want.Calls))
	}
	for i := range got.Calls {
		a, b := &got.Calls[i], &want.Calls[i]
		if a.Span != b.Span || a.plain != b.plain || a.ToolReason() != b.ToolReason() || a.ToolVerdict() != b.ToolVerdict() || !reflect.DeepEqual(a.Lead, b.Lead) || !reflect.DeepEqual(a.Block(), b.Block()) {
			t.Fatalf("%v of %q: call %d is %+v, want %+v", kind, text, i, a, b)
		}
	}
	return got
}

// A result of something else is as good as none.
func TestRerunOfAnother(t *testing.T) {
	const text = "<tool><tool_name>x</tool_name></tool>"
	file := transcript.Read(text, transcript.Reply)
	for _, prev := range []*Result{
		nil,
		Run(transcript.Read(text, transcript.Document)),
		NoTools().Run(file),
		Options{Strict: true}.Run(file),
		Options{Rules: map[string]Level{"unknown-tool": Off}}.Run(file),
		Run(transcript.Read("", transcript.Reply)),
	} {
		got, want := Options{}.Rerun(prev, text, transcript.Reply), Run(file)
		if !reflect.DeepEqual(got.Findings, want.Findings) || len(got.Findings) == 0 {
			t.Errorf("after %+v: %+v, want %+v", prev, got.Findings, want.Findings)
		}
	}
}

func FuzzRerun(f *testing.F) {
	for i, c := range cases.Load(f, "assistant", "document", "stream") {
		if len(c.Text) < 1<<12 {
			f.Add(c.Text, uint16(i*11), uint8(i%4), "e")
			f.Add(c.Text, uint16(i*11), uint8(i%4), "<tool>")
		}
	}
	f.Fuzz(func(t *testing.T, text string, at uint16, removed uint8, added string) {
		for _, kind := range []transcript.Kind{transcript.Reply, transcript.Document, transcript.Log, transcript.Auto} {
			from := min(int(at), len(text))
			to := min(from+int(removed), len(text))
			prev := styled.Run(transcript.Read(text, kind))
			prev = checkRerun(t, styled, prev, text[:from]+added+text[to:])
			checkRerun(t, styled, prev, text)
		}
	})
}
