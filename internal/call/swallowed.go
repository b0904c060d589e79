package call

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Given is an argument with its text.
type Given struct{ Name, Text string }

// verbatim are arguments whose values are parts of files, with tags that are opened elsewhere.
var verbatim = []string{"search", "replace", "old_string", "new_string", "old_str", "new_str", "patch", "diff"}

// endsValue finds an end tag, and after it and other end tags the start of an argument, or the end of the text.
var endsValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`</(?:\w+:)?([\w.-]+)>\s*(?:</[^<>]*>\s*)*(?:<(?:\w+:)?([\w.-]+)(?:\s+name=["']([\w.-]+)["']|=([\w.-]+))?\s*>|$)`)
})

// SwallowedIn returns the end tag of an argument in its own value that nothing in the value opens, and the arguments
// after it, which the call lacks; none if only further end tags are. lacks is asked for an argument, and whether
// its tag can be nothing else. A text about calls has none: its tags balance.
func SwallowedIn(argument, value string, lacks func(name string, named bool) bool) (tag xmlcall.Span, rest []Given, ok bool) {
	if slices.Contains(verbatim, argument) || !mayEnd(argument, value) {
		return tag, nil, false
	}
	open, counted := map[string]int{}, map[string]int{}
	for at := 0; ; at = tag.End {
		m := endsValue().FindStringSubmatchIndex(value[at:])
		if m == nil {
			return tag, nil, false
		}
		part := func(k int) string { return value[at:][max(m[2*k], 0):max(m[2*k+1], 0)] }
		tag = xmlcall.Span{Start: at + m[0], End: at + m[3] + 1}
		name, next := part(1), cmp.Or(part(3), part(4))
		named := next != "" && slices.Contains(argumentWords, part(2))
		if !named {
			next = part(2)
		}
		if !ends(argument, name) {
			continue
		}
		before := value[counted[name]:tag.Start]
		open[name], counted[name] = open[name]+strings.Count(before, "<"+name+">")+strings.Count(before, "<"+name+" "), tag.Start
		switch {
		case open[name] > 0:
			open[name]--
		case next == "":
			return tag, nil, true
		case lacks(next, named):
			text := value[at+m[1]:]
			if end, more, ok := SwallowedIn(next, text, lacks); ok {
				text, rest = text[:end.Start], more
			}
			return tag, append([]Given{{next, strings.TrimSpace(text)}}, rest...), true
		}
	}
}

// ends reports whether an end tag of a name can be that of an argument.
func ends(argument, name string) bool {
	return name == argument || name == "arg_value" || slices.Contains(argumentWords, name)
}

// mayEnd reports whether a value of an argument, as it is or as it is written, may have the argument's end tag.
func mayEnd(argument, value string) bool {
	before, after, more := strings.Cut(value, "/")
	for ; more; before, after, more = strings.Cut(after, "/") {
		if (strings.HasSuffix(before, "<") || strings.HasSuffix(before, "&lt;")) && ends(argument, lex.Local(after[:lex.NameEnd(after, 0)])) {
			return true
		}
	}
	return false
}

// A SwallowedTag is the end tag of an argument in its value, and the arguments after it.
type SwallowedTag struct {
	Element xmlcall.ElementID
	At      xmlcall.Span // the tag, or the value if the tag is written otherwise
	Plain   bool         // whether it is the tag
	Tag     xmlcall.Span // in the value
	Rest    []Given
}

// Swallowed yields the arguments whose values have the end of the argument.
func (c *Call) Swallowed(yield func(SwallowedTag) bool) {
	b, at := c.Block, c.ArgumentsElement()
	lacks := func(name string, _ bool) bool {
		_, given := b.Child(at, name)
		return !given && c.Tool.Argument(name) != nil && !c.acceptsAny(name)
	}
	for i, kind := range c.Scalars() {
		e := b.Element(i)
		raw := b.Slice(e.Content())
		if kind != toolspec.String || e.Parent() != at || e.HasChildren() || !mayEnd(e.Local(), raw) {
			continue
		}
		tag, rest, ok := SwallowedIn(e.Local(), e.Text(), lacks)
		place, plain := TagIn(raw, e.Text(), tag)
		span := xmlcall.Span{Start: e.Content().Start + place.Start, End: e.Content().Start + place.End}
		if ok && !c.InHole(span) && !yield(SwallowedTag{i, span, plain, tag, rest}) {
			return
		}
	}
}

// TagIn returns the place of a tag in a value as it is written. If the tag is written in another way, ok is false and
// the place is the whole value.
func TagIn(written, value string, tag xmlcall.Span) (at xmlcall.Span, ok bool) {
	text := value[tag.Start:tag.End]
	for range strings.Count(value[:tag.Start], text) + 1 {
		n := strings.Index(written[at.End:], text)
		if n < 0 {
			return xmlcall.Span{End: len(written)}, false
		}
		at = xmlcall.Span{Start: at.End + n, End: at.End + n + len(text)}
	}
	return at, true
}
