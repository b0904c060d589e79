package toolspec

import (
	"maps"
	"slices"
)

func (g *generator) call() (map[string]any, *fault) {
	t := g.tool
	root := &Argument{Kind: Object, Members: t.Arguments, Open: t.Open}
	var tops parts
	if t.checked != nil {
		tops = parts{t.checked}
	}
	all := g.alternatives(tops)
	if example := g.own(); example != nil {
		if g.all { // completed as far as the rest can be combined with it
			for _, p := range all {
				g.stack = []parts{p}
				more := slices.DeleteFunc(p.members(root), func(a *Argument) bool { return example[a.Name] != nil })
				g.addOptional(more, p, 0, example, true, func() bool { return g.checks(example) == nil })
			}
		}
		return example, nil
	}
	first := faultf("the schema does not allow any call")
	for i, p := range all {
		m, fail := g.object(root, "", tops, p, 0)
		if fail == nil {
			fail = g.checks(m)
		}
		if fail == nil {
			return m, nil
		}
		if i == 0 {
			first = fail
		}
	}
	return nil, first
}

// own returns the definition's own example without the arguments that the tool does not
// read, or nil if there is none or the tool does not accept it.
func (g *generator) own() map[string]any {
	t := g.tool
	if t.Example == nil {
		return nil
	}
	example := maps.Clone(t.Example)
	maps.DeleteFunc(example, func(name string, _ any) bool { return !t.Open && find(t.Arguments, name) == nil })
	if g.checks(example) != nil {
		return nil
	}
	if g.lean {
		required := maps.Clone(example)
		maps.DeleteFunc(required, func(name string, _ any) bool {
			a := find(t.Arguments, name)
			return a == nil || !a.Required
		})
		if g.checks(required) == nil {
			return required
		}
	}
	return example
}

// checks reports whether a tool accepts arguments: its schema, and the conditions that
// it is known to check.
func (g *generator) checks(arguments map[string]any) *fault {
	t := g.tool
	if err := g.validate(t.checked, arguments); err != nil {
		return faultf("the schema does not allow the arguments together: %s", innermost(err))
	}
	read := map[string]any{}
	for name, value := range arguments {
		if n, ok := wholeNumber(value); ok {
			value = n
		}
		read[name] = value
	}
	for _, c := range t.conditions {
		for _, v := range c.find(read) {
			return &fault{v.argument, v.reason}
		}
	}
	if _, err := t.Write(arguments, g.writer.method); err != nil {
		return faultOf(err)
	}
	return nil
}
