package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// maxCalls bounds the whole calls that are offered, and the calls of the document that tell which tools it uses.
// Further tools are offered by name in a call.
const maxCalls = 500

// completeCall adds whole calls, if one can start here: on a line of its own.
func (c *Completer) completeCall() {
	switch {
	case c.lead(c.from).rest != "" || c.isBegun():
		return
	case c.kind == typedStart && c.unasked():
		return
	case c.kind == typedStart:
	case c.kind == typedWord && c.word() == "" && c.Invoked && c.lineEnds():
	default:
		return
	}
	tools, used := c.allTools(), c.used()
	for _, tool := range tools[:min(len(tools), maxCalls)] {
		filter := tool.Name
		switch {
		case c.kind != typedStart:
		case c.word() == "<" && !c.Pending: // the list may be filtered by prefix
			filter = "<" + tool.Name
		case strings.HasPrefix(callStart, c.word()):
			filter = "<tool " + tool.Name
		case strings.HasPrefix(tool.Name, c.word()[len("<"):]), c.hasCalls && c.Pending && hasLetters(tool.Name, c.word()[len("<"):]):
			// A waiting list after '<' is filtered by letters, and an editor may request it again
			// after any of them, which in other files start other tags.
			filter = "<" + tool.Name
		default:
			continue
		}
		c.addCall(tool, Item{Filter: filter, Sort: rank(tool, used[tool.Name]) + tool.Name}, nil)
	}
}

// used returns how often the document calls each tool.
func (c *Completer) used() map[string]int {
	count, calls := map[string]int{}, 0
	for call := range c.doc.Calls() {
		if calls++; calls > maxCalls {
			break
		}
		count[call.Block().ToolName()]++
	}
	return count
}

// often are the tools of the runtime that agents call most, the most frequent first.
var often = []string{
	"read_file", "apply_diff", "execute_command", "search_files", "write_file", "list_files", "task_completion", "ask_question", "converse",
}

// rank returns a text that sorts tools: those that the document uses, then those of the runtime by use, then others.
func rank(tool *toolspec.Tool, used int) string {
	switch i := slices.Index(often, tool.Name); {
	case used > 0:
		return "1" + order(9999-used)
	case tool.Source.File != "":
		return "4"
	case i >= 0:
		return "2" + order(i)
	}
	return "3"
}

// unasked reports whether a tag that is being written is not known to become a call: most of a page in
// Markdown or of XML do not, unless they begin like <tool> or have the underscore of a tool's name. Editors
// also ask after each letter, and do not tell that from a request by a person. In a file with calls, a '<'
// suffices where the list only waits.
func (c *Completer) unasked() bool {
	word := c.word()
	asked := c.Invoked && !(c.Words && word == "<")
	switch {
	case strings.HasPrefix(word, "<to") || strings.Contains(word, "_"):
		return false
	case c.hasCalls:
		return !asked && !c.Pending
	default:
		return !asked || word != "<"
	}
}

// hasLetters reports whether a name has the typed letters, in their order, in upper or lower
// case: as editors filter.
func hasLetters(name, typed string) bool {
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(typed) {
		_, after, ok := strings.Cut(name, string(r))
		if !ok {
			return false
		}
		name = after
	}
	return true
}

// isBegun reports whether the text after the typed tag is the rest of a call.
func (c *Completer) isBegun() bool {
	rest := strings.TrimLeft(c.text[c.to:], " \t\r\n>")
	return slices.ContainsFunc(forge.Envelope[:], func(name string) bool { return strings.HasPrefix(rest, "<"+name+">") })
}

// requiredOf returns the names of the arguments that a tool requires.
func requiredOf(tool *toolspec.Tool) string {
	var names []string
	for i := range tool.Arguments {
		if tool.Arguments[i].Required {
			names = append(names, tool.Arguments[i].Name)
		}
	}
	return strings.Join(names, ", ")
}

// completeEnvelope adds the elements that the call lacks.
func (c *Completer) completeEnvelope() {
	if !c.startsElement() {
		return
	}
	given := c.given(c.open)
	for i, name := range forge.Envelope {
		if given[name] {
			continue
		}
		whole := tagged(name, insertion{field("")})
		if name == "server_name" {
			whole = tagged(name, insertion{field("local")})
		} else if name == "arguments" && c.tool != nil {
			if all := c.Templates.of(c.tool).arguments(); all != nil {
				whole = all
			}
		}
		c.add(Item{Label: name, Filter: c.tagFilter(name), Sort: "1" + string('a'+rune(i)), Kind: PropertyItem}, c.element(name, whole))
	}
	c.completeEnd()
}

// startsElement reports whether the typed word is the start of an element, with or without
// its '<', in a place where only elements are allowed.
func (c *Completer) startsElement() bool {
	if c.kind != typedWord {
		return c.kind == typedStart
	}
	last := c.block.Tokens[len(c.block.Tokens)-1]
	return c.Invoked && c.lineEnds() && (last.Kind() != xmlcall.Text || strings.Trim(c.block.Slice(last.Span()), " \t\r\n>") == "")
}

// tagFilter returns the text that a person types for an element.
func (c *Completer) tagFilter(name string) string {
	if c.kind == typedStart {
		return "<" + name
	}
	return name
}

// element returns the start tag of an element alone if the typed tag already has its '>' and its content, and
// otherwise all of it. If it has only the '>', an editor inserted it with the '<'.
func (c *Completer) element(name string, whole insertion) insertion {
	if c.to > c.at && c.text[c.to-1] == '>' && !c.lineEnds() {
		return insertion{literally("<" + name + ">")}
	}
	return whole
}

// tagged returns an element with a content.
func tagged(name string, content insertion) insertion {
	return slices.Concat(insertion{literally("<" + name + ">")}, content, insertion{literally("</" + name + ">")})
}

// completeEnd adds the end tag of the open element, unless that follows the cursor.
func (c *Completer) completeEnd() {
	if c.kind == typedSection || c.kind != typedEnd && (!c.rest.Element(c.open).Unclosed() || c.kind == typedWord && !c.isStructure(c.open)) {
		return
	}
	tag := "</" + c.block.Element(c.open).Name() + ">"
	c.add(Item{Label: tag, Sort: "9", Kind: KeywordItem}, insertion{literally(tag)})
}

// completeNames adds the possible names for the open element of the envelope, and
// reports whether it is one.
func (c *Completer) completeNames() bool {
	e := c.block.Element(c.open)
	if e.Parent() == c.block.Envelope() {
		switch e.Local() {
		case "server_name":
			c.completeServers()
			return true
		case "tool_name":
			c.completeTools(c.Tools.Tools())
			return true
		}
	}
	if path := pathOf(c.block, c.open); len(path) == 1 && path[0] == "tool_name" && c.rest.ToolName() == toolspec.CustomRunner {
		c.completeTools(c.Tools.CustomTools())
		return true
	}
	return false
}

// completeServers adds the servers that tools are limited to, and the one for the
// others.
func (c *Completer) completeServers() {
	servers := []string{"local"}
	for _, tool := range c.allTools() {
		if tool.Server != "" {
			servers = append(servers, tool.Server)
		}
	}
	slices.Sort(servers[1:])
	if !c.startValue() {
		return
	}
	for _, name := range slices.Compact(servers) {
		c.addValue(name, "", "", About{})
	}
}

// completeTools adds the names of the tools that a call to its server can name.
func (c *Completer) completeTools(tools []*toolspec.Tool) {
	server := c.rest.ServerName()
	if !c.startValue() {
		return
	}
	used := c.used()
	for _, tool := range tools {
		if tool.Server != "" && tool.Server != server {
			continue
		}
		detail := requiredOf(tool)
		if tool.Server != "" {
			detail = strings.TrimSuffix(tool.Server+": "+detail, ": ")
		}
		c.addValue(tool.Name, detail, rank(tool, used[tool.Name])+tool.Name, aboutOf(tool))
	}
}

// startValue sets the typed word to the content of the open element, and returns false
// if that is more than a word, or continues with markup.
func (c *Completer) startValue() bool {
	start := c.block.Element(c.open).Start().End
	held := c.text[start:c.at]
	value := strings.TrimLeft(held, " \t\r\n")
	if c.kind != typedWord || strings.ContainsAny(value, "<\r\n") {
		return false
	}
	c.from = c.at - len(value)
	rest := c.text[c.at:]
	if i := strings.IndexAny(rest, "<\r\n"); i >= 0 {
		rest = rest[:i]
	}
	c.to = c.at + len(strings.TrimRight(rest, " \t"))
	return true
}

// addValue adds a value of the open element, without the characters that need escaping.
func (c *Completer) addValue(value, detail, sort string, of About) {
	c.add(Item{Label: value, Detail: detail, Sort: sort, Kind: ValueItem, About: of, Commit: true}, insertion{literally(encode.Escape(value))})
}
