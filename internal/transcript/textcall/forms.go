package textcall

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A form reads the calls behind an opener into a block.
type form func(b *block, t tag)

// tagged reads the call whose tag names the tool: <invoke name="Bash">, <function=Bash>. A parameter of that name before
// those of the arguments is such a tag, damaged.
func tagged(b *block, t tag) {
	if next, ok := b.tagAfter(t.End); ok && t.value == "" && next.key == "parameter" {
		t = next
	}
	if t.key == "parameter" {
		next, ok := b.tagAfter(t.End)
		if !ok || next.key != t.key || !strings.HasPrefix(t.attrs, "=") {
			return
		}
		t.damaged = true
	}
	if t.value == "" || t.damaged && !b.session.Known(t.value) {
		return
	}
	c, end := Call{Tool: t.value}, t.End
	if strings.HasSuffix(t.attrs, "/") {
		c.Complete = true
		for _, m := range attribute().FindAllStringSubmatch(t.attrs, -1) {
			if m[1] != "name" {
				c.Arguments = append(c.Arguments, Argument{m[1], m[2]})
			}
		}
	} else {
		end = b.arguments(&c, end)
	}
	if len(c.Arguments) > 0 || c.Complete {
		b.add(c, t.Span, end)
	}
}

// wrapped reads the calls that stand in a wrapper, each with an opener of its own.
func wrapped(b *block, t tag) {
	at := t.End
	for {
		inner, ok := b.tagAfter(at)
		if !ok || inner.key != b.row.inner {
			break
		}
		own := block{Reader: b.Reader, opener: inner.Span}
		for _, own.row = range formats.rows[inner.key] {
			if own.row.form(&own, inner); len(own.calls) > 0 {
				break
			}
		}
		if len(own.calls) == 0 || !b.add(own.calls[0], inner.Span, own.calls[0].Whole.End) {
			break
		}
		at = own.calls[0].Whole.End
	}
	if end, ok := b.tagAfter(at); ok && slices.Contains(b.row.ends, end.key) {
		b.extend(end.End)
	}
}

// object reads calls that are JSON objects, with their names, in a list or not.
func object(b *block, t tag) {
	text, at := b.text, t.Start
	if len(b.row.key) > 1 {
		at, _ = b.skip(t.End, []string{"```json", "```", "|plugin|"})
	}
	list := strings.HasPrefix(text[at:], "[")
	if list {
		at = skipAny(text, at+1, white)
	}
	for strings.HasPrefix(text[at:], "{") {
		c, end, other := objectCall(text, at)
		b.reached = max(b.reached, end)
		if b.row.needs&alone != 0 && (other || !strings.HasPrefix(c.Object, "{")) || !b.add(c, Span{at, at + 1}, end) || !c.Complete {
			break
		}
		at = skipAny(text, end, white+",;")
	}
	b.finish(list)
}

// python reads calls in Python, in a list or not: [f(a="x"), g()]. Their arguments have names.
func python(b *block, t tag) {
	text, at := b.text, skipAny(b.text, t.End, white)
	list := b.row.key == "["
	if !list && strings.HasPrefix(text[at:], "[") {
		list, at = true, at+1
	}
	for {
		start := skipAny(text, at, white+",")
		end := nameEnd(text, start)
		if end == start || !strings.HasPrefix(text[end:], "(") {
			break
		}
		found, stop, closed := members(text, end+1)
		b.reached = max(b.reached, stop)
		unnamed := slices.ContainsFunc(found, func(m member) bool { return m.name == "" })
		c := Call{Tool: text[start:end], Arguments: arguments(found), Complete: true}
		if at = stop; !closed || unnamed || !b.add(c, Span{start, end}, at) {
			b.calls = nil
			return
		}
	}
	if !b.finish(list) {
		b.calls = nil
	}
}

// finish moves the end of the last call to the end of the block: that of a list, and of the format. It reports whether the
// list is closed.
func (b *block) finish(list bool) (closed bool) {
	if len(b.calls) == 0 {
		return false
	}
	c := &b.calls[len(b.calls)-1]
	end := c.Whole.End
	if next := skipAny(b.text, end, white+",}"); list && strings.HasPrefix(b.text[next:], "]") {
		end, list = next+1, false
	}
	b.extend(b.ending(c, skipAny(b.text, end, "}")))
	return !list
}

// named reads the call whose name stands after the opener, with words of the format around it:
// [TOOL_CALLS]Bash[ARGS]{…}.
func named(b *block, t tag) {
	start, before := b.skip(t.End, b.row.before)
	end := nameEnd(b.text, start)
	c := Call{Tool: b.text[start:end]}
	if name, number, ok := strings.Cut(c.Tool, ":"); ok && strings.Trim(number, "0123456789") == "" {
		c.Tool = name // functions.Bash:0
	}
	body, behind := b.skip(end, b.row.behind)
	for _, word := range b.row.must {
		if !slices.Contains(before, word) && !slices.Contains(behind, word) {
			return
		}
	}
	end = b.arguments(&c, body)
	if stop, ok := b.end(b.row.ends, body); ok && c.Complete && c.Object == "" && c.Arguments == nil {
		if c.Object = strings.TrimSpace(b.text[body:stop.Start]); c.Object != "" && behind == nil {
			return // a sentence
		}
	}
	if c.Complete || c.Arguments != nil || c.Object != "" || slices.Contains(behind, "[ARGS]") {
		b.add(c, t.Span, end)
	}
}

// recipient is named, after words of the format that may have lost their tokens:
// assistantcommentary to=functions.Bash.
func recipient(b *block, t tag) {
	text := b.before(t.Start)
	before := strings.TrimRight(text, " ")
	for _, word := range [...]string{"commentary", "analysis", "assistant"} {
		before = strings.TrimSuffix(before, word)
	}
	b.opener.Start = t.Start - len(text) + len(before)
	if named(b, t); len(b.calls) > 0 && b.calls[0].Object == "" {
		b.calls = nil
	}
}

// keyed reads the call that is arguments alone, <arg_key>…: the name is the word before, if it is a tool.
func keyed(b *block, t tag) {
	before := strings.TrimRight(b.before(t.Start), white)
	before = strings.TrimSuffix(before, "</arg_value>")
	name := before[strings.LastIndexAny(before, white+">.")+1:]
	c := Call{}
	if b.session.Known(name) {
		c.Tool, b.opener.Start = name, max(b.from, t.Start-far)+len(before)-len(name)
	}
	if end := b.arguments(&c, t.Start); len(c.Arguments) > 0 {
		b.add(c, t.Span, end)
	}
}

// parts are the elements of a call that is elements: first its name, then its arguments, and what else there is.
var parts = strings.Fields("name tool_name arguments parameters input args params server_name id")

// children reads the call whose name and arguments are elements: <tool_use><name>Bash</name><arguments>….
func children(b *block, t tag) {
	first, _ := b.tagAfter(t.End)
	if !slices.Contains(parts, first.key) {
		return
	}
	var c Call
	end := b.ending(&c, t.End)
	inner := b.text[t.End:]
	if c.Complete {
		inner = strings.TrimRight(b.text[t.End:end], white)
		inner = inner[:strings.LastIndexByte(inner, '<')]
	}
	list, read := elements(inner)
	if !c.Complete {
		end, b.reached = t.End+read, len(b.text)
	}
	more := c.Complete && b.row.key != "tool"
	for _, a := range list {
		switch n := slices.Index(parts, a.Name); {
		case n < 0:
			continue
		case n < 2:
			c.Tool = strings.TrimSpace(a.Value)
			continue
		case n < 7:
			if c.Arguments = objectArguments(a.Value); c.Arguments != nil {
				c.Object = strings.TrimSpace(a.Value)
			} else {
				c.Arguments, _ = elements(a.Value)
			}
		}
		more = true
	}
	if c.Tool != "" && more {
		b.add(c, t.Span, end)
	}
}

// own reads the call whose element has the name of the tool: <read_file><path>a</path></read_file>.
func own(b *block, t tag) {
	name := b.text[t.Start+1 : nameEnd(b.text, t.Start+1)]
	if t.damaged || t.attrs != "" || !strings.Contains(name, "_") || !isClineTool(name) && !b.session.Known(name) {
		return
	}
	inner, _, closed := strings.Cut(b.text[t.End:], "</"+name+">")
	b.reached = t.End + len(inner)
	if args, _ := elements(inner); closed && len(args) > 0 {
		b.add(Call{Tool: name, Arguments: args, Complete: true}, t.Span, t.End+len(inner)+len(name)+len("</>"))
	}
}

// elements reads the elements that a text starts with, each an argument, and returns where they end.
func elements(text string) (list []Argument, end int) {
	for {
		start := skipAny(text, end, white)
		if start == len(text) {
			return list, end
		}
		t, ok := scan(text, start)
		name := text[start+1 : nameEnd(text, start+1)]
		value, _, closed := strings.Cut(text[t.End:], "</"+name+">")
		if !ok || name == "" || !closed {
			return list, end
		}
		list = append(list, Argument{name, withoutLineEnds(value)})
		end = t.End + len(value) + len(name) + len("</>")
	}
}

var (
	attribute = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\w-]+)\s*=\s*"([^"]*)"`) })

	// openCall and openArgument are the openers of a call of Kimi K3 and of its arguments.
	openCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^<\|open\|>(?:tools\s?<\|sep\|>\s*<\|open\|>)?call\s+tool="([^"<]+)"[^<]*<\|sep\|>`)
	})
	openArgument = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`<\|open\|>argument\s+key="([^"<]+)"[^<]*<\|sep\|>`)
	})
)

// tokens reads a call of Kimi K3: <|open|>call tool="Bash"<|sep|><|open|>argument key="command"<|sep|>ls<|close|>argument<|sep|>….
func tokens(b *block, t tag) {
	m := openCall().FindStringSubmatchIndex(b.text[t.Start:min(len(b.text), t.Start+maxTag)])
	if m == nil {
		return
	}
	c, start := Call{Tool: b.text[t.Start+m[2] : t.Start+m[3]]}, t.Start+m[1]
	inner, _, closed := strings.Cut(b.text[start:], "<|close|>call<|sep|>")
	b.reached = start + len(inner)
	list := openArgument().FindAllStringSubmatchIndex(inner, -1)
	for i, m := range list {
		stop := len(inner)
		if i+1 < len(list) {
			stop = list[i+1][0]
		}
		value, _, _ := strings.Cut(inner[m[1]:stop], "<|close|>")
		c.Arguments = append(c.Arguments, Argument{inner[m[2]:m[3]], value})
	}
	end := b.reached
	if c.Complete = closed; closed {
		end, _ = b.skip(end, []string{"<|close|>call<|sep|>", "<|close|>tools<|sep|>"})
	}
	b.add(c, t.Span, end)
}

// patch reads a patch of Codex, which is the input of a tool.
func patch(b *block, t tag) {
	const end = "*** End Patch"
	input, _, closed := strings.Cut(b.text[t.Start:], end)
	if closed {
		input += end
	}
	b.add(Call{Tool: "apply_patch", Arguments: []Argument{{"input", input}}, Complete: closed}, t.Span, t.Start+len(input))
}

// rest reads the end of a call whose beginning is lost: its last arguments, </parameter></invoke> alone, or with a name
// <name>Bash</parameter></function>.
func rest(b *block, t tag) {
	if _, ok := b.end(b.row.ends, t.Start); !ok || t.Start > b.firstOpener() {
		return
	}
	c, at := Call{}, t.Start
	if t.key == "name" {
		start := skipAny(b.text, t.End, white)
		at = nameEnd(b.text, start)
		c.Tool = b.text[start:at]
	}
	at, seen := b.skip(at, []string{"/parameter"})
	next, _ := b.tagAfter(at)
	end := b.arguments(&c, at)
	if c.Complete && (c.Tool == "") == (t.key != "name") && (seen != nil && next.End == end || seen == nil && c.Arguments != nil) {
		b.add(c, t.Span, end)
	}
}

// result reads a result, which is the harness's to write: to its end, or its opener alone. One without an end has nothing beside
// its opener but data: it may be a mention.
func result(b *block, t tag) {
	if !b.startsLine(t.Start) || t.damaged || t.attrs != "" {
		return
	}
	end, closed := b.end(b.row.ends, t.End)
	if b.row.key == "[TOOL_RESULTS]" {
		inner, _, ok := strings.Cut(b.text[t.End:], "[/TOOL_RESULTS]")
		end.End, closed, b.reached = t.End+len(inner)+len("[/TOOL_RESULTS]"), ok, t.End+len(inner)
	}
	rest := strings.TrimLeft(b.text[t.End:], " \t\r")
	if !closed && rest != "" && strings.IndexByte("\n{[", rest[0]) < 0 {
		return
	}
	if !closed {
		end.End = t.End
	}
	b.add(Call{Result: true, Complete: closed}, t.Span, end.End)
}
