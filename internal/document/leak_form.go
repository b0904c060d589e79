package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A textForm is a format in which models write calls as text.
type textForm struct {
	name string
	// shape matches the start of a call: its first group is the opener, and the second one
	// is the name of the tool. It is anchored at the opener.
	shape *regexp.Regexp
	// ends are the words that end a call. The first one that occurs does.
	ends    []string
	dialect callsShown // that a prompt can teach
	// given reports whether the shape has arguments, so that the call needs no end.
	given bool
}

// Parts of shapes. Parts that may be long do not extend past the next "<" or "[", so that
// a text of openers is read in linear time.
const (
	toolName = `([A-Za-z_][\w.:/-]*)`
	// A JSON object, in a list or not, that has a name: first, or after an id, a type or
	// short arguments.
	toolJSON = `\s*\[?\s*\{[^<>\[\]]*?"(?:name|tool_name|tool|function)"\s*:\s*"` + toolName + `"`
	nameIs   = `\s+r?name\s?=\s?["']\s?` + toolName + `\s?["']`
	// The start of any JSON value.
	jsonStart = `(?:[{\["]|null\b)`
	// A code block around JSON within a tag.
	inFence = `\s*(?:` + "```" + `(?:json)?)?`
)

func newForm(name, shape string, given bool, ends ...string) textForm {
	return textForm{name: name, shape: regexp.MustCompile(`^(?:` + shape + `)`), given: given, ends: ends, dialect: dialectOf(name)}
}

// dialectOf returns what a prompt shows that teaches a format, by its name.
func dialectOf(name string) callsShown {
	if name == listForm {
		return taughtList
	}
	whose, _, _ := strings.Cut(name, "'s ")
	switch whose {
	case "Claude", "MiniMax":
		return taughtClaude
	case "Hermes", "GLM", "LongCat", "<TOOLCALL>", "<|tool_call|>", "<tool_use>":
		return taughtHermes
	case "Qwen":
		return taughtHermes | taughtFunction
	case "<function=…>", "<function_calls> with JSON":
		return taughtFunction
	case "Kimi":
		return taughtKimi
	case "DeepSeek", "DSML":
		return taughtDeepSeek
	case "Mistral":
		return taughtMistral
	case "Harmony":
		return taughtHarmony
	case "Gemma":
		return taughtGemma
	case "Cline", "<use_mcp_tool>":
		return taughtCline
	case "Llama":
		return taughtObject
	}
	return 0
}

// textForms returns the formats by the first byte after the "<": those with special
// tokens under '|', and that of Mistral under '['.
var textForms = sync.OnceValue(func() map[byte][]textForm {
	return map[byte][]textForm{
		'i': {
			newForm("Claude's <invoke>", `(<invoke`+nameIs+`\s?>)\s*(?:<\s?parameter\b|\{)`, true, "</invoke>"),
			newForm("Claude's <invoke>", `(<invoke`+nameIs+`\s?/?>)`, false, "</invoke>"),
		},
		'f': {
			newForm("Claude's <function_calls>", `(<function_calls>)\s*<invoke`+nameIs, true, "</function_calls>", "</invoke>"),
			newForm("<function_calls> with JSON", `(<function_calls?>)`+toolJSON, true, "</function_calls>", "</function_call>"),
			newForm("<function=…>", `(<function=`+toolName+`>?)\s*(?:<parameter=|\{)`, true, "</function>"),
			newForm("<function=…>", `(<function=`+toolName+`>)`, false, "</function>"),
		},
		't': {
			newForm("Hermes's <tool_call>", `(<tool_calls?>)`+inFence+toolJSON, true, "</tool_calls>", "</tool_call>"),
			newForm("Qwen's <tool_call>", `(<tool_call>)\s*<function=`+toolName+`>`, true, "</tool_call>", "</function>"),
			newForm("GLM's <tool_call>", `(<tool_call>)\s*`+toolName+`\s*<arg_key>`, true, "</tool_call>"),
			newForm("GLM's <tool_call>", `(<tool_call>)\s*`+toolName+`\s*</tool_call>`, true, "</tool_call>"),
			newForm("<tool_use>", `(<tool_use>)\s*<(?:name|tool_name)>\s*`+toolName+`\s*</(?:name|tool_name)>\s*<`, true, "</tool_use>"),
			newForm("<tool_use>", `(<tool_use>)`+toolJSON, true, "</tool_use>"),
			newForm("<tool_use>", `(<tool_use`+nameIs+`[^<>]*>)`, false, "</tool_use>"),
		},
		'l': {
			newForm("LongCat's <longcat_tool_call>", `(<longcat_tool_call>)`+toolJSON, true, "</longcat_tool_call>"),
			newForm("LongCat's <longcat_tool_call>", `(<longcat_tool_call>)\s*`+toolName+`\s*(?:<longcat_arg_key>|</longcat_tool_call>)`, true, "</longcat_tool_call>"),
		},
		'T': {newForm("<TOOLCALL>", `(<TOOLCALL>)`+toolJSON, true, "</TOOLCALL>")},
		'm': {newForm("MiniMax's <tool_call>", `(<minimax:tool_call>)\s*<invoke`+nameIs, true, "</minimax:tool_call>", "</invoke>")},
		's': {newForm("Gemma's <start_function_call>", `(<start_function_call>)call:`+toolName+`\{`, true, "<end_function_call>")},
		'u': {newForm("<use_mcp_tool>", `(<use_mcp_tool>)\s*<server_name>[^<>]+</server_name>\s*<tool_name>\s*`+toolName+`\s*</tool_name>`, true, "</use_mcp_tool>")},
		'|': {
			newForm("DSML", `(<[|｜]DSML[|｜](?:function_calls|tool_calls)>)\s*<[|｜]DSML[|｜]invoke`+nameIs, true, "DSML｜function_calls>", "DSML｜tool_calls>", "DSML|function_calls>"),
			newForm("DSML", `(<[|｜]DSML[|｜](?:function_calls|tool_calls)>)`+toolJSON, true, "DSML｜function_calls>", "DSML｜tool_calls>", "DSML|function_calls>"),
			newForm("DSML", `(<[|｜]DSML[|｜]invoke`+nameIs+`\s?>)`, true, "</｜DSML｜invoke>", "</|DSML|invoke>"),
			newForm("Kimi's <|tool_call_begin|>", `(<\|tool_calls?(?:_section)?_begin\|>)\s*(?:<\|tool_call_begin\|>)?\s*(?:functions\.)?`+toolName+`\s*<\|tool_call_argument_begin\|>`, true, "<|tool_calls_section_end|>", "<|tool_call_end|>"),
			newForm("DeepSeek's <｜tool▁call▁begin｜>", `(<[|｜]tool[▁_]calls?[▁_]begin[|｜]>)\s*(?:<[|｜]tool[▁_]call[▁_]begin[|｜]>)?\s*(?:function\s*<[|｜]tool[▁_]sep[|｜]>)?\s*`+toolName+`\s*(?:<[|｜]tool[▁_]sep[|｜]>|[{`+"`"+`])`, true, "<｜tool▁calls▁end｜>", "<｜tool▁call▁end｜>", "<|tool▁calls▁end|>", "<|tool_calls_end|>"),
			newForm("Llama's <|python_tag|>", `(<\|python_tag\|>)`+toolJSON, true, "<|eom_id|>", "<|eot_id|>"),
			newForm("Llama's <|python_tag|>", `(<\|python_(?:tag|start)\|>)\s*\[?\s*`+toolName+`\(`, true, "<|eom_id|>", "<|eot_id|>", "<|python_end|>"),
			newForm("<|tool_call|>", `(<\|tool_calls?\|>)`+toolJSON, true, "<|/tool_call|>", "<|end_tool_call|>"),
			newForm("Cohere's <|START_ACTION|>", `(<\|START_ACTION\|>)`+toolJSON, true, "<|END_ACTION|>"),
			newForm("Harmony's <|channel|>", `(<\|channel\|>)(?:commentary|analysis)\s+to=(?:functions\.)?`+toolName+`[^<{}]*(?:<\|constrain\|>[^<{}]*)?<\|message\|>\s*`+jsonStart, true, "<|call|>"),
			newForm("Harmony's <|channel|>", `(<\|start\|>)assistant\s+to=(?:functions\.)?`+toolName+`\s*<\|channel\|>[^<{}]*(?:<\|constrain\|>[^<{}]*)?<\|message\|>\s*`+jsonStart, true, "<|call|>"),
			newForm("Kimi's <|open|>call", `(<\|open\|>)tools\s?<\|sep\|>\s*<\|open\|>call\s+tool="`+toolName+`"`, true, "<|close|>tools<|sep|>", "<|close|>call<|sep|>"),
			newForm("Kimi's <|open|>call", `(<\|open\|>)call\s+tool="`+toolName+`"`, true, "<|close|>call<|sep|>"),
			newForm("Gemma's <|tool_call>", `(<\|tool_call>)\s*call:\s*`+toolName+`\s*\{`, true, "<tool_call|>"),
		},
		'[': {
			newForm("Mistral's [TOOL_CALLS]", `(\[TOOL_CALLS\])`+toolJSON, true),
			newForm("Mistral's [TOOL_CALLS]", `(\[TOOL_CALLS\])\s*`+toolName+`\s*(?:\[CALL_ID\]\w+)?(?:\[ARGS\]|\{)`, true),
		},
	}
})

// forgeForms are the format of Forge: the name of a tool beside that of its server or arguments.
var forgeForms = sync.OnceValue(func() []textForm {
	const name = "Forge's <tool>"
	return []textForm{
		newForm(name, `(<tool>)\s*<server_name>[^<>]*</server_name>\s*<tool_name>\s*`+toolName+`\s*</tool_name>\s*<`, true, "</tool>"),
		newForm(name, `(<tool>)\s*<tool_name>\s*`+toolName+`\s*</tool_name>\s*<(?:arguments|server_name)\b`, true, "</tool>"),
	}
})

// claudePrefix is the prefix that Claude puts before the names of tags.
const claudePrefix = "antml:"

// read reads the call that starts at an offset.
func (r *leakReader) read(at int) (leakedCall, bool) {
	if c, ok := r.opened(at); ok {
		return c, true
	}
	return r.loose(at)
}

// opened reads the call whose opener starts at an offset.
func (r *leakReader) opened(at int) (leakedCall, bool) {
	text := r.text[at:]
	if rest, ok := strings.CutPrefix(text, "<"+claudePrefix); ok {
		return r.readPrefixed(at, rest)
	}
	var first byte
	switch {
	case strings.HasPrefix(text, "[TOOL_CALLS]"):
		first = '['
	case text[0] != '<' || len(text) < len("<tool>"):
		return leakedCall{}, false
	case text[1] == '\xef':
		first = '|'
	default:
		first = text[1]
	}
	forms := textForms()[first]
	if r.shown.forge() && strings.HasPrefix(text, "<tool>") {
		forms = forgeForms()
	}
	for i := range forms {
		if c, ok := r.match(&forms[i], text, at, 0); ok {
			return c, true
		}
	}
	return leakedCall{}, false
}

// readPrefixed reads a call of Claude's at an offset whose tags have a prefix; rest is the
// text after the first one. The shapes are matched without it.
func (r *leakReader) readPrefixed(at int, rest string) (leakedCall, bool) {
	const window = 1 << 10 // longer than any shape
	plain := "<" + strings.ReplaceAll(rest[:min(len(rest), window)], claudePrefix, "")
	forms := slices.Concat(textForms()['i'], textForms()['f'])
	for i := range forms {
		if c, ok := r.match(&forms[i], plain, at, len(claudePrefix)); ok {
			return c, true
		}
	}
	return leakedCall{}, false
}

// match reads a call in a format. text starts at an offset of the reader's; the opener and
// the ends are longer there by the cut bytes of a prefix.
func (r *leakReader) match(f *textForm, text string, at, cut int) (leakedCall, bool) {
	m := f.shape.FindStringSubmatchIndex(text)
	if m == nil || placeholderName(text[m[4]:m[5]]) {
		return leakedCall{}, false
	}
	c := leakedCall{format: f.name, tool: text[m[4]:m[5]], opener: at + m[3] + cut, runs: f.dialect&r.shown.calls != 0}
	if name, number, ok := strings.Cut(c.tool, ":"); ok && f.dialect == taughtKimi && strings.Trim(number, "0123456789") == "" {
		c.tool = name
	}
	c.end = c.opener
	for _, word := range f.ends {
		if end, ok := r.endOf(word, c.opener, cut > 0); ok {
			c.end = end
			return c, true
		}
	}
	if c.end = at + m[1] + cut; f.given {
		c.end = max(c.end, endOfLine(r.text, c.opener))
	}
	return c, f.given
}

// endOf is end for a tag that has a prefix if that of the opener has one; models mix them.
func (r *leakReader) endOf(word string, from int, prefixed bool) (end int, ok bool) {
	if prefixed {
		if end, ok = r.end("</"+claudePrefix+word[len("</"):], from); ok {
			return end, true
		}
	}
	return r.end(word, from)
}

// placeholderName reports whether a name of a tool is one used to explain a format.
func placeholderName(name string) bool {
	switch strings.ToLower(strings.Trim(name, "_")) {
	case "name", "tool", "tool_name", "toolname", "tool-name", "function", "function_name", "function-name", "functionname",
		"your_tool", "your_function", "my_tool", "example", "example_tool", "example_function", "func_name", "xxx", "x":
		return true
	}
	return false
}
