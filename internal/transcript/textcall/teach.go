package textcall

import (
	"regexp"
	"strings"
	"sync"
)

// A Set is a set of families of formats: what shows that one of a family runs shows it of all.
type Set uint32

const (
	Claude Set = 1 << iota
	Hermes
	Function
	Kimi
	DeepSeek
	Mistral
	Harmony
	Gemma
	Cline
	Object
	List

	// Families is the number of families.
	Families = iota
)

// lessons are how a prompt shows that calls in text run: with both of two words.
var lessons = [...]struct {
	family      Set
	opens, ends string
}{
	{Claude, "<invoke", "</invoke>"},
	{Claude, "<" + ClaudePrefix + "invoke", "</" + ClaudePrefix + "invoke>"},
	{Claude, "<minimax:tool_call>", "</minimax:tool_call>"},
	{Hermes, "<tool_call>", "</tool_call>"},
	{Hermes, "<tool_use>", "</tool_use>"},
	{Hermes, "<longcat_tool_call>", "</longcat_tool_call>"},
	{Hermes, "<TOOLCALL>", "</TOOLCALL>"},
	{Function, "<function=", "</function>"},
	{Function, "<function_call", "</function_call"},
	{Kimi, "<|tool_call_begin|>", "<|tool_call_end|>"},
	{Kimi, "<|open|>call", "<|close|>call"},
	{DeepSeek, "DSML", "invoke"},
	{DeepSeek, "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"},
	{Mistral, "[TOOL_CALLS]", ""},
	{Harmony, "<|channel|>", "to=functions."},
	{Gemma, "<start_function_call>", "<end_function_call>"},
	{Gemma, "<|tool_call>", "<tool_call|>"},
	{Cline, "<use_mcp_tool>", "</use_mcp_tool>"},
	{Cline, "<read_file>", "</read_file>"},
	{Cline, "<execute_command>", "</execute_command>"},
}

// answers are how the results of such calls begin.
var answers = map[string]Set{
	"<tool_response>": Hermes, "<function_results>": Claude, "<" + ClaudePrefix + "function_results>": Claude,
	"[TOOL_RESULTS]": Mistral, "<|start|>functions.": Harmony, "<｜tool▁outputs▁begin｜>": DeepSeek,
}

// templates are how prompts show calls that have no tags.
var templates = sync.OnceValue(func() map[Set]*regexp.Regexp {
	return map[Set]*regexp.Regexp{
		Object: regexp.MustCompile(`(?i)\{\s*"name"\s*:\s*"?[<{\[$]*\s*(?:the )?(?:function|tool)[ _-]?name`),
		List:   regexp.MustCompile(`(?i)\[\s*(?:func(?:tion)?|tool)_?name\d*\(`),
	}
})

// Taught returns the formats of which a prompt shows that calls in them run. One that forbids them shows no
// such thing.
func Taught(prompt string) (taught Set) {
	for _, l := range lessons {
		if at := strings.Index(prompt, l.opens); at >= 0 && strings.Contains(prompt[at:], l.ends) && !forbids(prompt[:at]) {
			taught |= l.family
		}
	}
	for family, template := range templates() {
		if template.MatchString(prompt) {
			taught |= family
		}
	}
	return taught
}

// Answered returns the formats of which a message shows that a call ran: it is the result.
func Answered(message string) (shown Set) {
	message = strings.TrimLeft(message, white)
	for word, family := range answers {
		if strings.HasPrefix(message, word) {
			shown |= family
		}
	}
	return shown
}

var forbidding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:never|not|don't|avoid|forbidden|instead of)\b[^.!?\n]*$`)
})

// forbids reports whether the sentence at the end of a text forbids something.
func forbids(text string) bool {
	const bound = 256
	return forbidding().MatchString(text[max(0, len(text)-bound):])
}
