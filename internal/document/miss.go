package document

import (
	"slices"
	"strings"
)

// A knowledge is what is known of tools; see [ReadOptions].
type knowledge = func(name string) (tool, argument bool)

// A miss is how much a block without the shape of a call looks like one that was meant to be.
type miss uint8

const (
	noMiss    miss = iota
	holdsPart      // it has a part of a call: enough where there are other calls of Forge
	holdsCall      // it has the name of a tool, and arguments
	namesTool      // it names a tool that there is
)

// maxMiss is how many bytes of a block are examined.
const maxMiss = 16 << 10

// The words of other formats for the parts of a call, and those of definitions of tools, as envelopeName returns them.
var (
	nameWords       = []string{"toolname", "tool", "name", "function"}
	partWords       = []string{"servername", "server", "arguments", "args", "parameters"}
	definitionWords = []string{"type", "required", "properties", "schema"}
)

// attribute, and keyLine, which finds keys in text, have the groups of [member]. toolFirst finds a tool before its arguments,
// and section a CDATA section.
var (
	section   = lazy(`(?s)<!\[CDATA\[.*?\]\]>`)
	attribute = lazy(`()()()\b(\w+)\s*=\s*["']([\w.-]*)["']`)
	keyLine   = lazy(`(?m)^()()()[ \t]*(\w+)[ \t]*[:=][ \t]*"?([\w.-]*)`)
	toolFirst = lazy(`^([A-Za-z_][\w.-]*)\s*(?:<[^/]|\([^)\n]*["'])`)
)

// missOf returns how much a block was meant to be a call; it lacks only its end tag. Text such as
// <tool>gh pr view</tool> is none, nor is what only describes a tool.
func missOf(block string, knows knowledge) miss {
	opener, content, _ := strings.Cut(block[:min(len(block), maxMiss)], ">")
	inline := strings.HasPrefix(content, "{")
	content = strings.TrimLeft(unfenced(section().ReplaceAllString(content, "")), " \t\r\n>")
	var name, part, known, inside bool
	other, find, text := strings.Contains(opener, "="), member(), content == "" || strings.IndexByte("<{[", content[0]) < 0
	names := func(text string) {
		tool, argument := knows(text)
		name, part, known = name || text != "" && !argument, part || argument, known || tool
	}
	attributes := func(tag string) {
		for _, m := range attribute().FindAllStringSubmatch(tag, -1) {
			if slices.Contains(nameWords, m[4]) {
				names(m[5])
			}
		}
	}
	attributes(opener)
	tag := name
	name, part = false, false
	switch m := toolFirst().FindStringSubmatch(content); {
	case m != nil:
		names(m[1])
		part = true
	case text && strings.HasSuffix(opener, "/"):
		content, find = opener, attribute()
	case text:
		find = keyLine()
	}
	for _, m := range find.FindAllStringSubmatch(content, -1) {
		switch {
		case strings.Contains(m[2], " type="):
			return noMiss
		case m[1] != "" && !strings.HasSuffix(m[2], "/") && !strings.Contains(content, "</"+m[1]):
			continue // a word of a sentence or pattern
		}
		tool, argument := knows(m[1] + m[4])
		switch folded := envelopeName(m[1] + m[4]); {
		case inside && known && argument:
		case foreignName(folded), slices.Contains(definitionWords, folded):
			return noMiss
		case slices.Contains(nameWords, folded):
			names(m[3] + m[5])
		case slices.Contains(partWords, folded):
			part, inside = true, inside || strings.HasPrefix(folded, "arg")
		default:
			name, part, known, other = name || tool, part || argument, known || tool, other || !argument && !tool && !inside
		}
		if attributes(m[2]); tag && !part && m[1] != "" {
			return noMiss // advice about the tool
		}
	}
	switch {
	case !name && !part, text && !(known && part):
		return noMiss
	case inline: // as other programs have it
		return holdsPart
	case known:
		return namesTool
	case part && (name || tag), !other:
		return holdsCall
	}
	return holdsPart
}

// standsAlone reports whether a text has a block of its own at a place: after it the line ends, and before it is a
// blank line, a fence, the start of the text, or a line that ends in a tag or a colon.
func standsAlone(text string, from, start, end int) bool {
	line := from + strings.LastIndexByte(text[from:start], '\n') + 1
	if !isPrefix(strings.TrimPrefix(text[line:start], bom)) || strings.TrimSpace(text[end:endOfLine(text, end)]) != "" {
		return false
	}
	before := text[from:max(line-1, from)]
	before = strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t>")
	return before == "" || ownLine().MatchString(before)
}

// ownLine finds a line after which a block is one of its own.
var ownLine = lazy("^(\\s*$|```|~~~)|[:>][\\s*_]*$")
