package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A toldArgument is the name of an argument that a prompt describes.
type toldArgument struct {
	name string
	span xmlcall.Span // of the name
}

var (
	listed = form(`(?i)\b(?:parameters?|arguments?|args|inputs?|fields)\b`)
	// attributes match what is told about an argument in parentheses: its type, and whether it is required.
	attributes  = form(`(?i)\b(?:string|text|str|integer|int|number|float|boolean|bool|list|array|object|required|mandatory|optional)\b`)
	identifiers = form(`^` + identifier + `$`)
)

// has reports whether the prompt lists an argument of a tool.
func (t *told) has(name string) bool {
	return slices.ContainsFunc(t.arguments, func(a toldArgument) bool { return a.name == name })
}

// argumentsOf reads the arguments in the description of a tool, which the unit i starts.
func (p *prompt) argumentsOf(t *told, i int, known *toolspec.Set) {
	titled, named := false, false // whether the titles of a table were read, and the first is that of names
	depth := -1                   // of the items that are arguments
	for k := i + 1; k < len(p.units) && p.units[k].span.Start < t.described.End; k++ {
		u := &p.units[k]
		switch u.kind {
		case heading, paragraph:
			depth, titled = -1, false
		case row:
			cell, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(p.of(k)), "|"), "|")
			if !titled {
				titled, named = true, listed().MatchString(cell) || strings.EqualFold(strings.TrimSpace(cell), "name")
			} else if name := strings.Trim(cell, "`*<> "); named && identifiers().MatchString(name) {
				t.add(toldArgument{name, p.find(u.span, name)})
			}
		case item:
			if depth >= 0 && u.depth > depth {
				continue // a member
			}
			introduced := listed().MatchString(p.of(u.lead)) || listed().MatchString(p.of(u.heading)) && u.heading > i
			if a, ok := p.itemArgument(u, introduced, known, t.name); ok {
				depth = u.depth
				t.add(a)
			}
		}
	}
}

// add adds an argument, which is listed once: in a signature, or in the items after it.
func (t *told) add(a toldArgument) {
	t.all = true
	if i := slices.IndexFunc(t.arguments, func(other toldArgument) bool { return other.name == a.name }); i >= 0 {
		t.arguments[i] = a
		return
	}
	t.arguments = append(t.arguments, a)
}

// itemArgument returns the argument that an item describes.
func (p *prompt) itemArgument(u *unit, introduced bool, known *toolspec.Set, tool string) (a toldArgument, ok bool) {
	text := p.text[u.span.Start:u.span.End]
	m := entries().FindStringSubmatchIndex(text)
	if m == nil || m[6] >= 0 {
		return a, false
	}
	name, about := text[m[4]:m[5]], text[m[10]:m[11]]
	exists := slices.ContainsFunc(named(known, tool), func(t *toolspec.Tool) bool { return hasArgument(t, name) })
	marked := m[3] > m[2] || strings.HasPrefix(text, "**")
	if !exists && (isEnvelope(name) || isTool(known, name) || !attributes().MatchString(about) && !(introduced && marked)) {
		return a, false
	}
	return toldArgument{name, xmlcall.Span{Start: u.span.Start + m[4], End: u.span.Start + m[5]}}, true
}

// hasArgument reports whether the definition of a tool lists an argument.
func hasArgument(t *toolspec.Tool, name string) bool {
	return slices.ContainsFunc(t.Arguments, func(a toolspec.Argument) bool { return a.Name == name })
}

// signature reads the arguments in parentheses after the name of a tool: "path, start_line?, limit=10".
func (p *prompt) signature(span xmlcall.Span) (list []toldArgument) {
	at := span.Start
	for part := range strings.SplitSeq(p.text[span.Start:span.End], ",") {
		name, _, _ := strings.Cut(strings.Trim(part, " \t[]`*"), "=")
		name, _, _ = strings.Cut(name, ":")
		name = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(name), "?"))
		if identifiers().MatchString(name) {
			list = append(list, toldArgument{name, p.find(xmlcall.Span{Start: at, End: at + len(part)}, name)})
		}
		at += len(part) + 1
	}
	return list
}
