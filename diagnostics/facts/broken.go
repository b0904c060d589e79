package facts

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// brokenTags corrects tags of the structure that the parser does not take for
// tags, so that what it makes of the rest is of no use: a start tag without its
// '>', arguments without a start, a name of the envelope that is not closed.
func (c *call) brokenTags() {
	if c.b.Form == xmlcall.Closed && c.b.Verdict().Outcome != xmlcall.Refused || c.tool == nil {
		return
	}
	c.openNames()
	if len(c.edits) == 0 {
		c.noArgumentsStart()
	}
	if len(c.edits) == 0 {
		c.openStarts()
	}
}

// openNames closes a name of the envelope that is followed by the next element
// of the envelope.
func (c *call) openNames() {
	for _, name := range []string{"server_name", "tool_name"} {
		start, end := "<"+name+">", "</"+name
		if strings.Count(c.text, start) != 1 || strings.Contains(c.text, end) {
			continue
		}
		at := strings.Index(c.text, start) + len(start)
		rest := c.text[at:]
		k := strings.IndexByte(rest, '<')
		if k < 0 {
			continue
		}
		next, _ := tagName(rest[k+1:])
		value := strings.TrimSpace(rest[:k])
		if value == "" || strings.ContainsAny(value, " \t\r\n") || next != "server_name" && next != "tool_name" && next != "arguments" || rest[k+1] == '/' {
			continue
		}
		c.insert(at+strings.Index(rest, value)+len(value), end+">")
	}
}

// noArgumentsStart opens the arguments before the first of the tool's arguments
// where only their end tag is there.
func (c *call) noArgumentsStart() {
	b := c.b
	if c.arguments >= 0 || strings.Contains(c.text, "<arguments") || strings.Count(c.text, "</arguments>") != 1 {
		return
	}
	end := strings.Index(c.text, "</arguments>")
	first, last := -1, -1
	for _, i := range c.children(b.Envelope()) {
		e := &b.Elements[i]
		switch local := e.Local(); {
		case local == "server_name" || local == "tool_name":
			if first >= 0 {
				return
			}
		case c.tool.Argument(local) == nil || c.tool.Open || e.End.Len() == 0 && !e.SelfClosing:
			return
		default:
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 || b.Elements[last].End.End > end || strings.TrimSpace(c.text[b.Elements[last].End.End:end]) != "" {
		return
	}
	c.insert(b.Elements[first].Start.Start, "<arguments>")
}

// openStarts completes the start tag of an argument that lacks its '>': there is
// one beginning of it, where a tag may be, and one end tag.
func (c *call) openStarts() {
	at := strings.Index(c.text, "<arguments>")
	end := strings.LastIndex(c.text, "</arguments>")
	if at < 0 || end < at {
		return
	}
	from := at + len("<arguments>")
	content := c.text[from:end]
	for i := range c.tool.Arguments {
		a := &c.tool.Arguments[i]
		start, close := "<"+a.Name, "</"+a.Name+">"
		if strings.Contains(content, start+">") || strings.Contains(content, start+"/>") || strings.Contains(content, start+" ") ||
			strings.Count(content, start) != 1 || strings.Count(content, close) != 1 || !a.Kind.Scalar() {
			continue
		}
		k, j := strings.Index(content, start), strings.Index(content, close)
		before := strings.TrimRight(content[:k], " \t\r\n")
		if j < k || before != "" && !strings.HasSuffix(before, ">") {
			continue
		}
		value := content[k+len(start) : j]
		m := &meaning{own: a.Name, names: c.toolNames(), known: true, free: true, document: c.o.Document}
		if m.structure(sectionless(value)) != "" || c.followed(from+j+len(close)) != "" {
			continue
		}
		c.insert(from+k+len(start), ">")
	}
}
