package textcall

import (
	"slices"
	"strings"
	"sync"
)

// Forge is the format of calls that are not text calls where a session has them, and Headless that of those that have
// lost their <tool>, which the Forge runtime does not find.
const (
	Forge    = "Forge's <tool>"
	Headless = "Forge's <tool_name>"
)

// ClaudePrefix is the prefix that Claude puts before the names of tags.
const ClaudePrefix = "antml:"

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
)

// A row is how calls in a format start and end.
type row struct {
	name   string // of the format; "" for results, and for wrappers of several formats
	keys   string // of the openers, see [tag]
	form   form
	ends   string // the keys of what ends a call
	family Set
	needs  needs
}

// needs are the circumstances in which text is a call whose opener alone is not enough.
type needs uint8

const (
	// ofSession: the session has a tool of the name.
	ofSession needs = 1 << iota
	// alone: there is nothing else in the message, or the call ends it and is of a tool of the session. If the
	// session defines its tools, the name is that of one.
	alone
	// last: of a tool of the session; or only end tags follow in the message, and no opener is before.
	last
)

// table has the formats; those with one opener are tried in order.
func table() []row {
	return []row{
		{"Claude's <invoke>", "invoke", either(tagged, children), "/invoke /function_calls", Claude, 0},
		{"Claude's <function_calls>", "function_calls", wrapped("invoke"), "/function_calls", Claude, 0},
		{"<function_calls> with JSON", "function_calls function_call functioncall", object, "/function_calls /function_call /functioncall", Function, 0},
		{"Olmo's <function_calls>", "function_calls", python, "/function_calls", Function, ofSession},
		{"xAI's <function_call>", "xai:function_call", tagged, "/xai:function_call", Claude, 0},
		{"<function=…>", "function", tagged, "/function /tool_call", Function, 0},
		{"Hermes's <tool_call>", "tool_call tool_calls toolcall", object, "/tool_call /tool_calls /toolcall", Hermes, 0},
		{"Hermes's <tool_call>", "tool_call", tagged, "/tool_call /function", Hermes | Function, ofSession},
		{"Qwen's <tool_call>", "tool_call", wrapped("function"), "/tool_call", Hermes | Function, 0},
		{"GLM's <tool_call>", "tool_call", named(` NAME (</arg_(?:key|value)>)?`), "/tool_call", Hermes, 0},
		{"Seed's <tool_call>", "seed:tool_call", wrapped("function"), "/seed:tool_call", Function, 0},
		{"MiniMax's <tool_call>", "minimax:tool_call", wrapped("invoke"), "/minimax:tool_call", Claude, 0},
		{"MiniMax's [TOOL_CALL]", "[TOOL_CALL]", object, "[/TOOL_CALL]", Claude, 0},
		{"<tool_use>", "tool_use", either(children, object, tagged), "/tool_use", Hermes, 0},
		{"LongCat's <longcat_tool_call>", "longcat_tool_call", either(object, named(` NAME()`)), "/longcat_tool_call", Hermes, 0},
		{"<use_mcp_tool>", "use_mcp_tool", children, "/use_mcp_tool", Cline, 0},
		{Forge, "tool", children, "/tool", 0, 0},
		{"<tool name=…>", "tool", tagged, "/tool", 0, ofSession},
		{"DSML", "dsml:function_calls dsml:tool_calls", either(wrapped("dsml:invoke"), object), "/function_calls /tool_calls", DeepSeek, 0},
		{"DSML", "dsml:invoke", tagged, "/invoke /function_calls /tool_calls", DeepSeek, 0},
		{
			"", "|tool_calls_section_begin| |tool_call_section_begin| |tool_calls_begin|", wrapped("|tool_call_begin|"),
			"|tool_calls_section_end| |tool_call_section_end| |tool_calls_end|", 0, 0,
		},
		{
			"Kimi's <|tool_call_begin|>", "|tool_call_begin|", named(` (?:functions\.)?NAME(?::\d+)? (<|tool_call_argument_begin|>)`),
			"|tool_call_end| |tool_calls_section_end|", Kimi, 0,
		},
		{
			"DeepSeek's <｜tool▁call▁begin｜>", "|tool_call_begin|", named(" (?:function <|tool_sep|>)? NAME (<|tool_sep|>)?(?: ```json)?"),
			"|tool_call_end| |tool_calls_end|", DeepSeek, 0,
		},
		{"Kimi's <|open|>call", "open:call", tagged, "/open:call", Kimi, 0},
		{"Kimi's <|open|>call", "open:tools", wrapped("open:call"), "/open:tools", Kimi, 0},
		{"Llama's <|python_tag|>", "|python_tag| |python_start|", either(object, python), "|eom_id| |eot_id| |python_end|", Object | List, 0},
		{"LFM's <|tool_call_start|>", "|tool_call_start|", either(python, object), "|tool_call_end|", Object | List, 0},
		{"<|tool_call|>", "|tool_call| |tool_calls|", object, "|/tool_call| |end_tool_call|", Hermes, 0},
		{"InternLM's <|plugin|>", "|action_start|", object, "|action_end|", 0, 0},
		{"Cohere's <|START_ACTION|>", "|start_action|", object, "|end_action|", 0, 0},
		{"Harmony's <|channel|>", "|channel| |start|", named(`(?:\s|assistant|<|channel|>|commentary|analysis)*to= (?:functions\.)?NAME` +
			`((?:\s|<|channel|>|commentary|analysis|<|constrain|>|json|code)*<|message|>)`), "|call|", Harmony, 0},
		{"Harmony's to=functions.", "to=functions.", recipient(`NAME((?:\s|<|channel|>|commentary|analysis|<|constrain|>|json|code|<|message|>)*)`), "|call|", Harmony, 0},
		{"Gemma's <start_function_call>", "start_function_call", named(` call:NAME()`), "end_function_call", Gemma, 0},
		{"Gemma's <|tool_call>", "|tool_call>", named(` call:NAME()`), "tool_call|", Gemma, 0},
		{"Gemma's <|tool_call>", "call:", named(` NAME()`), "", Gemma, ofSession},
		{"Mistral's [TOOL_CALLS]", "[TOOL_CALLS]", either(object, named(` NAME((?:\[CALL_ID\] [\w-]+ )?(?:\[ARGS\])?)`)), "", Mistral, 0},
		{"Phi's functools", "functools[", object, "", Object, 0},
		{"Codex's *** Begin Patch", "***", patch, "", 0, ofSession},

		// Results.
		{"", "function_results", result, "/function_results", Claude, 0},
		{"", "tool_response", result, "/tool_response", Hermes, 0},
		{"", "tool_result tool_results tool_output", result, "/tool_result /tool_results /tool_output", 0, 0},
		{"", "|tool_outputs_begin|", result, "|tool_outputs_end|", DeepSeek, 0},
		{"", "[TOOL_RESULTS]", result, "[/TOOL_RESULTS]", Mistral, 0},

		// Without an opener, or with a damaged one.
		{Headless, "server_name tool_name", headless, "/tool", 0, 0},
		{"Claude's <invoke>", "name", tagged, "/invoke", Claude, ofSession},
		{"<function=…>", "parameter", tagged, "/function /tool_call", Function, 0},
		{"Claude's <invoke>", "parameter /parameter", rest, "/invoke", Claude, last},
		{"Qwen's <function=…>", "parameter /parameter name", rest, "/function", Hermes | Function, last},
		{"GLM's <arg_key>", "arg_key", keyed, "/tool_call", Hermes, last},
		{"Cline's tags", element, own, "/" + element, Cline, 0},
		{"Llama's JSON", "{ [", object, "/tool_call", Object, alone},
		{"Llama's Python syntax", "[", python, "", List, alone},
	}
}

// formats are the rows by their openers. Keys that only matter within a call have no rows.
var formats = sync.OnceValue(func() map[string][]*row {
	index := map[string][]*row{}
	within := []string{"/parameter"}
	for _, key := range [...]string{"arg_key", "arg_value", "longcat_arg_key", "longcat_arg_value", "open:argument"} {
		within = append(within, key, "/"+key)
	}
	for _, f := range table() {
		for key := range strings.FieldsSeq(f.keys) {
			index[key] = append(index[key], &f)
		}
		within = append(within, strings.Fields(f.ends)...)
	}
	for _, key := range within {
		index[key] = append(index[key], []*row{}...)
	}
	return index
})

// texts are the openers and ends that are text, rather than tags.
var texts = [...]string{"[TOOL_CALLS]", "[TOOL_CALL]", "[/TOOL_CALL]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "to=functions.", "call:", "functools[", "***", "{", "["}

// starts are what tags and texts start with.
var starts = [...]string{"<", "[", "{", "***", "to=functions.", "call:", "functools["}

// Tags returns what the names of tags of calls start with, in lower case: of openers, and of arguments whose opener is lost.
func Tags() []string {
	list := []string{ClaudePrefix, "steptml:", "dsml", "arg_key"}
	for key := range formats() {
		name := strings.Trim(strings.TrimPrefix(key, "dsml:"), "|>/")
		switch name, _, _ = strings.Cut(name, "open:"); name {
		case "":
			name = "open|"
		case "function":
			name += "="
		}
		if name[0]|0x20 >= 'a' && !slices.Contains(texts[:], key) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
