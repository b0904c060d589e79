package transcript

import (
	"cmp"
	"slices"
	"strings"
)

// record adds what a record has: messages, and what a walk over it finds. It returns the starts of messages, which may
// consist of several strings, or none, and the definitions of tools that are beside no call, as JSON.
func (f *File) record(v value) (starts []int, definitions string) {
	of := formatOf(v)
	w := walker{file: f}
	if of != nil {
		starts = of.messages(v, w.add)
	}
	w.known, w.texts = make(map[int]bool, len(w.list)), make(map[string]string, len(w.list))
	for i := range w.list {
		w.known[w.list[i].Start], w.texts[w.list[i].value.raw()] = true, w.list[i].value.key
	}
	raw := v.text[v.start:v.end]
	w.stops = mayStop(raw)
	in := scope{
		texts:   of == nil || len(of.sources) > 0 && (!of.repeats || len(w.list) == 0),
		natives: w.stops || mayBeNative(raw) || v.member("functions") != nil || v.member("tools") != nil,
	}
	calls, results, stops := len(f.Calls), len(f.Results), len(f.Stops)
	if in.texts || in.natives {
		w.walk(v, "", in)
	}
	switch {
	case of == nil:
	case len(of.sources) == 0: // it repeats what other records have
		f.Calls, f.Results, f.Stops = f.Calls[:calls], f.Results[:results], f.Stops[:stops]
	case of.split:
		f.Stops = f.Stops[:stops]
	}
	f.Messages = append(f.Messages, distinct(w.list, startOf)...)
	for i := calls; i < len(f.Calls) && w.definitions != ""; i++ {
		f.Calls[i].Tools = w.definitions
	}
	if calls < len(f.Calls) {
		w.definitions = ""
	}
	return ascending(starts), w.definitions
}

// A walker walks over the values of a record, and finds the strings that may have a call in text, wherever they are,
// native calls, their results, definitions of tools, and why messages end.
type walker struct {
	file        *File
	list        []Message         // of the record; those that its format has come first
	known       map[int]bool      // the starts of those
	texts       map[string]string // the texts of messages, with the key of each: under another key it is repeated
	stops       bool              // whether the record may say why messages ended
	results     bool              // whether nothing but results is looked for
	definitions string
}

// A scope is what a value is in, and what is looked for there.
type scope struct {
	role  Role // of the nearest object around it that names one
	held  Role // of the nearest key
	texts bool
	// natives is for calls, their results, definitions and stops.
	natives bool
}

// keyRoles are the roles of those who write what is under a key, where nothing else names one.
var keyRoles = map[string]Role{
	"assistant": Agent, "response": Agent, "completion": Agent, "answer": Agent, "chosen": Agent, "rejected": Agent,
	"generated_text": Agent, "prediction": Agent, "output": Agent, "choices": Agent, "completions": Agent, "generations": Agent,
	"assistant_message": Agent, "assistant_response": Agent, "model_output": Agent, "llm_output": Agent, "raw_response": Agent, "bot": Agent,
	"user": User, "prompt": User, "question": User, "instruction": User, "system": System, "system_prompt": System,
}

// data are the keys of what nobody wrote as a message: the input and output of tools, texts about them, and
// thoughts, which no runtime reads.
var data = []string{
	"arguments", "parameters", "result", "observation", "tool_output", "stdout", "stderr",
	"patch", "diff", "description", "readme", "toolUseResult",
	"observations", "toolResult", "tool_result", "tool_results", "tool_return",
	"thinking", "reasoning", "reasoning_content",
}

// skipped are members that hold no native calls of the conversation: results, and settings.
var skipped = []string{"toolUseResult", "metadata", "tool_choice", "usage", "input_schema", "parameters", "inputSchema"}

// isText reports whether a string under a key is text and not JSON, even if it looks like JSON.
func isText(key string) bool { return key == "content" || key == "text" || slices.Contains(data, key) }

// add adds a message.
func (w *walker) add(v value, role Role, format string) {
	m := Message{Role: role, Format: format, value: v}
	m.Start, m.End = v.place()
	w.list = append(w.list, m)
}

// walk finds what is in a value; key is the name of the member that it is, or is an item of.
func (w *walker) walk(v value, key string, in scope) {
	if in.texts {
		in.texts, in.held = !slices.Contains(data, key), cmp.Or(keyRoles[key], in.held)
	}
	switch v.kind {
	case '"':
		w.text(v, key, in)
	case '[':
		if text, ok := v.lines(); ok {
			w.text(text, key, in)
			return
		}
		for i := range v.kids {
			w.walk(v.at(&v.kids[i]), key, in)
		}
	case '{':
		w.object(v, key, in)
	}
}

// text finds what is in a string: in the JSON that it is, or itself.
func (w *walker) text(v value, key string, in scope) {
	if in.texts {
		start, _ := v.place()
		in.texts = !w.known[start] && Candidate(v.raw()) >= 0
	}
	in.natives = in.natives && !isText(key) && (mayBeNative(v.raw()) || w.stops && mayStop(v.raw()))
	if !in.texts && !in.natives {
		return
	}
	if inner, ok := v.embedded(); ok {
		w.walk(inner, "", in)
		return
	}
	if of, again := w.texts[v.raw()]; in.texts && (!again || of == key) {
		w.texts[v.raw()] = key
		w.add(v, cmp.Or(in.role, in.held), "")
	}
}

// object finds what is in an object.
func (w *walker) object(v value, key string, in scope) {
	if in.natives && v.member("kvlistValue") != nil {
		if n := v.plain(); n.wrapped {
			w.walk(v.at(&n), key, in)
			return
		}
	}
	result, answers := v.result()
	if answers && in.natives {
		w.file.Results = append(w.file.Results, result)
	}
	kind, ofTool := v.member("type"), false
	if v.calls(key) {
		w.file.Native = w.file.Native || in.natives && !v.is(kind, "tool")
		if name, of := v.called(); name.node != nil {
			if in.natives && !w.results {
				w.call(v, name, of)
			}
			return
		}
	}
	if answers {
		return
	}
	if in.texts {
		in.texts = !v.is(kind, "thinking") && !v.is(kind, "reasoning")
		in.role, ofTool = cmp.Or(v.role(), in.role), v.ofTool()
	}
	first := len(w.file.Calls)
	for i := range v.kids {
		kid, here := v.at(&v.kids[i]), in
		if ofTool && (kid.key == "input" || kid.key == "output") {
			here.texts = false
		}
		if in.natives {
			here.natives = !slices.Contains(skipped, kid.key) && !w.define(v, kid)
		}
		switch {
		case !here.texts && !here.natives:
		case kid.key == "content" && v.is(kind, "ToolCallRequestEvent"): // of AutoGen
			w.walk(kid, "tool_calls", here)
		default:
			w.walk(kid, kid.key, here)
		}
	}
	if w.stops && in.natives {
		w.stop(v, len(w.file.Calls) > first)
	}
}

// define takes the definitions of tools that a member of an object is: a list, or JSON in a string. It reports whether it
// is a place of definitions.
func (w *walker) define(v, kid value) bool {
	switch {
	case kid.key == "tools" || kid.key == "functions":
	case kid.key == "value" && v.is(v.member("key"), "gen_ai.tool.definitions"):
		if kid = kid.string("stringValue"); kid.node == nil {
			return false
		}
	default:
		return false
	}
	if kid.kind == '"' {
		inner, ok := kid.embedded()
		if !ok {
			return true
		}
		kid = inner
	}
	if kid.kind != '[' || len(kid.kids) == 0 || kid.kids[0].kind == '"' {
		return true
	}
	w.file.Native, w.file.Defined = true, true
	if names := kid.toolNames(nil); len(names) > 0 {
		w.file.Tools = append(w.file.Tools, names...)
		w.definitions = cmp.Or(w.definitions, kid.text[kid.start:kid.end])
	}
	return true
}

// toolNames adds the names of tools in a value that is a list of definitions, or one.
func (v *value) toolNames(names []string) []string {
	switch v.kind {
	case '[':
		for i := range v.kids {
			item := v.at(&v.kids[i])
			names = item.toolNames(names)
		}
	case '{':
		for _, key := range [...]string{"name", "function_name", "function", "functionDeclarations", "function_declarations", "toolSpec"} {
			switch m := v.member(key); {
			case m == nil:
			case m.kind == '"':
				if name := v.text[m.start:m.end]; strings.IndexByte(name, '\\') < 0 {
					return append(names, name)
				}
			default:
				inner := v.at(m)
				return inner.toolNames(names)
			}
		}
	}
	return names
}

// A Stop is where a message says that it ends in order to call a tool, and has no call.
type Stop Span

// mayStop reports whether a record may say why a message ended: it has a name such as finish_reason, in JSON or in a string.
func mayStop(raw string) bool {
	return strings.Contains(raw, `eason"`) || strings.Contains(raw, `eason\`)
}

// stop takes why a message ended, which is in the message or an object around it; called reports whether it has a
// native call.
func (w *walker) stop(v value, called bool) {
	var at value
	is := func(words ...string) bool {
		return at.node != nil && slices.Contains(words, at.raw())
	}
	at = v.string("finish_reason", "stop_reason", "finishReason", "stopReason", "done_reason")
	details := v.at(v.member("incomplete_details"))
	switch {
	case is("tool_use", "tool_calls"):
		w.file.Native = true
		if !called && (v.member("message") != nil || v.member("content") != nil) && Candidate(v.text[v.start:v.end]) < 0 {
			w.file.Stops = append(w.file.Stops, Stop(Tree{at}.Span()))
		}
	case !is("length", "max_tokens", "MAX_TOKENS") && (details.node == nil || !details.is(details.member("reason"), "max_output_tokens")):
	case called:
		w.file.Calls[len(w.file.Calls)-1].Cut = true
	default:
		w.cut(v)
	}
}

// cut marks the last message in a value as one that ends at the limit of tokens.
func (w *walker) cut(v value) {
	start, end := v.place()
	last := -1
	for i := range w.list {
		if m := &w.list[i]; start <= m.Start && m.End <= end && (last < 0 || w.list[last].Start < m.Start) {
			last = i
		}
	}
	if last >= 0 {
		w.list[last].Cut = true
	}
}
