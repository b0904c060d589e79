package examples

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
)

// words are those that an example may keep of a call, as they are nobody's: the names of
// tools and arguments and the words of the format.
type words struct {
	elements map[string]bool // names, by toolspec.Fold
	names    []string        // the same
	values   map[string]bool // words of values that schemas list, in lower case
	servers  map[string]bool
	tool     string // the tool in the call, "" for none or for text that is not a name
}

// formatNames are the names of elements that the format has, and those that are written for
// them: in other formats of calls, and by mistake.
var formatNames = []string{
	"tool", "tools", "tool_call", "tool_calls", "tool_use", "thinking", "toolname", "name", "function", "function_call", "function_calls",
	"invoke", "args", "arguments", "parameters", "params", "parameter", "param", "input", "value", "text", "string", "code", "item", "items",
	"list", "array", "element", "entry", "object", "server", "id", "type",
}

// leakWords are the words of the formats in which calls leak, in lower case.
var leakWords = sync.OnceValue(func() map[string]bool {
	list := map[string]bool{}
	for word := range strings.FieldsSeq(`action analysis antml arg args argument arguments begin call calls channel commentary constrain
		dsml end eom eot function functions id invoke json key mcp message minimax name parameter parameters python section sep server
		start tag to tool toolcall tools type use value`) {
		list[word] = true
	}
	return list
})

func (c *Call) vocabulary() *words {
	if c.words == nil {
		c.words = wordsOf(c.Options.Toolset(), c.Tool)
	}
	return c.words
}

func wordsOf(set *toolspec.Set, tool string) *words {
	w := &words{elements: map[string]bool{}, values: map[string]bool{"true": true, "false": true, "null": true}, servers: map[string]bool{"local": true}}
	if tool = toolKey(tool); isName(tool) {
		w.tool = tool
	}
	for _, name := range slices.Concat(forge.Envelope[:], formatNames) {
		w.element(name)
	}
	for _, tools := range [][]*toolspec.Tool{set.Tools(), set.CustomTools()} {
		for _, t := range tools {
			if t.Server != "" {
				w.servers[t.Server] = true
			}
			w.arguments(t.Arguments)
		}
	}
	return w
}

func (w *words) element(name string) {
	if folded := toolspec.Fold(name); !w.elements[folded] {
		w.elements[folded] = true
		w.names = append(w.names, name)
	}
}

func (w *words) arguments(list []toolspec.Argument) {
	for i := range list {
		a := &list[i]
		w.element(a.Name)
		for _, value := range a.Enum {
			for _, part := range letterRun().FindAllString(value, -1) {
				w.values[lowered(part)] = true
			}
		}
		w.arguments(a.Members)
		if a.Item != nil {
			w.arguments([]toolspec.Argument{*a.Item})
		}
	}
}

// isElement reports whether the call may keep the name of an element: a known one, with or without
// a prefix, in any case, in the plural, or with one slip.
func (w *words) isElement(name string) bool {
	name = syntax.LocalName(name)
	if w.elements[toolspec.Fold(name)] {
		return true
	}
	if len(name) < 3 {
		return false
	}
	for _, known := range w.names {
		if len(known) >= 4 && syntax.OneSlip(name, known) {
			return true
		}
	}
	return false
}

// path returns the names of nested elements up to the first one that is not known.
func (w *words) path(names []string) []string {
	if n := slices.IndexFunc(names, func(name string) bool { return !w.isElement(name) }); n >= 0 {
		return names[:n]
	}
	return names
}

// isFixed reports whether a name is one that an example never has less of.
func (w *words) isFixed(name string) bool { return name == w.tool || w.servers[name] }

var plainName = lazily(`^[A-Za-z_][\w.:/-]{0,63}$`)

// isName reports whether what a call has as the name of its tool is one.
func isName(text string) bool { return plainName().MatchString(text) }

// isReference reports whether a text from its ampersand to the semicolon is a reference that
// XML or HTML has.
func isReference(text string) bool {
	means := html.UnescapeString(text)
	return strings.HasPrefix(text, "&#") || means != text && !strings.HasSuffix(means, ";")
}

// lazily returns an expression that is compiled when it is first needed: the package is part of a
// program that starts for each reply.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
