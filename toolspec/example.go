package toolspec

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/xmlcall"
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
// It is verified that the runtime runs the call as written, and that [Tool.Read]
// returns the same values and no issue. The error names the argument.
func (t *Tool) ExampleCall(o ExampleOptions) (string, error) {
	arguments, err := t.ExampleArguments(o)
	if err != nil {
		return "", err
	}
	text, err := t.Write(arguments, o.Method)
	if err != nil {
		return "", t.exampleError(faultOf(err))
	}
	if fail := t.proves(text, arguments); fail != nil {
		return "", t.exampleError(fail)
	}
	return text, nil
}

// ExampleArguments returns arguments for a call to t that its schema allows and that a call can
// represent: all those of its [Tool.Example], if it has one that is a call to it; otherwise, and in
// addition if all are requested, others by their type, their listed values and their limits. Values
// are those of encoding/json, integers int64 or json.Number. The caller must not modify the map. The
// error names the argument for which an example has to be written.
func (t *Tool) ExampleArguments(o ExampleOptions) (map[string]any, error) {
	g := &generator{
		tool: t, all: o.All && !o.Required, writer: writer{method: o.Method, coerces: t.coerces, custom: t.Custom},
		visits: visitCounter{left: maxTries * visitsPerValue, known: map[*jsonschema.Schema]reached{}},
	}
	root := &Argument{Kind: Object, Members: t.Arguments, Open: t.Open}
	var tops parts
	if t.checked != nil {
		tops = parts{t.checked}
	}
	m := g.own(o.Required)
	first := faultf("the schema does not allow any call")
	if !tops.affordable(map[string]any{}) {
		return nil, t.exampleError(faultf("%s", errTooMuch))
	}
	for i, p := range g.alternatives(tops) {
		if m != nil {
			if g.all { // completed as far as the rest can be combined with it
				g.complete(m, p, p.membersOf(root), 0, true, g.checks)
			}
			continue
		}
		made, fail := g.object(root, tops, p, 0)
		if fail == nil {
			fail = g.checks(made)
		}
		switch {
		case fail == nil:
			return made, nil
		case i == 0:
			first = fail
		}
	}
	if m == nil {
		return nil, t.exampleError(first)
	}
	return m, nil
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
	if g.checks(example) != nil {
		return nil
	}
	lean := maps.Clone(example)
	maps.DeleteFunc(lean, func(name string, _ any) bool { a := find(t.Arguments, name); return a == nil || !a.Required })
	if required && g.checks(lean) == nil {
		return lean
	}
	return example
}

// checks returns why a tool does not accept arguments: because of its schema, or the conditions that
// it is known to check.
func (g *generator) checks(arguments map[string]any) *fault {
	t := g.tool
	var tops parts
	if t.checked != nil {
		tops = parts{t.checked}
	}
	if err := g.validate(tops, arguments); err != nil {
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

// exampleError is the error for an argument of which no example can be generated.
func (t *Tool) exampleError(f *fault) error {
	of := t.Name
	if f.path != "" {
		of += ", argument " + f.path
	}
	return fmt.Errorf("no example for %s: %s; write one as the example of its definition", of, f.reason)
}

// proves reads a call back. It returns a fault if the call does not have the guaranteed
// properties of an example.
func (t *Tool) proves(text string, arguments map[string]any) *fault {
	b := xmlcall.ParseAt(text, 0)
	if b == nil {
		return faultf("it would not be found as a call")
	}
	if v := b.Verdict(); v.Outcome != xmlcall.Runs {
		return faultf("the runtime does not run it as written: %s", v.Reason)
	}
	reading := t.Read(b)
	if t.Custom {
		delete(reading.Arguments, "tool_name")
	}
	if len(reading.Issues) > 0 {
		i := &reading.Issues[0]
		return &fault{i.Name, cmp.Or(i.Reason, refusals[i.Kind], "it would not be read as written")}
	}
	if !sameValue(arguments, any(reading.Arguments)) {
		return faultf("it would be read with other values")
	}
	return nil
}
