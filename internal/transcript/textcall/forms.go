package textcall

import (
	"slices"
	"strings"
)

// A form reads the calls behind an opener into a block.
type form func(b *block, t tag)

// either reads calls in the first of some forms in which there are any.
func either(forms ...form) form {
	return func(b *block, t tag) {
		for _, form := range forms {
			if form(b, t); len(b.calls) > 0 {
				return
			}
		}
	}
}

// tagged reads the call whose tag names the tool: <invoke name="Bash">, <function=Bash>. A parameter of that name before
// those of the arguments is such a tag, damaged.
func tagged(b *block, t tag) {
	next, _ := b.tagAfter(t.End)
	if t.value == "" && next.key == "parameter" {
		t = next
		next, _ = b.tagAfter(t.End)
	}
	if t.key == "parameter" {
		if next.key != t.key || !strings.HasPrefix(next.attrs, "=") {
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

var attribute = lazy(`([\w-]+)\s*=\s*"([^"]*)"`)

// wrapped returns the form of calls that stand in a wrapper, each with an opener of its own.
func wrapped(inner string) form {
	return func(b *block, t tag) {
		at := t.End
		next, ok := b.tagAfter(at)
		for ; ok && next.key == inner; next, ok = b.tagAfter(at) {
			own := b.read(next, true)
			if own == nil || !b.add(own[0], next.Span, own[0].Whole.End) {
				break
			}
			at = own[0].Whole.End
		}
		if slices.Contains(strings.Fields(b.row.ends), next.key) {
			b.extend(next.End)
		}
	}
}

// object reads calls that are JSON objects, with their names, in a list or not.
func object(b *block, t tag) {
	b.list(t, func(at int) (c Call, end int) {
		if !strings.HasPrefix(b.text[at:], "{") {
			return c, at
		}
		c, end, other := objectCall(b.text, at)
		if b.reached = max(b.reached, end); b.row.needs&alone != 0 && (other || !strings.HasPrefix(c.Object, "{")) {
			return c, at
		}
		return c, end
	})
}

// python reads calls in Python, in a list or not: [f(a="x"), g()]. Their arguments have names.
func python(b *block, t tag) {
	whole := b.list(t, func(at int) (c Call, end int) {
		m := function().FindStringSubmatch(b.text[at:min(len(b.text), at+maxTag)])
		if m == nil {
			return c, at
		}
		c.Tool = m[1]
		c.Arguments, end, c.Complete = arguments(b.text, at+len(m[0]))
		b.reached = max(b.reached, end)
		return c, end
	})
	if !whole {
		b.calls = nil
	}
}

var function = lazy(`^([\w.]+)\(`)

// wordsBefore are those between an opener and calls in JSON or Python.
var wordsBefore = lazy("^(?:\\s|```(?:json)?|<\\|plugin\\|>)*")

// list reads calls one by one, in a list or not. It reports whether each and the list have their ends.
func (b *block) list(t tag, one func(at int) (c Call, end int)) (whole bool) {
	text, at := b.text, t.End
	if strings.IndexByte("[{", text[at-1]) >= 0 {
		at--
	} else {
		at += len(wordsBefore().FindString(text[at:min(len(text), at+maxTag)]))
	}
	list := strings.HasPrefix(text[at:], "[")
	if list {
		at = skipAny(text, at+1, white)
	}
	for whole = true; whole; at = skipAny(text, at, white+",;") {
		c, end := one(at)
		if end == at || !b.add(c, Span{at, max(at+1, at+strings.IndexByte(text[at:end], '('))}, end) {
			break
		}
		at, whole = end, c.Complete
	}
	if len(b.calls) == 0 {
		return false
	}
	c := &b.calls[len(b.calls)-1]
	end := c.Whole.End
	if next := skipAny(text, end, white+",}"); list && strings.HasPrefix(text[next:], "]") {
		end, list = next+1, false
	}
	b.extend(b.ending(c, skipAny(text, end, "}")))
	return whole && !list
}

// named returns the form of a call whose name stands after the opener, as a pattern has it, with words of the format around it
// and, as its second group, behind it: [TOOL_CALLS]Bash[ARGS]{…}.
func named(pattern string) form {
	words := strings.NewReplacer(" ", `\s*`, "NAME", `([A-Za-z_](?:[\w.-]*[\w-])?(?::[A-Za-z_][\w.-]*)*)`, "<|", `< ?[|｜‖]{1,2} ?`, "|>", ` ?[|｜‖]{1,2} ?>`, "_", "[_▁]")
	head := lazy("^" + words.Replace(pattern))
	return func(b *block, t tag) {
		m := head().FindStringSubmatchIndex(b.text[t.End:min(len(b.text), t.End+maxTag)])
		if m == nil {
			return
		}
		c, body := Call{Tool: b.text[t.End+m[2] : t.End+m[3]]}, t.End+m[1]
		marked := strings.TrimSpace(b.text[t.End+max(m[4], 0):t.End+max(m[5], 0)]) != ""
		end := b.arguments(&c, body)
		if stop, ok := b.end(b.row.ends, body); ok && c.Complete && c.Object == "" && c.Arguments == nil {
			if c.Object = strings.TrimSpace(b.text[body:stop.Start]); c.Object != "" && !marked {
				return // a sentence
			}
		}
		if c.Complete || c.Arguments != nil || c.Object != "" || marked && t.key[0] == '[' {
			b.add(c, t.Span, end)
		}
	}
}

// recipient is named, after words of the format that have lost their tokens: assistantcommentary to=functions.Bash.
func recipient(pattern string) form {
	named := named(pattern)
	return func(b *block, t tag) {
		text := b.before(t.Start)
		before := strings.TrimRight(text, " ")
		for _, word := range [...]string{"commentary", "analysis", "assistant"} {
			before = strings.TrimSuffix(before, word)
		}
		b.opener.Start -= len(text) - len(before)
		if named(b, t); len(b.calls) > 0 && b.calls[0].Object == "" {
			b.calls = nil
		}
	}
}

// keyed reads the call that is arguments alone, <arg_key>…: the name is the word before, if it is a tool.
func keyed(b *block, t tag) {
	before := strings.TrimSuffix(strings.TrimRight(b.before(t.Start), white), "</arg_value>")
	name := before[strings.LastIndexAny(before, white+">.")+1:]
	c := Call{}
	if b.session.Known(name) {
		c.Tool, b.opener.Start = name, max(b.from, t.Start-far)+len(before)-len(name)
	}
	if end := b.arguments(&c, t.Start); len(c.Arguments) > 0 {
		b.add(c, t.Span, end)
	}
}

// children reads the call whose name and arguments are elements: <tool_use><name>Bash</name><arguments>….
func children(b *block, t tag) {
	var c Call
	end := b.ending(&c, t.End)
	inner := b.text[t.End:]
	if c.Complete {
		inner = inner[:strings.LastIndexByte(b.text[t.End:end], '<')]
	}
	list, read := elements(inner)
	if !c.Complete {
		end, b.reached = t.End+read, len(b.text)
	}
	more := c.Complete && t.key != "tool"
	for i, a := range list {
		switch a.Name {
		case "name", "tool_name":
			c.Tool = strings.TrimSpace(a.Value)
			continue
		case "arguments", "parameters", "input", "args", "params":
			if c.Arguments = objectArguments(a.Value); c.Arguments != nil {
				c.Object = strings.TrimSpace(a.Value)
			} else {
				c.Arguments, _ = elements(a.Value)
			}
		case "server_name", "id":
		default:
			if i == 0 {
				return
			}
			continue
		}
		more = true
	}
	if c.Tool != "" && more {
		b.add(c, t.Span, end)
	}
}

// headless reads a call of Forge without its <tool>: <server_name>…<tool_name>…<arguments>….
func headless(b *block, t tag) {
	var c Call
	list, end := elements(b.text[t.Start:])
	for _, a := range list {
		switch a.Name {
		case "tool_name":
			c.Tool = strings.TrimSpace(a.Value)
		case "arguments":
			c.Arguments, _ = elements(a.Value)
			c.Complete = true
		}
	}
	if b.reached = len(b.text); c.Complete { // otherwise an end may be missing, and was looked for there
		b.reached = t.Start + end
		b.add(c, t.Span, b.ending(&c, t.Start+end))
	}
}

// own reads the call whose element has the name of the tool: <read_file><path>a</path></read_file>.
func own(b *block, t tag) {
	name := strings.Trim(b.text[t.Start:t.End], "<>")
	inner, _, closed := strings.Cut(b.text[t.End:], "</"+name+">")
	b.reached = t.End + len(inner)
	if args, _ := elements(inner); closed && len(args) > 0 {
		b.add(Call{Tool: name, Arguments: args, Complete: true}, t.Span, t.End+len(inner)+len(name)+len("</>"))
	}
}

// elements reads the elements that a text starts with, each an argument, and returns where they end.
func elements(text string) (list []Argument, end int) {
	for {
		m := elementPattern().FindStringSubmatch(text[end:min(len(text), end+maxTag)])
		if m == nil {
			return list, end
		}
		value, _, closed := strings.Cut(text[end+len(m[0]):], "</"+m[1]+">")
		if !closed {
			return list, end
		}
		list = append(list, Argument{m[1], withoutLineEnds(value)})
		end += len(m[0]) + len(value) + len(m[1]) + len("</>")
	}
}

var elementPattern = lazy(`^\s*<([\w.:-]+)(?:\s(?:[^<>"]|"[^"]*")*)?>`)

// patch reads a patch of Codex, which is the input of a tool.
func patch(b *block, t tag) {
	const begin, end = "*** Begin Patch", "*** End Patch"
	input, _, closed := strings.Cut(b.text[t.Start:], end)
	if closed {
		input += end
	}
	if b.reached = t.Start + len(input); strings.HasPrefix(input, begin) {
		b.opener.End = t.Start + len(begin)
		b.add(Call{Tool: "apply_patch", Arguments: []Argument{{"input", input}}, Complete: closed}, t.Span, b.reached)
	}
}

// rest reads the end of a call whose beginning is lost: its last arguments, </parameter></invoke> alone, or with a name
// <name>Bash</parameter></function>.
func rest(b *block, t tag) {
	c, at := Call{}, t.Start
	if t.key == "name" {
		m := lostName().FindStringSubmatch(b.text[t.End:min(len(b.text), t.End+maxTag)])
		if m == nil {
			return
		}
		c.Tool, at = m[1], t.End+len(m[0])
	}
	tail := false
	next, _ := b.tagAfter(at)
	for ; next.key == "/parameter"; next, _ = b.tagAfter(at) {
		at, tail = next.End, true
	}
	end := b.arguments(&c, at)
	if c.Complete && (tail && next.End == end || !tail && c.Arguments != nil) {
		b.add(c, t.Span, end)
	}
}

var lostName = lazy(`^\s*([\w.-]+)`)

// result reads a result, which is the harness's to write: to its end, or its opener alone. One without an end has nothing beside
// its opener but data: it may be a mention.
func result(b *block, t tag) {
	if !b.startsLine(t.Start) || t.damaged || t.attrs != "" {
		return
	}
	end, closed := b.end(b.row.ends, t.End)
	rest := strings.TrimLeft(b.text[t.End:], " \t\r")
	if !closed && rest != "" && strings.IndexByte("\n{[", rest[0]) < 0 {
		return
	}
	b.add(Call{Result: true, Complete: closed}, t.Span, max(t.End, end.End))
}
