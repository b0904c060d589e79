package json

import (
	"iter"
	"strings"
)

// A Result is the result of a native call.
type Result struct {
	Call   string // the ID of the call
	Text   string // the beginning
	Failed bool   // whether it is marked as an error
}

// maxResult is the length in bytes up to which the text of a result is kept.
const maxResult = 200

// resultMarks are words that the results of calls have.
var resultMarks = [...]string{"tool_use_id", "tool_call_id", "call_output", "tool_call_response", "toolUseId", "source_call_id"}

// Results iterates over the results of native calls in a text, by position: in one document, or in
// one record per line.
func Results(text string, lines bool) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		if !lines {
			resultsIn(text, yield)
			return
		}
		for line := range strings.Lines(text) {
			if !resultsIn(line, yield) {
				return
			}
		}
	}
}

func resultsIn(text string, yield func(Result) bool) bool {
	for _, mark := range resultMarks {
		if strings.Contains(text, mark) {
			n, _, _ := parse(text)
			if n.kind == 0 {
				return true
			}
			v := value{node: &n, text: text}
			return v.results(yield)
		}
	}
	return true
}

// results yields the results in a value.
func (v *value) results(yield func(Result) bool) bool {
	switch {
	case v.kind == '"' && v.key == "stringValue" && strings.Contains(v.raw(), "tool_call_response"):
		if inner, ok := v.embedded(); ok {
			return inner.results(yield)
		}
	case v.kind == '{':
		if r, ok := v.result(); ok {
			return yield(r)
		}
	}
	for i := range v.kids {
		if kid := v.at(&v.kids[i]); !kid.results(yield) {
			return false
		}
	}
	return true
}

// result returns the result that a value is.
func (v *value) result() (r Result, ok bool) {
	kind := v.member("type")
	id := v.string("tool_use_id", "toolUseId", "source_call_id")
	switch {
	case id.node == nil && v.is(v.member("role"), "tool"):
		id = v.string("tool_call_id")
	case id.node == nil && (v.is(kind, "function_call_output") || v.is(kind, "custom_tool_call_output")):
		id = v.string("call_id")
	case id.node == nil && v.is(kind, "tool_call_response"):
		id = v.string("id")
	}
	if id.node == nil || v.member("input") != nil {
		return Result{}, false
	}
	r.Call = id.unquoted()
	r.Failed = v.is(v.member("is_error"), "true") || v.is(v.member("status"), "error")
	for _, key := range [...]string{"content", "output", "response", "result"} {
		if m := v.member(key); m != nil {
			of := v.at(m)
			r.Text = of.head()
			break
		}
	}
	return r, true
}

// head returns the beginning of a value's text: of a list of parts, that of the first text.
func (v *value) head() string {
	switch v.kind {
	case '"':
		text := v.unquoted()
		return strings.ToValidUTF8(text[:min(len(text), maxResult)], "")
	case '[':
		for i := range v.kids {
			part := v.at(&v.kids[i])
			if text := part.string("text"); text.node != nil {
				return text.head()
			}
		}
	}
	text := v.text[v.start:v.end]
	return strings.ToValidUTF8(text[:min(len(text), maxResult)], "")
}
