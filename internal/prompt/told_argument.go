package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A toldArgument is an argument as a prompt describes it.
type toldArgument struct {
	name string
	span xmlcall.Span // of the name
	kind toolspec.Kind
	// typed reports whether the prompt tells the kind.
	typed  bool
	need   need
	enum   []string
	preset string // the default, "" if the prompt tells none
}

// need is whether an argument is required.
type need uint8

const (
	untold need = iota
	required
	optional
)

var (
	listed   = form{expr: `(?i)\b(?:parameters?|arguments?|args|inputs?|fields)\b`}
	kinds    = form{expr: `(?i)\b(string|text|str|integer|int|number|float|boolean|bool|list|array|object)\b`}
	requires = form{expr: `(?i)\b(required|mandatory|optional)\b`}
	negated  = form{expr: `(?i)\bnot (?:required|mandatory|optional)\b`}
	presets  = form{expr: "(?i)\\bdefault(?:s? to|s?:| is|=| value:?)?[ \t]*[`\"']?([A-Za-z0-9_./*-]+)[`\"']?"}
	choices  = form{expr: "(?i)\\b(?:one of|either|allowed values?(?: are)?|possible values?(?: are)?|values|enum)\\b:?[ \t]*((?:[`\"'][^`\"'\n]+[`\"'](?:[ \t]*(?:,|\\||/|or|and)[ \t]*)*)+)"}
	quoted   = form{expr: "[`\"']([^`\"'\n]+)[`\"']"}
)

// kindOf returns the kind that a word is for; others are for strings.
func kindOf(word string) toolspec.Kind {
	return map[string]toolspec.Kind{
		"integer": toolspec.Integer, "int": toolspec.Integer, "number": toolspec.Number, "float": toolspec.Number,
		"boolean": toolspec.Boolean, "bool": toolspec.Boolean, "list": toolspec.List, "array": toolspec.List, "object": toolspec.Object,
	}[strings.ToLower(word)]
}

// argumentsOf reads the arguments in the description of a tool, which the unit i starts.
func (p *prompt) argumentsOf(t *told, i int, known *toolspec.Set) {
	var columns []string // of a table
	depth := -1          // of the items that are arguments
	for k := i + 1; k < len(p.units) && p.units[k].span.Start < t.to; k++ {
		u := &p.units[k]
		switch u.kind {
		case heading, paragraph:
			depth, columns = -1, nil
		case row:
			cells := strings.Split(strings.Trim(strings.TrimSpace(p.of(k)), "|"), "|")
			if columns == nil {
				columns = cells
			} else if a, ok := p.rowArgument(u, columns, cells); ok {
				t.add(a)
			}
		case item:
			if depth >= 0 && u.depth > depth {
				continue // a member
			}
			introduced := listed.get().MatchString(p.of(u.lead)) || listed.get().MatchString(p.of(u.heading)) && u.heading > i
			if a, ok := p.itemArgument(u, introduced, known, t.name); ok {
				depth = u.depth
				t.add(a)
			}
		}
	}
}

// add adds an argument. What a signature tells is completed by the items after it.
func (t *told) add(a toldArgument) {
	t.all = true
	for i := range t.arguments {
		if t.arguments[i].name == a.name {
			t.arguments[i] = a
			return
		}
	}
	t.arguments = append(t.arguments, a)
}

// itemArgument returns the argument that an item describes.
func (p *prompt) itemArgument(u *unit, introduced bool, known *toolspec.Set, tool string) (a toldArgument, ok bool) {
	text := p.text[u.span.Start:u.span.End]
	m := entries.get().FindStringSubmatchIndex(text)
	if m == nil || m[6] >= 0 {
		return a, false
	}
	name, about := text[m[4]:m[5]], text[m[10]:m[11]]
	exists := false
	for _, t := range named(known, tool) {
		exists = exists || slices.ContainsFunc(t.Arguments, func(a toolspec.Argument) bool { return a.Name == name })
	}
	marked := m[3] > m[2] || strings.HasPrefix(text, "**")
	attributed := kinds.get().MatchString(about) || requires.get().MatchString(about)
	if isEnvelope(name) && !exists || !exists && !attributed && !(introduced && marked) || isTool(known, name) && !exists {
		return a, false
	}
	a = toldArgument{name: name, span: xmlcall.Span{Start: u.span.Start + m[4], End: u.span.Start + m[5]}}
	a.describe(about, text[m[11]:])
	return a, true
}

// rowArgument returns the argument that a row of a table describes.
func (p *prompt) rowArgument(u *unit, columns, cells []string) (a toldArgument, ok bool) {
	for i, cell := range cells {
		title := ""
		if i < len(columns) {
			title = strings.ToLower(strings.TrimSpace(columns[i]))
		}
		cell = strings.TrimSpace(cell)
		switch {
		case i == 0:
			a.name = strings.Trim(cell, "`*<> ")
			if !listed.get().MatchString(title) && title != "name" || !isIdentifier(a.name) {
				return a, false
			}
			a.span = p.find(u.span, a.name)
		case title == "type":
			a.describe(cell, "")
		case strings.HasPrefix(title, "required"):
			switch strings.ToLower(strings.Trim(cell, "`* ")) {
			case "yes", "true", "required", "✓", "✅", "x":
				a.need = required
			case "no", "false", "optional", "", "-", "–", "—", "❌":
				a.need = optional
			}
		case title == "default":
			a.preset = strings.Trim(cell, "`\"*-–— ")
		default:
			a.describe("", cell)
		}
	}
	return a, a.name != ""
}

var identifiers = form{expr: `^` + identifier + `$`}

func isIdentifier(s string) bool { return identifiers.get().MatchString(s) }

// describe reads what a prompt tells about an argument: attributes such as "(string, required)", and a sentence.
func (a *toldArgument) describe(about, sentence string) {
	if word := kinds.get().FindString(about); word != "" {
		a.kind, a.typed = kindOf(word), true
	}
	if word := strings.ToLower(requires.get().FindString(about)); word != "" && !negated.get().MatchString(about) {
		a.need = required
		if word == "optional" {
			a.need = optional
		}
	}
	both := about + " " + sentence
	if m := presets.get().FindStringSubmatch(both); m != nil && a.preset == "" && !strings.EqualFold(m[1], "value") && (strings.ContainsAny(m[0], "`\"'") || isPlain(m[1])) {
		a.preset = strings.TrimRight(m[1], ".")
	}
	if m := choices.get().FindStringSubmatch(both); m != nil && len(a.enum) == 0 {
		for _, q := range quoted.get().FindAllStringSubmatch(m[1], -1) {
			a.enum = append(a.enum, q[1])
		}
		if strings.Contains(strings.ToLower(m[0]), "values") && len(a.enum) < 2 {
			a.enum = nil
		}
	}
}

// isPlain reports whether a word can be a value without quotes: "defaults to the workspace" tells none.
func isPlain(word string) bool {
	return strings.Trim(word, "0123456789.") == "" || word == "true" || word == "false"
}

// signature reads the arguments in parentheses after the name of a tool: "path, start_line?, limit=10".
func (p *prompt) signature(span xmlcall.Span) (list []toldArgument) {
	at := span.Start
	for part := range strings.SplitSeq(p.text[span.Start:span.End], ",") {
		word := strings.Trim(part, " \t[]`*")
		name, preset, _ := strings.Cut(word, "=")
		name, about, typed := strings.Cut(name, ":")
		trimmedName := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(name), "?"))
		if isIdentifier(trimmedName) {
			a := toldArgument{name: trimmedName, span: p.find(xmlcall.Span{Start: at, End: at + len(part)}, trimmedName)}
			if typed {
				a.describe(about, "")
			}
			if strings.Contains(part, "?") || strings.Contains(part, "[") || preset != "" {
				a.need = optional
			}
			a.preset = strings.Trim(preset, " `\"'")
			list = append(list, a)
		}
		at += len(part) + 1
	}
	return list
}
