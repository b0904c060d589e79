package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A describedArgument is the name of an argument that a prompt describes.
type describedArgument struct {
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
func (t *describedTool) has(name string) bool {
	return slices.ContainsFunc(t.arguments, func(a describedArgument) bool { return a.name == name })
}

// argumentsOf reads the arguments in the description of a tool, which the block i starts.
func (p *prompt) argumentsOf(t *describedTool, i int, known *toolspec.Set) {
	titled, named := false, false // whether the titles of a table were read, and the first is that of names
	depth := -1                   // of the items that are arguments
	for k := i + 1; k < len(p.blocks) && p.blocks[k].span.Start < t.described.End; k++ {
		b := &p.blocks[k]
		switch b.kind {
		case heading, paragraph:
			depth, titled = -1, false
		case row:
			cell, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(p.of(k)), "|"), "|")
			if !titled {
				titled, named = true, listed().MatchString(cell) || strings.EqualFold(strings.TrimSpace(cell), "name")
			} else if name := strings.Trim(cell, "`*<> "); named && identifiers().MatchString(name) {
				t.add(describedArgument{name, p.find(b.span, name)})
			}
		case item:
			if depth >= 0 && b.depth > depth {
				continue // a member
			}
			introduced := listed().MatchString(p.of(b.lead)) || listed().MatchString(p.of(b.heading)) && b.heading > i
			if a, ok := p.itemArgument(b, introduced, known, t.name); ok {
				depth = b.depth
				t.add(a)
			}
		}
	}
}

// add adds an argument, which is listed once: in a signature, or in the items after it.
func (t *describedTool) add(a describedArgument) {
	t.all = true
	if i := slices.IndexFunc(t.arguments, func(other describedArgument) bool { return other.name == a.name }); i >= 0 {
		t.arguments[i] = a
		return
	}
	t.arguments = append(t.arguments, a)
}

// itemArgument returns the argument that an item describes.
func (p *prompt) itemArgument(b *block, introduced bool, known *toolspec.Set, tool string) (a describedArgument, ok bool) {
	text := p.text[b.span.Start:b.span.End]
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
	return describedArgument{name, xmlcall.Span{Start: b.span.Start + m[4], End: b.span.Start + m[5]}}, true
}

// hasArgument reports whether the definition of a tool lists an argument.
func hasArgument(t *toolspec.Tool, name string) bool {
	return slices.ContainsFunc(t.Arguments, func(a toolspec.Argument) bool { return a.Name == name })
}

// signature reads the arguments in parentheses after the name of a tool: "path, start_line?, limit=10".
func (p *prompt) signature(span xmlcall.Span) (list []describedArgument) {
	at := span.Start
	for part := range strings.SplitSeq(p.text[span.Start:span.End], ",") {
		name, _, _ := strings.Cut(strings.Trim(part, " \t[]`*"), "=")
		name, _, _ = strings.Cut(name, ":")
		name = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(name), "?"))
		if identifiers().MatchString(name) {
			list = append(list, describedArgument{name, p.find(xmlcall.Span{Start: at, End: at + len(part)}, name)})
		}
		at += len(part) + 1
	}
	return list
}
