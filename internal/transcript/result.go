package transcript

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A Result is the result of a native call.
type Result struct {
	Call       string // the ID of the call; "" in a container that has none
	Tool       string // the name of the tool, if there is no ID
	Start, End int    // of the string with either, in the text
	Text       string // the first [MaxResult] bytes
	Failed     bool   // whether it is marked as an error, or starts like one
	// Alone is the start, plus 1, of the line or record that is a conversation of its own: IDs may
	// be the same in another one. It is 0 in a conversation that is the whole file.
	Alone int
}

// MaxResult is the number of bytes of a result, or of another message, that are kept.
const MaxResult = 200

// result returns the result that a value is.
func (v *value) result() (r Result, ok bool) {
	kind, role := v.member("type"), v.member("role")
	id, named, ofCall := v.string("tool_use_id", "toolUseId", "source_call_id"), false, false
	switch {
	case id.node != nil && kind != nil && !v.is(kind, "tool_result"):
		return Result{}, false // of a tool that the vendor runs, whose calls have a type of their own
	case id.node != nil:
	case v.is(kind, "tool_result"):
		id = v.string("tool_id")
	case v.is(role, "tool"), v.is(v.member("part_kind"), "tool-return"):
		id = v.string("tool_call_id")
	case v.is(role, "toolResult"), v.is(kind, "tool-result"):
		id = v.string("toolCallId")
	case v.is(kind, "function_call_output"), v.is(kind, "custom_tool_call_output"):
		id = v.string("call_id")
	case v.member("call_id") != nil && v.member("is_error") != nil: // of AutoGen
		id = v.string("call_id")
	case v.is(kind, "tool_call_response"):
		id = v.string("id")
	case v.member("toolCallId") != nil && (v.member("result") != nil && v.member("success") != nil || v.is(v.member("state"), "output-available") || v.is(v.member("state"), "output-error")):
		id, ofCall = v.string("toolCallId"), v.member("state") != nil // Copilot CLI, and parts of the AI SDK, which are calls too
	case v.key == "functionResponse":
		if id = v.string("id"); id.node == nil {
			id, named = v.string("name"), true
		}
	}
	if id.node == nil || v.member("input") != nil && !ofCall {
		return Result{}, false
	}
	at := Tree{id}.Span()
	if r.Start, r.End = at.Start, at.End; named {
		r.Tool = id.unquoted()
	} else {
		r.Call = id.unquoted()
	}
	failed := v.member("error") // an object, in logs of Inspect
	r.Failed = v.is(v.member("is_error"), "true") || v.is(v.member("isError"), "true") || v.is(v.member("status"), "error") || failed != nil && failed.kind == '{'
	for _, key := range [...]string{"content", "output", "response", "result"} {
		if m := v.member(key); m != nil {
			of := v.at(m)
			r.Text = of.head()
			r.Failed = r.Failed || v.key == "functionResponse" && m.member("error") != nil
			break
		}
	}
	r.Failed = r.Failed || IsError(r.Text)
	return r, true
}

// IsError reports whether the result of a tool starts as an error does, in tools that do not mark it.
func IsError(head string) bool {
	const word = "error"
	head = strings.TrimLeft(head, " \t\r\n*#")
	return len(head) > len(word) && strings.EqualFold(head[:len(word)], word) && strings.IndexByte(": \n!", head[len(word)]) >= 0
}

// head returns the beginning of a value's text: of a list of parts, that of the first text. No more than that is decoded.
func (v *value) head() string {
	text := v.text[v.start:v.end]
	switch v.kind {
	case '"':
		const escape = len(`\u003c`) + 1 // more than the length of one byte of the text
		text = literal.Decode(nil, text[:min(len(text), escape*MaxResult)], 0, literal.JSON).String()
	case '[':
		for i := range v.kids {
			part := v.at(&v.kids[i])
			if text := part.string("text"); text.node != nil {
				return text.head()
			}
		}
	}
	return strings.ToValidUTF8(text[:min(len(text), MaxResult)], "")
}
