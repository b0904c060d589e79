package transcript

import "strings"

// A mark is what a name or a type in JSON suggests: native calls of a model, in the form of its API rather than in text,
// or their results. Only reading the JSON shows whether they are there.
type mark uint8

const (
	called mark = 1 << iota // a call, or definitions of tools that the model was given
	answer                  // the result of a call
)

// A use is where a name counts as a mark.
type use uint8

const (
	asValue use = 1 << iota // as the value of a member
	asName                  // as the name of an object, or of a list of objects
	anyway                  // wherever it is
)

// nativeNames are the names and types that calls and their results have.
var nativeNames = map[string]struct {
	mark
	use
}{
	"tool_use": {called, asValue}, "tool-call": {called, asValue}, "custom_tool_call": {called, asValue}, "local_shell_call": {called, asValue},
	"invalid_tool_call": {called, asValue}, "dynamic-tool": {called, asValue}, "ToolCallRequestEvent": {called, asValue},
	"function_call": {called, asValue | asName}, "tool_call": {called, asValue | asName}, "toolCall": {called, asValue | asName},
	"tool_calls": {called, asValue | asName}, "toolCalls": {called, asName}, "toolRequests": {called, asName}, "invalid_tool_calls": {called, asName},
	"functionCall": {called, asName}, "toolUse": {called, asName}, "ToolUse": {called, asName}, "tools": {called, asName},
	"callID":      {called, anyway}, // of OpenCode
	"tool_use_id": {answer, anyway}, "toolUseId": {answer, anyway}, "tool_call_id": {answer, anyway}, "toolCallId": {answer, anyway},
	"tool_id": {answer, anyway}, "source_call_id": {answer, anyway}, "function_call_output": {answer, anyway}, "custom_tool_call_output": {answer, anyway},
	"tool_call_response": {answer, anyway}, "functionResponse": {answer, anyway}, "ToolCallExecutionEvent": {answer, anyway},
}

// nativeFirst are the first bytes of nativeNames.
const nativeFirst = "tTfcilds"

// natively returns the matcher that finds names with some marks.
func natively(marks mark) matcher {
	return matcher{'"', func(text string, at int) int {
		if markAt(text, at)&marks == 0 {
			return -1
		}
		return at
	}}
}

var calledMatchers, nativeMatchers = []matcher{natively(called)}, []matcher{natively(called | answer)}

// HasNative reports whether the JSON of a text may have native calls, or definitions of tools for them.
func HasNative(text string) bool { return candidateFrom(text, 0, calledMatchers) >= 0 }

// mayBeNative reports whether the JSON of a text may have native calls, or results of them.
func mayBeNative(text string) bool { return candidateFrom(text, 0, nativeMatchers) >= 0 }

// markAt returns the mark of the string that starts with the quote at an offset, 0 for none.
func markAt(text string, at int) mark {
	if at+1 == len(text) || strings.IndexByte(nativeFirst, text[at+1]) < 0 {
		return 0
	}
	name := nameAfter(text, at)
	found, is := nativeNames[name]
	rest := text[at+1+len(name):]
	before := strings.TrimRight(text[max(0, at-16):at], " \t")
	switch {
	case !is: // the AI SDK has the name of the tool in the type of a call
		if strings.HasPrefix(name, "tool-") && name != "tool-result" && strings.HasSuffix(before, ":") && strings.HasSuffix(strings.TrimRight(before, " \t:"), `"type"`) {
			return called
		}
		return 0
	case strings.HasPrefix(rest, `\`) && strings.HasSuffix(before, `\`): // in a string of JSON
		return found.mark
	case !strings.HasPrefix(rest, `"`) || strings.HasSuffix(before, `\`):
		return 0
	case found.use == anyway, found.use&asValue != 0 && strings.HasSuffix(before, ":"), found.use&asName != 0 && holdsObject(rest[1:]):
		return found.mark
	}
	return 0
}

// holdsObject reports whether what follows the name of a member is an object, or a list of objects.
func holdsObject(rest string) bool {
	const white = " \t\r\n"
	rest, ok := strings.CutPrefix(strings.TrimLeft(rest, white), ":")
	rest = strings.TrimLeft(rest, white)
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "["), white)
	return ok && strings.HasPrefix(rest, "{")
}
