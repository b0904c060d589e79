package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// exchange is the text of a person and an agent, with the labels of transcripts.
func exchange(person, agent string, times int) string {
	return strings.Repeat(person+"List the tags.\n\n"+agent+"I list them.\n\n"+call+"\n", times)
}

var bold = [2]string{"**User:**\n\n", "**Assistant:**\n\n"}

// TestShown checks which texts are transcripts. In doubt they are documents.
func TestShown(t *testing.T) {
	transcripts := map[string]string{
		"bold":                      exchange("**User:** ", "**Assistant:** ", 1),
		"bold, on lines of its own": exchange(bold[0], bold[1], 3),
		"headings":                  exchange("## User\n\n", "## Assistant\n\n", 2),
		"deeper headings":           exchange("### User\n\n", "### Assistant\n\n", 2),
		"colons":                    exchange("Human: ", "Assistant: ", 2),
		"brackets":                  exchange("[user] ", "[assistant] ", 2),
		"tokens":                    exchange("<|im_start|>user\n", "<|im_start|>assistant\n", 1),
		"rulers":                    exchange("=== USER ===\n", "=== ASSISTANT ===\n", 1),
		"other words":               exchange("You said:\n", "ChatGPT said:\n", 2),
		"agents":                    exchange("_**User (2026-09-14 08:01Z)**_\n\n", "_**Agent (model m)**_\n\n", 2),
		"a title":                   "# Fix the build\n\n" + exchange(bold[0], bold[1], 2),
		"data": "# Fix the build\n\n_Exported on 2026-09-14 at 10:22_\n\n- **Model:** gpt-4o\n- Date: 2026-09-14\n\n---\n\n" +
			exchange(bold[0], bold[1], 2),
		"front matter":       "---\ntitle: An example\n---\n\n" + exchange(bold[0], bold[1], 1),
		"comment":            "\ufeff<!-- Exported, not a prompt -->\n\n" + exchange(bold[0], bold[1], 1),
		"a system's message": "## System\n\nYou are an agent. Write <tool> blocks:\n\n" + call + "\n" + exchange("## User\n\n", "## Assistant\n\n", 2),
		"a developer's":      "[developer] You are an agent.\n" + exchange("[user] ", "[assistant] ", 2),
		"headings in it":     exchange("## User\n\n", "## Assistant\n\n# What I do\n\n## Plan\n\n", 3),
	}
	for name, text := range transcripts {
		f := Read(text, Prose)
		checkFile(t, f)
		checkMessages(t, f)
		if f.Kind != Transcript || f.ReadAs() != Prose {
			t.Errorf("%s is read as a %v", name, f.Kind)
		}
	}
	documents := map[string]string{
		"nothing":                 "",
		"a call":                  call,
		"a prompt with examples":  "# You write tags\n\n## Tools\n\nWrite a `<tool>`.\n\n## Examples\n\n" + exchange("### User\n\n", "### Assistant\n\n", 3),
		"examples under a title":  "# Examples\n\n" + exchange("## User\n\n", "## Assistant\n\n", 3),
		"an example of a session": "# A session\n\nThe user asks and the assistant calls a tool:\n\n" + exchange(bold[0], bold[1], 3),
		"prose before it":         "A chat between a curious user and an assistant.\n\n" + exchange("USER: ", "ASSISTANT: ", 3),
		"instructions before it":  "You are an agent.\n\n" + exchange("User: ", "Assistant: ", 3),
		"a call before it":        "# Session\n\n" + call + "\n" + exchange(bold[0], bold[1], 3),
		"one exchange below":      "# Session\n\n" + exchange(bold[0], bold[1], 1),
		"a template":              exchange("## User\n\n{{question}}\n\n", "## Assistant\n\n", 2),
		"a template with blocks":  "{% for x in y %}\n" + exchange("## User\n\n", "## Assistant\n\n", 2),
		"a system's and one more": "## System\n\nYou are an agent.\n\n" + exchange("## User\n\n", "## Assistant\n\n", 1),
		"in a fence":              "```\n" + exchange("## User\n\n", "## Assistant\n\n", 2) + "```\n",
		"in a quote":              "> **User:** a\n>\n> **Assistant:** b\n>\n> **Assistant:** b\n\n" + call,
		"sections":                "## User\n\nThe table of users.\n\n## Agent\n\nThe table of agents.\n\n" + call,
		"headings of a reference": "# Roles\n\n## User\n\nWhoever asks.\n\n## Assistant\n\nThe model.\n\n## Tool\n\n" + call,
		"only users":              strings.Repeat("**User:** List the tags.\n\n"+call, 3),
		"only agents":             strings.Repeat("**Assistant:** I list them.\n\n"+call, 3),
		"keys":                    "User: alice\nModel: gpt-4o\n\n" + call,
		"keys of YAML":            exchange("user: ", "assistant: ", 3),
		"roles of YAML":           exchange("- role: user\n  content: ", "- role: assistant\n  content: ", 3),
		"far below":               strings.Repeat("\n", headSize) + exchange(bold[0], bold[1], 3),
		"two titles":              "# Agents\n\n## Sessions\n\n" + exchange("### User\n\n", "### Assistant\n\n", 3),
		"labels in a call":        strings.Replace(call, "</arguments>", "<content>\n"+"**User:** a\n\n**Assistant:** b\n</content></arguments>", 1),
	}
	for name, text := range documents {
		f := Read(text, Prose)
		if f.Kind != Document {
			t.Errorf("%s is read as a %v", name, f.Kind)
		}
		if got, want := fmt.Sprint(fileStarts(f)), fmt.Sprint(fileStarts(Read(text, Document))); got != want {
			t.Errorf("%s: calls at %s, want %s", name, got, want)
		}
	}
}

// TestTranscript checks which parts of each message of a transcript are read, and its
// author.
func TestTranscript(t *testing.T) {
	mention := "Use the <tool> format, as in `<tool>` or so.\n\n"
	text := "**User:** " + mention + "Wrong:\n\n```xml\n" + call + "\n```\n\n> " + strings.ReplaceAll(strings.TrimSpace(call), "\n", "\n> ") + "\n\n" +
		"**Assistant:** I write <tool> first.\n\n" + call + "\n" +
		"**Tool result:**\n\n" + call + "\n" +
		"**Assistant:** Once more.\n\n" + call
	f := Read(text, Prose)
	var got []string
	for i := range f.Segments {
		s := &f.Segments[i]
		lead := ""
		if s.LeadIns != nil {
			lead = s.LeadIns[0].Before
		}
		got = append(got, fmt.Sprintf("%v %v %d %q", s.Role, s.IsDocument(), len(s.Starts), lead))
		for _, at := range s.Starts {
			place := s.FileSpan(xmlcall.Span{Start: at, End: at + len("<tool>")})
			if text[place.Start:place.End] != "<tool>" {
				t.Errorf("a call at %v %q", place, text[place.Start:place.End])
			}
		}
	}
	want := []string{`user true 1 "Wrong:\n\n"`, `user true 1 ""`, `assistant false 2 ""`, `assistant false 1 ""`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(f.Messages) != 4 {
		t.Errorf("messages %v", f.Messages)
	}
	at, line, ok := f.LineBefore(&f.Segments[0].LeadIns[0], "x")
	if want := strings.Index(text, "```xml"); !ok || at != want || line != "x\n" {
		t.Errorf("a line before the block is %q at %d, want it at %d", line, at, want)
	}
	where, with, ok := f.Segments[1].FileEdit(xmlcall.Span{Start: f.Segments[1].Starts[0], End: f.Segments[1].Starts[0]}, "a\n")
	if changed := text[:where.Start] + with + text[where.End:]; !ok || !strings.Contains(changed, "> a\n> <tool>\n") {
		t.Errorf("the edit in the quote makes %q", changed)
	}
}

// TestToolResults checks that tool results are read as documents on request.
func TestToolResults(t *testing.T) {
	markdown := "**User:** Show the prompt.\n\n**Assistant:** I look.\n\n**Tool result:**\n\nA <tool> tag.\n\n" + call + "\n**Assistant:** Done."
	quoted, err := json.Marshal("A <tool> tag.\n\n" + call)
	if err != nil {
		t.Fatal(err)
	}
	for kind, text := range map[Kind]string{
		Prose: markdown, Reply: markdown, Log: markdown,
		JSON: `{"messages": [{"role": "assistant", "content": "I look."}, {"role": "tool", "content": ` + string(quoted) + `}]}`,
	} {
		if f := Read(text, kind); len(f.Segments) > 0 {
			t.Errorf("%v: %d segments", kind, len(f.Segments))
		}
		f := ReadWith(text, kind, ReadOptions{ToolResults: true})
		if len(f.Segments) != 1 {
			t.Fatalf("%v: %d segments", kind, len(f.Segments))
		}
		if s := &f.Segments[0]; s.Role != Tool || !s.IsDocument() || len(s.Starts) != 1 {
			t.Errorf("%v: calls at %v of what %v wrote", kind, s.Starts, s.Role)
		}
		if again := f.Reread(text); len(again.Segments) != 1 {
			t.Errorf("%v: %d segments are read again", kind, len(again.Segments))
		}
	}
}

// TestSummaries checks that a summary of messages is not read as a reply: those of a
// snapshot are marked, and those of other formats start like the runtime's.
func TestSummaries(t *testing.T) {
	mention := "[SUMMARIZED] used <tool> twice"
	message := func(content, more string) string {
		quoted, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		return `{"messages": [{"role": "assistant", "content": ` + string(quoted) + more + `}]}`
	}
	for _, test := range []struct {
		text  string
		calls int
	}{
		{message(mention, `, "is_summarized": true`), 0},
		{message("Earlier: used <tool> twice.", `, "is_summarized": true`), 0},
		{message("[SUMMARIZED] "+call, `, "is_summarized": true`), 0},
		{message(call, `, "is_summarized": false`), 1},
		{message("I use <tool>.", `, "is_summarized": false`), 1},
		{message(mention, ""), 0},
		{message("[SUMMARIZED]\n\n"+call, ""), 1}, // an agent may repeat the words
		{message(call+" [SUMMARIZED]", ""), 1},
		{message("used <tool> twice", ""), 0}, // nothing shows that the agent calls tools as Forge does
	} {
		if starts := fileStarts(Read(test.text, JSON)); len(starts) != test.calls {
			t.Errorf("%s: calls at %v, want %d", test.text, starts, test.calls)
		}
	}
}

// TestLongMessage checks that the calls of a message that is too long to be read as a
// document are found.
func TestLongMessage(t *testing.T) {
	text := "**User:** " + strings.Repeat("Words.\n\n", MaxMessage/8) + call + "\n**Assistant:** " + call
	f := Read(text, Prose)
	if starts := fileStarts(f); f.Kind != Transcript || len(starts) != 2 || !f.Segments[0].Long || !f.Segments[0].IsDocument() {
		t.Errorf("a %v with calls at %v", f.Kind, starts)
	}
}
