package toolspec

import (
	"cmp"
	"fmt"
	"strings"

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

// An exampleError describes for which argument of a tool no example can be generated,
// and why.
type exampleError struct {
	// tool is the name of the tool.
	tool string
	// path is the path of the argument, such as "edits[0].search"; "" is the call.
	path string
	// reason describes what is wrong, without a period.
	reason string
}

// Error returns the tool, the argument and the reason in one line.
func (e *exampleError) Error() string {
	of := e.tool
	if e.path != "" {
		of += ", argument " + e.path
	}
	return fmt.Sprintf("no example for %s: %s", of, e.reason)
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
// addition if all are requested, others derived from the schema and from what arguments of that
// name usually hold. Values are those of encoding/json, integers int64 or json.Number. The caller
// must not modify the map. The error names the argument.
func (t *Tool) ExampleArguments(o ExampleOptions) (map[string]any, error) {
	g := &generator{tool: t, all: o.All && !o.Required, lean: o.Required, writer: writer{method: o.Method, coerces: t.coerces, custom: t.Custom}}
	arguments, fail := g.call()
	if fail != nil {
		return nil, t.exampleError(fail)
	}
	return arguments, nil
}

func (t *Tool) exampleError(f *fault) error {
	return &exampleError{t.Name, f.path, f.reason}
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
	for name, value := range arguments {
		if got, ok := reading.Arguments[name]; !ok || !sameValue(got, value) {
			return faultf("it would be read as another value").within(name)
		}
	}
	if len(reading.Arguments) != len(arguments) {
		return faultf("it would be read with other arguments")
	}
	if err := t.fits(reading.Arguments); err != nil {
		return faultf("the schema does not allow it: %s", oneLine(err.Error()))
	}
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
