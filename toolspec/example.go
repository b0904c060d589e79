package toolspec

import (
	"fmt"
	"maps"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// ExampleOptions specify what an example contains and how it is written. The zero value
// selects the definition's own complete example or, if it has none, the required
// arguments, written as in ADR-0024.
type ExampleOptions struct {
	// All includes the optional arguments, as far as they can be combined with the
	// others.
	All bool
	// Required selects the required arguments only, even if the definition has an
	// example with more, unless the tool refuses a call with only those. All then has
	// no effect.
	Required bool
	// Method selects how special characters are written.
	Method encode.Method
}

// ExampleCall returns a call to t as an example: the values of [Tool.ExampleArguments],
// one element per line, indented by two spaces, without a final newline. The same tool
// and options give the same text.
//
// The runtime runs the call as written, and [Tool.Read] returns the same values. The error names
// the argument for which an example has to be written.
func (t *Tool) ExampleCall(o ExampleOptions) (string, error) {
	arguments, err := t.ExampleArguments(o)
	if err != nil {
		return "", err
	}
	return t.Write(arguments, o.Method)
}

// ExampleArguments returns arguments for a call to t that its schema allows and that a call can
// represent: all those of its [Tool.Example], if it has one that is a call to it; otherwise, and in
// addition if all are requested, others by their type, their listed values and their limits. Values
// are those of encoding/json, integers int64 or json.Number. The caller must not modify the map. The
// error names the argument for which an example has to be written.
func (t *Tool) ExampleArguments(o ExampleOptions) (map[string]any, error) {
	g := &generator{
		writer: writer{t, o.Method}, all: o.All && !o.Required, visits: maxVisits,
		root: &Argument{Kind: Object, Members: t.Arguments, Open: t.Open},
	}
	if own := g.own(o.Required); own != nil {
		if g.all { // as far as the rest can be combined with it
			p, _ := spread(nil, 0, t.schema(), 0)
			_ = g.complete(own, g.root, t.schema(), p)
		}
		return own, nil
	}
	made, fail := g.values(g.root, t.schema(), 1)
	if fail != nil {
		of := t.Name
		if fail.Path != "" {
			of += ", argument " + fail.Path
		}
		return nil, fmt.Errorf("no example for %s: %s; write one as the example of its definition", of, fail.Reason)
	}
	return made[0].(map[string]any), nil
}

// own returns the definition's own example, or the required part of it, without the arguments that
// the tool does not read; nil if there is none or the tool does not accept it.
func (g *generator) own(required bool) map[string]any {
	t := g.tool
	if t.Example == nil {
		return nil
	}
	example := maps.Clone(t.Example)
	maps.DeleteFunc(example, func(name string, _ any) bool { return !t.Open && find(t.Arguments, name) == nil })
	if g.refused(g.root, t.schema(), example) != nil {
		return nil
	}
	lean := maps.Clone(example)
	maps.DeleteFunc(lean, func(name string, _ any) bool { a := find(t.Arguments, name); return a == nil || !a.Required })
	if required && g.refused(g.root, t.schema(), lean) == nil {
		return lean
	}
	return example
}
