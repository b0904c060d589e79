package transcript

import "strings"

// A mark is what a name or a type in JSON suggests: native calls of a model, in the form of its API rather than in text,
// or their results. Only reading the JSON shows whether they are there.
type mark uint8

const (
	called mark = 1 << iota // a call, or definitions of tools that the model was given
	answer                  // the result of a call
)

// nativeNames are the names and types that calls and their results have.
var nativeNames = map[string]mark{
	"tool_use": called, "tool-call": called, "custom_tool_call": called, "local_shell_call": called, "invalid_tool_call": called, "dynamic-tool": called,
	"ToolCallRequestEvent": called, "function_call": called, "tool_call": called, "toolCall": called, "tool_calls": called, "toolCalls": called,
	"toolRequests": called, "invalid_tool_calls": called, "functionCall": called, "toolUse": called, "ToolUse": called, "tools": called,
	"callID":      called | answer, // of OpenCode
	"tool_use_id": answer, "toolUseId": answer, "tool_call_id": answer, "toolCallId": answer, "tool_id": answer, "source_call_id": answer,
	"function_call_output": answer, "custom_tool_call_output": answer, "tool_call_response": answer, "functionResponse": answer, "ToolCallExecutionEvent": answer,
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
	name := nameOf(text[at+1:])
	found := nativeNames[name]
	rest := text[at+1+len(name):]
	before := strings.TrimRight(text[max(0, at-16):at], " \t")
	inString := strings.HasSuffix(before, `\`)
	switch {
	case found == 0: // the AI SDK has the name of the tool in the type of a call
		if strings.HasPrefix(name, "tool-") && name != "tool-result" && strings.HasSuffix(strings.TrimRight(before, " \t:"), `"type"`) {
			return called
		}
	case inString && strings.HasPrefix(rest, `\`), !inString && strings.HasPrefix(rest, `"`) && (found&answer != 0 || strings.HasSuffix(before, ":") || holdsObject(rest[1:])):
		return found
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
