package document

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

// A lesson is how a prompt shows that calls in a text format run: with both of two words.
type lesson struct {
	shows       callsShown
	opens, ends string
}

var lessons = [...]lesson{
	{taughtClaude, "<invoke", "</invoke>"},
	{taughtClaude, "<" + claudePrefix + "invoke", "</" + claudePrefix + "invoke>"},
	{taughtClaude, "<minimax:tool_call>", "</minimax:tool_call>"},
	{taughtHermes, "<tool_call>", "</tool_call>"},
	{taughtHermes, "<tool_use>", "</tool_use>"},
	{taughtHermes, "<longcat_tool_call>", "</longcat_tool_call>"},
	{taughtHermes, "<TOOLCALL>", "</TOOLCALL>"},
	{taughtFunction, "<function=", "</function>"},
	{taughtFunction, "<function_call", "</function_call"},
	{taughtKimi, "<|tool_call_begin|>", "<|tool_call_end|>"},
	{taughtKimi, "<|open|>call", "<|close|>call"},
	{taughtDeepSeek, "DSML", "invoke"},
	{taughtDeepSeek, "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"},
	{taughtMistral, "[TOOL_CALLS]", ""},
	{taughtHarmony, "<|channel|>", "to=functions."},
	{taughtGemma, "<start_function_call>", "<end_function_call>"},
	{taughtGemma, "<|tool_call>", "<tool_call|>"},
	{taughtCline, "<use_mcp_tool>", "</use_mcp_tool>"},
	{taughtCline, "<read_file>", "</read_file>"},
	{taughtCline, "<execute_command>", "</execute_command>"},
}

// answers are how the results of such calls begin.
var answers = map[string]callsShown{
	"<tool_response>": taughtHermes, "<function_results>": taughtClaude, "<" + claudePrefix + "function_results>": taughtClaude,
	"[TOOL_RESULTS]": taughtMistral, "<|start|>functions.": taughtHarmony, "<｜tool▁outputs▁begin｜>": taughtDeepSeek,
}

// taughtBy returns what a message shows about calls in text: that they run. A prompt that forbids
// them shows no such thing.
func taughtBy(m *transcript.Message) (shows callsShown) {
	if m.Role != transcript.System && !m.Calls() {
		return 0
	}
	switch m.Role {
	case transcript.Agent:
		if len(segmentsOf(m, false)) > 0 {
			return spoken
		}
	case transcript.System:
		if m.Teaches() {
			shows = taught
		}
		text := m.Text().String()
		for _, l := range lessons {
			if at := strings.Index(text, l.opens); at >= 0 && strings.Contains(text[at:], l.ends) && !forbids(text[:at]) {
				shows |= l.shows
			}
		}
		return shows | taughtJSON(text)
	case transcript.User, transcript.Tool:
		text := strings.TrimLeft(m.Text().String(), " \t\r\n")
		for word, answered := range answers {
			if strings.HasPrefix(text, word) {
				shows |= answered
			}
		}
	}
	return shows
}

// promptTemplates are how prompts show calls that have no tags.
var promptTemplates = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`(?i)\{\s*"name"\s*:\s*"?[<{\[$]*\s*(?:the )?(?:function|tool)[ _-]?name`),
		regexp.MustCompile(`(?i)\[\s*(?:func(?:tion)?|tool)_?name\d*\(`),
	}
})

func taughtJSON(text string) (taught callsShown) {
	if promptTemplates()[0].MatchString(text) {
		taught |= taughtObject
	}
	if promptTemplates()[1].MatchString(text) {
		taught |= taughtList
	}
	return taught
}

var forbidding = lazy(`(?i)\b(?:never|not|don't|avoid|forbidden|instead of)\b[^.!?\n]*$`)

// forbids reports whether the sentence at the end of a text forbids something.
func forbids(text string) bool {
	const bound = 256
	return forbidding().MatchString(text[max(0, len(text)-bound):])
}
