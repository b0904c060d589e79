package transcript

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A Call is a call that a model made natively: a value of the JSON, not text in it.
type Call struct {
	Start, End int    // of the object that is the call, in the text
	Tool       string // the name of the tool
	Name       Tree   // the string with it
	ID         string // "" if it has none
	// Arguments are the arguments, an object unless the call is wrong; the zero Tree if there are
	// none, or they are not JSON.
	Arguments Tree
	// Invalid is the reason why the arguments, a text, are not JSON, and At the place in the text.
	Invalid string
	At      int
	Input   Tree   // the text that a call has instead of arguments; the zero Tree for none
	Cut     bool   // whether the message ended at the limit of tokens in this call
	Number  int    // see Message.Number
	Tools   string // the definitions of tools beside the call, as JSON; "" for none
	Alone   int    // see Result.Alone
}

// Inner reports whether the call is in JSON in a string.
func (c *Call) Inner() bool { return c.Name.in != nil }

// A Tree is a value of a file's JSON, or of the JSON in a string of it. The zero Tree is none.
type Tree struct{ value }

// Exists reports whether there is a value.
func (v Tree) Exists() bool { return v.node != nil }

// Kind returns the first byte of the value; '0' for a number.
func (v Tree) Kind() byte { return byte(v.node.kind) }

// Span returns the place of the value in the file, with the quotes of a string.
func (v Tree) Span() Span {
	start, end := v.start, v.end
	if v.kind == '"' {
		start, end = start-1, end+1
	}
	return v.span(start, end)
}

// span returns the place in the file of a stretch of the text that the value is in.
func (v Tree) span(start, end int) Span {
	if v.in != nil {
		return Span{v.in.Offset(start), v.in.End(end)}
	}
	return Span{v.base + start, v.base + end}
}

// Text returns the value as it is written in its text, with the quotes of a string.
func (v Tree) Text() string {
	if v.kind == '"' {
		return v.text[v.start-1 : v.end+1]
	}
	return v.text[v.start:v.end]
}

// Members returns the members of an object, or the items of an array.
func (v Tree) Members() []Tree {
	list := make([]Tree, len(v.kids))
	for i := range v.kids {
		list[i] = Tree{v.at(&v.kids[i])}
	}
	return list
}

// Key returns the name of the value as a member.
func (v Tree) Key() string { return v.key }

// KeySpan returns the place in the file of the name of a member, without its quotes.
func (v Tree) KeySpan() Span { return v.span(v.keyAt, stringEnd(v.text, v.keyAt-1)-1) }

// Edit returns the edit of the file that replaces a place in it, of this value or a member, by
// JSON; ok is false if the text cannot represent it.
func (v Tree) Edit(start, end int, replacement string) (where Span, with string, ok bool) {
	if v.wrapped && (Span{start, end}) == v.Span() && !strings.HasPrefix(replacement, `"`) {
		if v.kind == '{' || v.kind == '[' {
			return Span{}, "", false
		}
		around := v.span(strings.LastIndexByte(v.text[:v.start], '{'), v.end+strings.IndexByte(v.text[v.end:], '}')+1)
		start, end, replacement = around.Start, around.End, wrap(replacement)
	}
	if v.in == nil {
		return Span{start, end}, replacement, true
	}
	from, found := v.in.Find(start)
	to, ended := v.in.Find(end)
	if !found || !ended {
		return Span{}, "", false
	}
	where.Start, where.End, with, ok = v.in.Edit(from, to, replacement)
	return where, with, ok
}

// Plain returns the value as encoding/json has it, numbers as their text converted by number. Of
// several members of a name the last counts.
func (v Tree) Plain(number func(string) any) any {
	switch v.kind {
	case '{':
		m := make(map[string]any, len(v.kids))
		for _, kid := range v.Members() {
			m[kid.key] = kid.Plain(number)
		}
		return m
	case '[':
		list := make([]any, len(v.kids))
		for i, kid := range v.Members() {
			list[i] = kid.Plain(number)
		}
		return list
	case '"':
		return v.unquoted()
	case '0':
		return number(v.text[v.start:v.end])
	case 't', 'f':
		return v.kind == 't'
	}
	return nil
}

// unquoted returns the text of a string.
func (v *value) unquoted() string {
	raw := v.raw()
	if strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw
	}
	text, _ := jsontext.AppendUnquote(nil, `"`+raw+`"`) // the error is about invalid UTF-8
	return string(text)
}

// At returns the value that a path of names and indexes leads to, or the last one on the way.
func (v Tree) At(path []string) Tree {
	for _, step := range path {
		next := Tree{}
		for i := len(v.kids) - 1; i >= 0; i-- {
			if v.kind == '{' && v.kids[i].key == step || v.kind == '[' && strconv.Itoa(i) == step {
				next = Tree{v.at(&v.kids[i])}
				break
			}
		}
		if !next.Exists() {
			return v
		}
		v = next
	}
	return v
}

// mayCall reports whether a record may have native calls.
func mayCall(raw string) bool { return hitFrom(raw, 0, nativeLooks[:]) >= 0 }

// callTypes are the types of objects that are calls.
var callTypes = []string{"tool_use", "tool_call", "tool-call", "toolCall", "function_call", "custom_tool_call", "invalid_tool_call", "tool", "dynamic-tool"}

// callKeys are the names of members that are calls, or lists of calls.
var callKeys = []string{
	"tool_calls", "toolCalls", "tool_call", "toolCall", "invalid_tool_calls", "function_call", "functionCall", "toolUse", "ToolUse", "toolRequests", "toolInvocation",
}

// skipped are members that hold no calls of the conversation: results, and settings.
var skipped = []string{"toolUseResult", "metadata", "tool_choice", "usage", "input_schema", "parameters", "inputSchema"}

// A Stop is where a message says that it ends in order to call a tool, and has no call.
type Stop Span

// calls adds the native calls of a record and their results, and returns the definitions of tools in it, as JSON.
// The messages from an index on are those of the record.
func (f *File) calls(record value, messages int) (definitions string) {
	raw := record.text[record.start:record.end]
	answers := len(f.Results)
	if mayAnswer(raw) {
		record.results(func(r Result) bool {
			f.Results = append(f.Results, r)
			return true
		})
	}
	if record.member("tools") == nil && record.member("functions") == nil && !mayCall(raw) && !mayStop(raw) && len(f.Results) == answers {
		return ""
	}
	first, stops := len(f.Calls), len(f.Stops)
	w := callFinder{file: f, messages: f.Messages[messages:], stops: mayStop(raw)}
	w.walk(record, "")
	if len(f.Calls)+len(f.Results)+len(f.Stops) > first+answers+stops {
		switch of := formatOf(record); {
		case of == nil:
		case len(of.sources) == 0: // it repeats what other records have
			f.Calls, f.Results, f.Stops = f.Calls[:first], f.Results[:answers], f.Stops[:stops]
		case of.split:
			f.Stops = f.Stops[:stops]
		}
	}
	if w.definitions != "" {
		for i := first; i < len(f.Calls); i++ {
			f.Calls[i].Tools = w.definitions
		}
	}
	if first < len(f.Calls) {
		return ""
	}
	return w.definitions
}

// errRest is the error for text after the arguments of a call.
var errRest = errors.New("there is text after the arguments")

type callFinder struct {
	file        *File
	messages    []Message // of the record
	stops       bool      // whether it may say why messages ended
	definitions string
}

// walk finds the calls in a value; key is the name of the member that it is, or is an item of.
func (w *callFinder) walk(v value, key string) {
	switch v.kind {
	case '"':
		if isText(key) || !mayCall(v.raw()) && !mayStop(v.raw()) {
			return
		}
		if inner, ok := v.embedded(); ok {
			w.walk(inner, "")
		}
	case '[':
		for i := range v.kids {
			w.walk(v.at(&v.kids[i]), key)
		}
	case '{':
		if v.member("kvlistValue") != nil {
			if n := v.plain(); n.wrapped {
				w.walk(v.at(&n), key)
				return
			}
		}
		if name, of := v.called(key); name.node != nil {
			w.call(v, name, of)
			return
		}
		if _, answers := v.result(); answers {
			return
		}
		first := len(w.file.Calls)
		for i := range v.kids {
			kid := v.at(&v.kids[i])
			switch {
			case slices.Contains(skipped, kid.key):
			case kid.key == "tools" || kid.key == "functions":
				w.define(kid)
			case kid.key == "value" && v.is(v.member("key"), "gen_ai.tool.definitions"):
				if text := kid.member("stringValue"); text != nil {
					w.define(kid.at(text))
				}
			default:
				w.walk(kid, kid.key)
			}
		}
		if w.stops {
			w.stop(v, len(w.file.Calls) > first)
		}
	}
}

// isText reports whether a string under a key is text, and no JSON, whatever it looks like.
func isText(key string) bool { return key == "content" || key == "text" || slices.Contains(data, key) }

// stop takes why a message ended, which is in the message or an object around it; called reports whether it has a
// native call.
func (w *callFinder) stop(v value, called bool) {
	var at value
	is := func(words ...string) bool {
		return at.node != nil && slices.Contains(words, at.raw())
	}
	at = v.string("finish_reason", "stop_reason", "finishReason", "stopReason", "done_reason")
	details := v.at(v.member("incomplete_details"))
	switch start, end := v.place(); {
	case is("tool_use", "tool_calls"):
		if !called && (v.member("message") != nil || v.member("content") != nil) && Hit(v.text[v.start:v.end]) < 0 {
			where := Tree{at}.Span()
			w.file.Stops = append(w.file.Stops, Stop(where))
		}
	case !is("length", "max_tokens", "MAX_TOKENS") && (details.node == nil || !details.is(details.member("reason"), "max_output_tokens")):
	case called:
		w.file.Calls[len(w.file.Calls)-1].Cut = true
	default:
		for i := len(w.messages) - 1; i >= 0; i-- {
			if m := &w.messages[i]; start <= m.Start && m.End <= end {
				m.Cut = true
				return
			}
		}
	}
}

// mayStop reports whether a record may say why a message ended.
func mayStop(raw string) bool { return hitFrom(raw, 0, stopLooks[:]) >= 0 }

// stopLooks find the ends of the names of reasons.
var stopLooks = [...]look{{'"', func(text string, at int) int {
	if !strings.HasSuffix(strings.TrimRight(text[max(0, at-32):at], `\`), "eason") {
		return -1
	}
	return at
}}}

// define takes definitions of tools: a list, or JSON in a string.
func (w *callFinder) define(v value) {
	if v.kind == '"' {
		inner, ok := v.embedded()
		if !ok {
			return
		}
		v = inner
	}
	if v.kind != '[' || len(v.kids) == 0 || w.definitions != "" {
		return
	}
	first := v.at(&v.kids[0])
	if names := v.toolNames(nil); len(names) > 0 && first.kind != '"' {
		w.definitions = v.text[v.start:v.end]
	}
}

// called returns the name of the tool that a value calls, if it is a call, and the object with the arguments. key
// is as in walk.
func (v *value) called(key string) (name, of value) {
	kind := v.string("type", "part_kind", "block_type")
	part := kind.node != nil && strings.HasPrefix(kind.raw(), "tool-") && v.member("toolCallId") != nil && v.member("state") != nil // of the AI SDK
	if typed := kind.node != nil && slices.Contains(callTypes, kind.raw()); !typed && !part && !slices.Contains(callKeys, key) {
		return value{}, value{}
	}
	of = *v
	for _, key := range [...]string{"function", "value"} {
		if inner := v.member(key); inner != nil && inner.kind == '{' {
			of = v.at(inner)
			break
		}
	}
	if name = of.string("name", "toolName", "tool_name", "function_name", "function", "tool"); part && name.node == nil {
		n := *kind.node
		n.kind, n.start = 0, n.start+len("tool-")
		name = v.at(&n)
	}
	if name.node == nil || name.start == name.end {
		return value{}, value{}
	}
	return name, of
}

// call adds a call.
func (w *callFinder) call(v, name, of value) {
	c := Call{Tool: name.unquoted(), Name: Tree{name}}
	c.Start, c.End = v.place()
	if id := v.string("call_id", "callID", "toolCallId", "tool_call_id", "toolUseId", "tool_id", "id"); id.node != nil {
		c.ID = id.unquoted()
	}
	w.arguments(&c, of, v.is(v.member("type"), "custom_tool_call"))
	w.file.Calls = append(w.file.Calls, c)
}

// arguments sets the arguments of a call; free reports whether they are any text.
func (w *callFinder) arguments(c *Call, of value, free bool) {
	if state := of.member("state"); state != nil && state.kind == '{' { // of OpenCode
		of = of.at(state)
	}
	for _, key := range [...]string{"arguments", "input", "args", "parameters", "rawInput", "tool_kwargs"} {
		m := of.member(key)
		if m == nil {
			continue
		}
		v := of.at(m)
		if free {
			c.Input = Tree{v}
			return
		}
		if m.kind != '"' {
			c.Arguments = Tree{v}
			return
		}
		text := v.decoded()
		if strings.TrimSpace(text.String()) == "" {
			return // as if there were none
		}
		t := newTokens(text.String())
		n, err := t.value(0)
		inner := value{node: &n, text: text.String(), in: text, depth: v.depth + 1}
		at := t.place(err)
		if err == nil {
			if rest := strings.TrimLeft(text.String()[n.end:], " \t\r\n"); n.kind != '"' && rest != "" {
				err, at = errRest, len(text.String())-len(rest)
			}
		}
		if err != nil {
			c.Invalid, c.At = why(err), text.Offset(min(at, max(0, len(text.String())-1)))
			return
		}
		c.Arguments = Tree{inner}
		return
	}
}

// string returns the first member of an object that is a string, by name.
func (v *value) string(keys ...string) value {
	for _, key := range keys {
		if m := v.member(key); m != nil && m.kind == '"' {
			return v.at(m)
		}
	}
	return value{}
}
