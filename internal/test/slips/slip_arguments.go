package slips

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// argumentSlips concern the arguments element.
var argumentSlips = []slip{
	{"arguments-json", whole(func(p *planter, a *node) {
		text := p.json(p.arguments)
		switch p.choose("plain", "escaped", "escapes", "cdata") {
		case "escaped":
			text = encode.Escape(text)
		case "escapes": // whose references are escapes, because it is among elements
			text = xmlEscaped.Replace(text)
		case "cdata":
			text = section(text)
		}
		if a.before != "" { // on lines of its own, as the elements are
			text = "\n" + text + "\n"
		}
		a.makeOpaque(text)
	})},
	{"arguments-cdata", whole(func(p *planter, a *node) {
		p.variant = "raw"
		a.makeOpaque(section(p.inner(a)))
	})},
	{"arguments-cdata-escaped-in-part", whole(cdataEscapedInPart)},
	{"arguments-lines", flat(func(p *planter, a *node) {
		brackets := p.choose("colons", "brackets") == "brackets"
		lines := []string{""}
		for _, kid := range a.kids {
			value := encode.Escape(kid.value)
			if brackets {
				lines = append(lines, "["+kid.name+"]"+value+"[/"+kid.name+"]")
			} else {
				lines = append(lines, kid.name+": "+value)
			}
		}
		a.makeOpaque(strings.Join(lines, "\n") + "\n")
	})},
	{"arguments-python", whole(func(p *planter, a *node) {
		text := p.json(p.arguments)
		python := strings.NewReplacer(": true", ": True", ":true", ":True", ":false", ":False", `"`, "'").Replace(text)
		if !strings.ContainsAny(text, `'\`+"\\") {
			a.makeOpaque(xmlEscaped.Replace(python))
		}
	})},
	{"arguments-attributes", flat(func(p *planter, a *node) {
		a.start, a.end = "<arguments", ""
		for _, kid := range a.kids {
			value := kid.value
			if p.chance(70) {
				value = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(value)
			}
			a.start += " " + kid.name + `="` + value + `"`
		}
		a.start += " />"
		a.tagSpoiled = true
		a.makeOpaque("")
	})},
	{"arguments-value-attribute", flat(func(p *planter, a *node) {
		name := p.choose("arg", "argument", "param", "parameter")
		for _, kid := range a.kids {
			value := strings.ReplaceAll(encode.Escape(kid.value), `"`, "&quot;")
			kid.start, kid.end, kid.text = "<"+name+` name="`+kid.name+`" value="`+value+`"/>`, "", ""
			kid.tagSpoiled, kid.textSpoiled = true, true
		}
		a.tagSpoiled = true
	})},
	{"arguments-parameter-name", whole(func(p *planter, a *node) {
		name := p.choose("parameter", "param", "arg", "argument")
		for _, kid := range a.kids {
			kid.start, kid.end = fmt.Sprintf("<%s name=%q>", name, kid.name), "</"+name+">"
			kid.tagSpoiled = true
		}
		a.tagSpoiled = true
	})},
	{"arguments-name", arged(func(p *planter, a *node) {
		name := p.choose("args", "parameters", "params", "input", "Arguments")
		a.start, a.end = "<"+name+">", "</"+name+">"
	})},
	{"arguments-none", arged(func(p *planter, a *node) {
		if p.chance(50) {
			for _, kid := range a.kids {
				kid.before = a.before
			}
		}
		a.start, a.end, a.inner = "", "", ""
	})},
	{"arguments-outside", arged(func(p *planter, a *node) {
		kid := pick(p.Rand, a.kids...)
		if len(a.kids) < 2 || kid.arg == nil {
			return
		}
		at := a.index()
		if p.chance(70) {
			at++ // after the arguments
		}
		kid.replace()
		kid.before, kid.parent = a.before, p.root
		p.root.kids = slices.Insert(p.root.kids, at, kid)
	})},
	{"arguments-no-start", arged(func(_ *planter, a *node) { a.start = "" })},
	{"arguments-no-end", arged(func(_ *planter, a *node) { a.end, a.inner = "", "" })},
	{"arguments-end-without-slash", arged(func(_ *planter, a *node) { a.end = "<arguments>" })},
	{"arguments-other-end", arged(func(p *planter, a *node) {
		a.end = "</" + p.choose("args", "parameters", "argument", "input") + ">"
	})},
	{"arguments-attribute", arged(func(p *planter, a *node) {
		a.start = "<arguments" + pick(p.Rand, ` type="object"`, ` format="xml"`, ` json`, ` version=1`) + ">"
	})},
	{"arguments-comment", arged(func(p *planter, a *node) {
		a.start += pick(p.Rand, "<!-- the file -- as asked -->", "\n  <!-- path -- relative -->", "<!---- arguments ---->")
	})},
	{"arguments-declaration", arged(func(p *planter, a *node) {
		a.start += pick(p.Rand, `<?xml version="1.0" encoding="UTF-8"?>`, `<?xml version="1.1"?>`, "\n"+`<?xml version="1.0" encoding="utf-16"?>`)
	})},
	{"arguments-thinking", arged(func(p *planter, a *node) {
		a.start += pick(p.Rand, "", a.before) + "<thinking>" + pick(p.Rand, "now the path", "if a < b && c, the other one", "") + "</thinking>"
	})},
	{"arguments-stray-words", arged(func(p *planter, a *node) {
		if a.opaque {
			return
		}
		words := pick(p.Rand, "\nHere are the arguments:", " the file to read ", "\nNote: path & name are relative.", "\n- ", "arguments")
		if p.chance(50) {
			a.start += words
		} else {
			a.inner = words + a.inner
		}
	})},
}

// arged returns the planting of a slip in the tags of an arguments element with arguments.
func arged(change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		if a := p.argumentsNode(); a != nil && !a.tagSpoiled && len(a.kids) > 0 {
			a.tagSpoiled = true
			change(p, a)
		}
	}
}

// whole returns the planting of a slip in an arguments element in which nothing is
// spoiled.
func whole(change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		if a := p.argumentsNode(); a != nil && a.clean() && len(a.kids) > 0 {
			change(p, a)
		}
	}
}

// flat is whole for arguments without lists and objects.
func flat(change func(*planter, *node)) func(*planter) {
	return whole(func(p *planter, a *node) {
		if !slices.ContainsFunc(a.kids, func(kid *node) bool { return !kid.leaf || kid.arg == nil }) {
			change(p, a)
		}
	})
}

// cdataEscapedInPart writes the arguments, or a list of objects, in a section: some fields with escapes, as outside
// of one, and another with a raw '&', as in one.
func cdataEscapedInPart(p *planter, a *node) {
	within := a
	if list := p.one(func(n *node) bool { return isList(n) && len(n.kids) > 0 && n.kids[0].arg.Kind == toolspec.Object }); list != nil && p.chance(60) {
		within = list
	}
	raw, escaped := 0, 0
	text := within.with(func(value string) string {
		switch {
		case !strings.ContainsAny(value, "&<"):
		case strings.Contains(value, "&") && (raw == 0 || p.chance(40)):
			raw++
			at := strings.IndexByte(value, '&') + 1
			rest := encode.Escape(value[at:])
			if p.chance(50) {
				rest = value[at:]
			} else if rest != value[at:] {
				escaped++
			}
			return value[:at] + rest
		case p.chance(70):
			escaped++
			return encode.Escape(value)
		}
		return value
	})
	if raw > 0 && escaped > 0 {
		within.makeOpaque(section(text))
	}
}

func isList(n *node) bool { return n.arg != nil && n.arg.Kind == toolspec.List && !n.arg.Repeated }
