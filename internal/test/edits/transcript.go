package edits

import (
	"math/rand/v2"
	"strings"
)

// A style is the notation for speakers in a transcript: a person, an agent, the system,
// a tool.
type style struct{ person, agent, system, tool string }

var styles = []style{
	{"**User:**\n\n", "**Assistant:**\n\n", "**System:**\n\n", "**Tool result:**\n\n"},
	{"_**User (2026-09-14 08:01Z)**_\n\n", "_**Agent (model m)**_\n\n", "_**System**_\n\n", "_**Tool**_\n\n"},
	{"## User\n\n", "## Assistant\n\n", "## System\n\n", "## Tool result\n\n"},
	{"### 👤 User\n", "### 🤖 Assistant\n", "### Developer\n", "### Tool (read_file)\n"},
	{"Human: ", "Assistant: ", "System: ", "Tool 'read_file' result:\n"},
	{"[user] ", "[assistant] ", "[system] ", "[tool_result]\n"},
	{"<|im_start|>user\n", "<|im_start|>assistant\n", "<|im_start|>system\n", "<|im_start|>tool\n"},
	{"=== USER ===\n", "=== ASSISTANT ===\n", "=== SYSTEM ===\n", "=== TOOL RESULT ===\n"},
	{"<user>\n", "<assistant>\n", "<system>\n", "<observation>\n"},
	{"2026-10-01T09:30:00Z [user] ", "2026-10-01T09:30:05Z [assistant] ", "2026-10-01T09:30:00Z [system] ", "2026-10-01T09:30:06Z [tool] "},
}

// transcriptMarks are labels of transcripts, and text that makes a transcript a
// document.
var transcriptMarks = []string{
	"\n**User:**\n\n", "\n**Assistant:**\n\n", "\n## User\n\n", "\n## Assistant\n\n", "\nHuman: ", "\nAssistant: ", "\n[assistant] ", "\n[tool_result]\n",
	"\n<|im_start|>assistant\n", "\n<|im_start|>tool\n", "\n=== ASSISTANT ===\n", "\n## Tool result\n\n", "\n```\n", "\n    ", "\n> ",
	"# Session\n\n", "# Examples\n\n", "You are an agent.\n", "_Exported on 2026-09-14_\n", "Model: m\n", "{{name}}", "<!-- a comment -->\n", "---\ntitle: x\n---\n",
}

// heads are the texts before the first label.
var heads = []string{"", "", "", "\ufeff", "# Fix the build\n\n_Exported on 2026-09-14_\n\n---\n\n", "<!-- Exported -->\n\n", "# Examples\n\nSo it looks:\n\n", "---\ntitle: x\n---\n"}

// Transcript draws the transcript of a session of about size bytes, in Markdown or text.
func (s *Source) Transcript(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(heads[r.IntN(len(heads))])
	style := styles[r.IntN(len(styles))]
	if r.IntN(3) == 0 {
		b.WriteString(style.system + s.stretch(r, 300) + "\n\n")
	}
	for b.Len() < size {
		b.WriteString(style.person + s.said(r) + "\n\n" + style.agent)
		for range 1 + r.IntN(2) {
			b.WriteString(s.said(r) + "\n")
		}
		if r.IntN(2) == 0 {
			b.WriteString(s.call(r))
		}
		if b.WriteString("\n"); r.IntN(3) == 0 {
			b.WriteString(style.tool + s.stretch(r, 200) + "\n\n")
		}
	}
	return s.ended(r, b.String())
}

// said draws the text of a message.
func (s *Source) said(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return s.stretch(r, 100+r.IntN(300))
	case 1:
		return s.markdown(r, 200)
	case 2:
		return s.call(r)
	}
	return words(r)
}
