package toolspec

import "maps"

// call returns the arguments of the example.
func (g *generator) call() (map[string]any, *fault) {
	root := &Argument{Kind: Object, Members: g.tool.Arguments, Open: g.tool.Open}
	var tops parts
	if g.tool.checked != nil {
		tops = parts{g.tool.checked}
	}
	if example := g.own(); example != nil {
		if g.all {
			return g.completed(root, tops, example), nil
		}
		return example, nil
	}
	var first *fault
	for _, p := range g.alternatives(tops) {
		m, fail := g.object(root, "", tops, p, 0)
		if fail == nil {
			fail = g.checks(m)
		}
		if fail == nil {
			return m, nil
		}
		if first == nil {
			first = fail
		}
	}
	if first == nil {
		first = faultf("the schema does not allow any call")
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

// completed returns a definition's example completed with the arguments that it omits,
// as far as they can be combined with it.
func (g *generator) completed(root *Argument, tops parts, example map[string]any) map[string]any {
	m := maps.Clone(example)
	for _, p := range g.alternatives(tops) {
		for i := range root.Members {
			a := &root.Members[i]
			if _, ok := m[a.Name]; ok {
				continue
			}
			value, fail := g.member(a, p, 0)
			if fail != nil {
				continue
			}
			if m[a.Name] = value; g.checks(m) != nil {
				delete(m, a.Name)
			}
		}
	}
	return m
}

// checks reports whether a tool accepts arguments: its schema, and the conditions that
// it is known to check.
func (g *generator) checks(arguments map[string]any) *fault {
	t := g.tool
	if err := g.validate(t.checked, arguments); err != nil {
		return faultf("the schema does not allow the arguments together: %s", innermost(err))
	}
	if t.conditions != nil {
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
	}
	_, err := t.Write(arguments, g.writer.method)
	if err != nil {
		return faultOf(err)
	}
	return nil
}
