package rules

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Tags of an element that look like something else.

// disguisedEnd returns the length of what ends a text and was meant as the end tag of an element:
// "&lt;/path&gt;", "/path>", "<\/path>". It is 0 if there is nothing like that.
func disguisedEnd(text, name string) int {
	before, ok := strings.CutSuffix(text, ">")
	if !ok {
		before, ok = strings.CutSuffix(text, "&gt;")
	}
	before, named := strings.CutSuffix(before, name)
	if !ok || !named || name == "" {
		return 0
	}
	const longest = len(`&lt;\/`)
	from := max(0, len(before)-longest)
	at := disguisedOpen().FindStringIndex(before[from:])
	if at == nil {
		return 0
	}
	return len(text) - from - at[0]
}

// disguisedOpen finds what an end tag may start with at the end of a text.
var disguisedOpen = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:<|&lt;)?(?:\\/|[/\\])$`) })

// startTwice returns the fix that removes the tag under span if it is the start tag of the
// element around it once more, and the draft of the value between them.
func startTwice(p *Pass, element xmlcall.ElementID, span xmlcall.Span) (fix Fix, ok bool) {
	e := p.Block.Element(element)
	tag := p.Block.Slice(e.Start())
	between := p.Block.Text[e.Start().End:max(e.Start().End, span.Start)]
	if !strings.HasPrefix(p.Block.Text[span.Start:], tag) || e.Parent() == xmlcall.NoElement {
		return fix, false
	}
	if strings.TrimSpace(between) != "" {
		return keepLater(p, xmlcall.Span{Start: e.Start().Start, End: span.Start}, tag)
	}
	return replace(Titled("Remove the second `", tag, "`"), xmlcall.Span{Start: e.Start().End, End: span.Start + len(tag)}, ""), true
}

// keepLater returns the fix that removes the draft of a value, under span, before the same start tag with the
// value begun anew: there is one end tag for both.
func keepLater(p *Pass, draft xmlcall.Span, tag string) (fix Fix, ok bool) {
	name := strings.Trim(tag, "<>")
	rest := p.Block.Text[draft.End:p.Block.Span.End]
	if strings.Count(rest, tag) != 1 || strings.Count(rest, "</"+name+">") != 1 || strings.Contains(p.Block.Slice(draft), "</") || strings.Contains(p.Block.Slice(draft), "/"+name+">") {
		return fix, false
	}
	return replace(Titled("Keep the later `", tag, "`"), draft, ""), true
}

// spacedStart returns the fix of the tag under span if it is a start tag with a space in it that XML does not
// know, as a character or as a reference, and that space.
func spacedStart(p *Pass, span xmlcall.Span) (fix Fix, space string) {
	text := p.Block.Text[span.Start:p.Block.Span.End]
	end := strings.IndexByte(text[:min(len(text), 256)], '>') // every < of a text can start one
	if end < 0 || !strings.HasPrefix(text, "<") {
		return fix, ""
	}
	inner := text[1:end]
	name := strings.TrimRightFunc(strings.TrimSuffix(strings.TrimSuffix(inner, "&nbsp;"), "&#160;"), unicode.IsSpace)
	space = strings.Trim(inner[len(name):], " \t\r\n") // XML has white space of its own before the >
	if name == "" || strings.ContainsAny(name, " \t\r\n\"=<&/") || !strings.Contains(text, "</"+name+">") {
		return fix, ""
	}
	tag := "<" + name + ">"
	return replace(Titled("Write `", tag, "`"), xmlcall.Span{Start: span.Start, End: span.Start + end + 1}, tag), space
}

// spacedElement returns the report about a start tag with a no-break space where an element is expected: what
// else is wrong there only follows.
func spacedElement(p *Pass, around xmlcall.ElementID, tag xmlcall.Span) (report Report, ok bool) {
	if !expectsElements(p, around) {
		return report, false
	}
	fix, space := spacedStart(p, tag)
	if space == "" {
		return report, false
	}
	what := "No-break space"
	if r, _ := utf8.DecodeRuneInString(space); r != '&' && r != '\u00a0' {
		what = "`" + quoteChar(string(r)) + "`"
	}
	return Report{Message: what + " in a tag; write `" + Clip(fix.Edits[0].Text) + "`", Note: refused, Fixes: []Fix{fix}}, true
}

// expectsElements reports whether what looks like a tag in an element is one: in a value it may be text.
func expectsElements(p *Pass, around xmlcall.ElementID) bool {
	if around == xmlcall.NoElement || !p.InArguments(around) {
		return around != xmlcall.NoElement
	}
	a := p.Argument(around)
	return a != nil && !a.Kind.Scalar()
}

// isSpaced reports whether the start tag of an element has a no-break space in it; the rules about
// tags report that.
func isSpaced(p *Pass, element xmlcall.ElementID) bool {
	e := p.Block.Element(element)
	_, is := spacedElement(p, e.Parent(), e.Start())
	return is
}

// followsSpaced reports whether a place in the text of an element is in a start tag with a no-break space that is
// read as text, or, given its name, after it.
func followsSpaced(p *Pass, around xmlcall.ElementID, at int, name string) bool {
	if !expectsElements(p, around) {
		return false
	}
	from := max(p.Block.Element(around).Start().End, at-4<<10) // the tag is near
	start := strings.LastIndex(p.Block.Text[from:max(from, at)], "<"+name)
	_, is := spacedElement(p, around, xmlcall.Span{Start: from + max(start, 0), End: at})
	return start >= 0 && is
}

// nameAttribute returns the name of the tool that the call's tag has as an attribute, if no
// element names one.
func nameAttribute(p *Pass) string {
	b := p.Block
	if _, named := b.Child(b.Envelope(), "tool_name"); named {
		return ""
	}
	_, value, ok := strings.Cut(b.Slice(b.Element(b.Envelope()).Start()), `name="`)
	name, _, closed := strings.Cut(value, `"`)
	if !ok || !closed || !lex.IsElementName(name) {
		return ""
	}
	return name
}
