package textcall

import (
	"slices"
	"strings"
)

// Forge is the format of calls that are not text calls where a session has them.
const Forge = "Forge's <tool>"

// ClaudePrefix is the prefix that Claude puts before the names of tags.
const ClaudePrefix = "antml:"

// A row is how calls in a format start and end.
type row struct {
	name string // of the format
	// key is the opener: that of a tag, see [tag], or the text itself.
	key    string
	form   form
	ends   []string // the keys of tags that end a call
	family Set
	needs  needs
	inner  string   // wrapped: the key of the calls within
	before []string // named: words before the name
	behind []string // named: words between the name and the arguments
	must   []string // words that have to be among these
}

// rows returns the formats; those with one opener are tried in order.
func rows() []row {
	return []row{
		{name: "Claude's <invoke>", key: "invoke", form: tagged, ends: keys("/invoke /function_calls"), family: Claude},
		{name: "Claude's <invoke>", key: "invoke", form: children, ends: keys("/invoke"), family: Claude},
		{name: "Claude's <function_calls>", key: "function_calls", form: wrapped, inner: "invoke", ends: keys("/function_calls"), family: Claude},
		{name: "<function_calls> with JSON", key: "function_calls", form: object, ends: keys("/function_calls /function_call"), family: Function},
		{name: "<function_calls> with JSON", key: "function_call", form: object, ends: keys("/function_call /function_calls"), family: Function},
		{name: "<function_calls> with JSON", key: "functioncall", form: object, ends: keys("/functioncall"), family: Function},
		{name: "Olmo's <function_calls>", key: "function_calls", form: python, ends: keys("/function_calls"), family: Function, needs: ofSession},
		{name: "xAI's <function_call>", key: "xai:function_call", form: tagged, ends: keys("/xai:function_call"), family: Claude},
		{name: "<function=…>", key: "function", form: tagged, ends: keys("/function /tool_call"), family: Function},
		{name: "Hermes's <tool_call>", key: "tool_call", form: object, ends: keys("/tool_call /tool_calls"), family: Hermes},
		{name: "Hermes's <tool_call>", key: "tool_calls", form: object, ends: keys("/tool_calls /tool_call"), family: Hermes},
		{name: "Hermes's <tool_call>", key: "toolcall", form: object, ends: keys("/toolcall"), family: Hermes},
		{name: "Hermes's <tool_call>", key: "tool_call", form: tagged, ends: keys("/tool_call /function"), family: Hermes | Function, needs: ofSession},
		{name: "Qwen's <tool_call>", key: "tool_call", form: wrapped, inner: "function", ends: keys("/tool_call"), family: Hermes | Function},
		{name: "GLM's <tool_call>", key: "tool_call", form: named, behind: keys("/arg_value /arg_key"), ends: keys("/tool_call"), family: Hermes},
		{name: "Seed's <tool_call>", key: "seed:tool_call", form: wrapped, inner: "function", ends: keys("/seed:tool_call"), family: Function},
		{name: "MiniMax's <tool_call>", key: "minimax:tool_call", form: wrapped, inner: "invoke", ends: keys("/minimax:tool_call"), family: Claude},
		{name: "MiniMax's [TOOL_CALL]", key: "[TOOL_CALL]", form: object, family: Claude},
		{name: "<tool_use>", key: "tool_use", form: children, ends: keys("/tool_use"), family: Hermes},
		{name: "<tool_use>", key: "tool_use", form: object, ends: keys("/tool_use"), family: Hermes},
		{name: "<tool_use>", key: "tool_use", form: tagged, ends: keys("/tool_use"), family: Hermes},
		{name: "LongCat's <longcat_tool_call>", key: "longcat_tool_call", form: object, ends: keys("/longcat_tool_call"), family: Hermes},
		{name: "LongCat's <longcat_tool_call>", key: "longcat_tool_call", form: named, ends: keys("/longcat_tool_call"), family: Hermes},
		{name: "<use_mcp_tool>", key: "use_mcp_tool", form: children, ends: keys("/use_mcp_tool"), family: Cline},
		{name: Forge, key: "tool", form: children, ends: keys("/tool")},
		{name: "<tool name=…>", key: "tool", form: tagged, ends: keys("/tool"), needs: ofSession},
		{name: "DSML", key: "dsml:function_calls", form: wrapped, inner: "dsml:invoke", ends: keys("/function_calls"), family: DeepSeek},
		{name: "DSML", key: "dsml:function_calls", form: object, ends: keys("/function_calls"), family: DeepSeek},
		{name: "DSML", key: "dsml:tool_calls", form: wrapped, inner: "dsml:invoke", ends: keys("/tool_calls"), family: DeepSeek},
		{name: "DSML", key: "dsml:tool_calls", form: object, ends: keys("/tool_calls"), family: DeepSeek},
		{name: "DSML", key: "dsml:invoke", form: tagged, ends: keys("/invoke /function_calls /tool_calls"), family: DeepSeek},
		{key: "|tool_calls_section_begin|", form: wrapped, inner: "|tool_call_begin|", ends: keys("|tool_calls_section_end|")},
		{key: "|tool_call_section_begin|", form: wrapped, inner: "|tool_call_begin|", ends: keys("|tool_call_section_end|")},
		{key: "|tool_calls_begin|", form: wrapped, inner: "|tool_call_begin|", ends: keys("|tool_calls_end|")},
		{name: "Kimi's <|tool_call_begin|>", key: "|tool_call_begin|", form: named, before: keys("functions."), behind: keys("|tool_call_argument_begin|"),
			must: keys("|tool_call_argument_begin|"), ends: keys("|tool_call_end| |tool_calls_section_end|"), family: Kimi},
		{name: "DeepSeek's <｜tool▁call▁begin｜>", key: "|tool_call_begin|", form: named, before: keys("function |tool_sep|"), behind: keys("|tool_sep| ```json"),
			ends: keys("|tool_call_end| |tool_calls_end|"), family: DeepSeek},
		{name: "Kimi's <|open|>call", key: "|open|", form: tokens, family: Kimi},
		{name: "Llama's <|python_tag|>", key: "|python_tag|", form: object, ends: keys("|eom_id| |eot_id|"), family: Object},
		{name: "Llama's <|python_tag|>", key: "|python_tag|", form: python, ends: keys("|eom_id| |eot_id|"), family: List},
		{name: "Llama's <|python_tag|>", key: "|python_start|", form: python, ends: keys("|python_end|"), family: List},
		{name: "LFM's <|tool_call_start|>", key: "|tool_call_start|", form: python, ends: keys("|tool_call_end|"), family: List},
		{name: "LFM's <|tool_call_start|>", key: "|tool_call_start|", form: object, ends: keys("|tool_call_end|"), family: Object},
		{name: "<|tool_call|>", key: "|tool_call|", form: object, ends: keys("|/tool_call| |end_tool_call|"), family: Hermes},
		{name: "<|tool_call|>", key: "|tool_calls|", form: object, ends: keys("|/tool_call| |end_tool_call|"), family: Hermes},
		{name: "InternLM's <|plugin|>", key: "|action_start|", form: object, ends: keys("|action_end|")},
		{name: "Cohere's <|START_ACTION|>", key: "|start_action|", form: object, ends: keys("|end_action|")},
		{name: "Harmony's <|channel|>", key: "|channel|", form: named, before: keys("commentary analysis to= functions."), behind: keys("|constrain| |message| json code"),
			must: keys("to= |message|"), ends: keys("|call|"), family: Harmony},
		{name: "Harmony's <|channel|>", key: "|start|", form: named, before: keys("assistant |channel| commentary analysis to= functions."), behind: keys("|channel| commentary analysis |constrain| |message| json code"),
			must: keys("to= |message|"), ends: keys("|call|"), family: Harmony},
		{name: "Harmony's to=functions.", key: "to=functions.", form: recipient, behind: keys("|channel| code commentary analysis |constrain| json |message|"), ends: keys("|call|"), family: Harmony},
		{name: "Gemma's <start_function_call>", key: "start_function_call", form: named, before: keys("call:"), must: keys("call:"), ends: keys("end_function_call"), family: Gemma},
		{name: "Gemma's <|tool_call>", key: "|tool_call>", form: named, before: keys("call:"), must: keys("call:"), ends: keys("tool_call|"), family: Gemma},
		{name: "Gemma's <|tool_call>", key: "call:", form: named, needs: ofSession, family: Gemma},
		{name: "Mistral's [TOOL_CALLS]", key: "[TOOL_CALLS]", form: object, family: Mistral},
		{name: "Mistral's [TOOL_CALLS]", key: "[TOOL_CALLS]", form: named, behind: keys("[CALL_ID] [ARGS]"), family: Mistral},
		{name: "Phi's functools", key: "functools[", form: object, family: Object},
		{name: "Codex's *** Begin Patch", key: "*** Begin Patch", form: patch, needs: ofSession},

		// Results.
		{key: "function_results", form: result, ends: keys("/function_results")},
		{key: "tool_response", form: result, ends: keys("/tool_response")},
		{key: "tool_result", form: result, ends: keys("/tool_result")},
		{key: "tool_results", form: result, ends: keys("/tool_results")},
		{key: "tool_output", form: result, ends: keys("/tool_output")},
		{key: "|tool_outputs_begin|", form: result, ends: keys("|tool_outputs_end|")},
		{key: "[TOOL_RESULTS]", form: result},

		// Without an opener, or with a damaged one.
		{name: "Claude's <invoke>", key: "name", form: tagged, ends: keys("/invoke"), family: Claude, needs: ofSession},
		{name: "Claude's <invoke>", key: "parameter", form: rest, ends: keys("/invoke"), family: Claude, needs: last},
		{name: "Claude's <invoke>", key: "/parameter", form: rest, ends: keys("/invoke"), family: Claude, needs: last},
		{name: "<function=…>", key: "parameter", form: tagged, ends: keys("/function /tool_call"), family: Function},
		{name: "Qwen's <function=…>", key: "parameter", form: rest, ends: keys("/function"), family: Hermes | Function, needs: last},
		{name: "Qwen's <function=…>", key: "/parameter", form: rest, ends: keys("/function"), family: Hermes | Function, needs: last},
		{name: "Qwen's <function=…>", key: "name", form: rest, ends: keys("/function"), family: Hermes | Function, needs: last},
		{name: "GLM's <arg_key>", key: "arg_key", form: keyed, ends: keys("/tool_call"), family: Hermes, needs: last},
		{name: "Cline's tags", key: "", form: own, family: Cline},
		{name: "Llama's JSON", key: "{", form: object, ends: keys("/tool_call"), family: Object, needs: alone},
		{name: "Llama's JSON", key: "[", form: object, family: Object, needs: alone},
		{name: "Llama's Python syntax", key: "[", form: python, family: List, needs: alone},
	}
}

func keys(list string) []string { return strings.Fields(list) }

// texts are the openers that are text, rather than the key of a tag.
var texts = append([]string{"[TOOL_CALLS]", "[TOOL_CALL]", "[TOOL_RESULTS]"}, starts[1:]...)

// formats has the rows by their openers, and the keys of tags that matter after an opener.
var formats struct {
	rows  map[string][]*row
	marks map[string]bool
}

// init, since the forms need the index.
func init() {
	formats.rows, formats.marks = map[string][]*row{}, map[string]bool{}
	for _, key := range keys("parameter arg_key longcat_arg_key arg_value longcat_arg_value") {
		formats.marks[key], formats.marks["/"+key] = true, true
	}
	list := rows()
	for i := range list {
		f := &list[i]
		formats.rows[f.key] = append(formats.rows[f.key], f)
		for _, key := range append(f.ends, f.key) {
			formats.marks[key] = true
		}
	}
}

// Tags returns what the names of tags of calls start with, in lower case: of openers, and of arguments whose opener is lost.
func Tags() []string {
	list := []string{ClaudePrefix, "steptml:", "dsml", "arg_key"}
	for key := range formats.rows {
		name := strings.Trim(strings.TrimPrefix(key, "dsml:"), "|>/")
		if name == "function" {
			name += "="
		}
		if name != "" && !slices.Contains(texts, key) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// rowsAt returns the rows of the opener at an offset, where t is the tag if there is one; else it is set to the span of the
// opener.
func (r *Reader) rowsAt(at int, t *tag) []*row {
	if t.key != "" {
		if list := formats.rows[t.key]; list != nil {
			return list
		}
		return formats.rows[""]
	}
	for _, key := range texts {
		if strings.HasPrefix(r.text[at:], key) {
			if t.End = at + len(key); len(key) > 1 || r.startsLine(at) {
				return formats.rows[key]
			}
		}
	}
	return nil
}
