package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A SwallowedEnd is the end tag of its own argument in a value, which nothing in the value opens, and what follows.
type SwallowedEnd struct {
	At, End int     // the tag, in the value
	Rest    []Given // the arguments after it; nil if there are only further end tags
	Whole   bool    // whether they are all that is after it
}

// A Given is an argument with its text.
type Given struct{ Name, Text string }

// verbatim are arguments whose values are parts of files, with tags that are opened elsewhere.
var verbatim = []string{"search", "replace", "old_string", "new_string", "old_str", "new_str", "patch", "diff"}

// The tags in values: any, end tags at the start, and one that starts an argument.
var (
	valueTag    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<(/?)(?:[\w-]+:)?([A-Za-z_][\w.-]*)[^<>]*>`) })
	endTags     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:\s*</[^<>]*>)*\s*`) })
	lastEndTags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:\s*</[^<>]*>)*\s*$`) })
	argumentTag = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^<((?:[\w-]+:)?([A-Za-z_][\w.-]*))(?:\s+name=["']([\w.-]+)["']|=([\w.-]+))?\s*>`)
	})
)

// SwallowedIn returns where the value of an argument was meant to end: at its end tag, if another argument starts
// after it that the call lacks, or nothing does. lacks is asked for an argument, and whether its tag can be nothing
// else. The tags balance in a text about calls.
func SwallowedIn(argument, value string, lacks func(name string, named bool) bool) (s SwallowedEnd, ok bool) {
	own := append([]string{argument, "arg_value"}, argumentWords...)
	if slices.Contains(verbatim, argument) || !slices.ContainsFunc(own, func(name string) bool { return strings.Contains(value, name+">") }) {
		return s, false
	}
	open := map[string]int{}
	for _, t := range valueTag().FindAllStringSubmatchIndex(value, -1) {
		switch name := value[t[4]:t[5]]; {
		case t[2] == t[3]:
			open[name]++
		case open[name] > 0:
			open[name]--
		case slices.Contains(own, name):
			s = SwallowedEnd{At: t[0], End: t[1]}
			if s.read(value[t[1]:], lacks); s.Whole || s.Rest != nil {
				return s, true
			}
		}
	}
	return SwallowedEnd{}, false
}

// read reads what follows the tag.
func (s *SwallowedEnd) read(rest string, lacks func(name string, named bool) bool) {
	for {
		rest = rest[len(endTags().FindString(rest)):]
		if s.Whole = rest == ""; s.Whole {
			return
		}
		m := argumentTag().FindStringSubmatch(rest)
		if m == nil {
			return
		}
		name := cmp.Or(m[3], m[4])
		named := name != "" && slices.Contains(argumentWords, m[2])
		if !named {
			name = m[2]
		}
		if !lacks(name, named) {
			return
		}
		text, after, closed := strings.Cut(rest[len(m[0]):], "</"+m[1]+">")
		if !closed {
			text = lastEndTags().ReplaceAllString(text, "")
		}
		s.Rest, rest = append(s.Rest, Given{name, strings.TrimSpace(text)}), after
	}
}

// Find returns the place of the tag in the value as it is written; all of that where the tag is written otherwise.
func (s *SwallowedEnd) Find(value, written string) (start, end int) {
	tag := value[s.At:s.End]
	for range strings.Count(value[:s.At], tag) + 1 {
		n := strings.Index(written[end:], tag)
		if n < 0 {
			return 0, len(written)
		}
		start, end = end+n, end+n+len(tag)
	}
	return start, end
}

// Swallowed yields the arguments whose values have the end of the argument, and others after it.
func (c *Call) Swallowed() func(yield func(xmlcall.ElementID, SwallowedEnd) bool) {
	return func(yield func(xmlcall.ElementID, SwallowedEnd) bool) {
		b, at := c.Block, c.ArgumentsElement()
		lacks := func(name string, _ bool) bool {
			_, given := b.Child(at, name)
			return !given && c.Tool.Argument(name) != nil && !c.acceptsAny(name)
		}
		for i, kind := range c.Scalars() {
			if e := b.Element(i); kind == toolspec.String && e.Parent() == at && !e.HasChildren() {
				if s, ok := SwallowedIn(e.Local(), e.Text(), lacks); ok && !yield(i, s) {
					return
				}
			}
		}
	}
}
