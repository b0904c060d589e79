package toolspec

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A generator makes one example. It works by trial: candidates are made from
// what a schema says, the likeliest first, and the first that the schema allows
// and a call can carry is taken. So a keyword that nothing here knows costs a
// candidate, never a wrong example.
//
// A value is described by schemas that must all hold, its tops. Their
// alternatives are lists of parts: the tops with all that they refer to, and of
// each anyOf and oneOf one branch.
type generator struct {
	tool   *Tool
	all    bool
	lean   bool // see ExampleOptions.Required
	writer writer
	stack  []parts // of the objects around the value
	steps  int
	known  map[expansion][]parts
}

const (
	// maxSteps bounds the values that are looked for and the candidates that are
	// tried for an example.
	maxSteps = 50_000
	// maxAlternatives bounds the combinations of branches that are tried for one
	// value.
	maxAlternatives = 48
	// maxExampleDepth bounds the objects around a value, and maxSelf those of one
	// schema: what a schema must hold of itself more often than that has no end.
	maxExampleDepth = 20
	maxSelf         = 3
)

func newGenerator(t *Tool, o ExampleOptions) *generator {
	return &generator{tool: t, all: o.All && !o.Required, lean: o.Required, writer: writer{method: o.Method, coerces: t.coerces, custom: t.Custom}}
}

// value returns the n-th different value for an argument, from 0. hint is the
// name that says what it holds, which for the items of a list may be the
// list's.
func (g *generator) value(a *Argument, hint string, tops parts, n int) (any, *fault) {
	var found []any
	var fail *fault
	if g.steps++; g.steps > maxSteps {
		return nil, faultf("no valid value is found in %d steps", maxSteps)
	}
	for value := range g.candidates(a, hint, tops, n, &fail) {
		if g.steps++; g.steps > maxSteps {
			break
		}
		composite, isMade := value.(made)
		if isMade {
			value = composite.value
		}
		if refused := g.refused(a, tops, value); refused != nil {
			if fail == nil {
				fail = refused
			}
			continue
		}
		if isMade {
			return value, nil
		}
		if slices.ContainsFunc(found, func(v any) bool { return sameValue(v, value) }) {
			continue
		}
		if found = append(found, value); len(found) > n {
			return value, nil
		}
	}
	switch {
	case g.steps > maxSteps:
		return nil, faultf("no valid value is found in %d steps", maxSteps)
	case len(found) > 0:
		return nil, faultf("only %d different values are found", len(found))
	case fail != nil:
		return nil, fail
	}
	return nil, faultf("the schema allows no value")
}

// refused returns why a value is none for an argument, nil if it is one.
func (g *generator) refused(a *Argument, tops parts, value any) *fault {
	for _, s := range tops {
		if err := g.validate(s, value); err != nil {
			return faultf("no value is found that the schema allows; %s is refused: %s", shown(value), innermost(err))
		}
	}
	_, fail := g.writer.elements(a, value)
	return fail
}

// validate checks a value, which is a step for each hundred schemas that it takes.
func (g *generator) validate(s *jsonschema.Schema, value any) error {
	if s == nil || g.tool.checked == nil {
		return nil
	}
	work, ok := g.tool.checked.work(s, value)
	if g.steps += work / 100; !ok {
		return errTooMuch
	}
	return s.Validate(value)
}

// noEnd is why there is no value of a schema that requires itself.
const noEnd = "the schema has no end"

// shown returns a value as JSON, cut to a few words.
func shown(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	const enough = 60
	if r := []rune(string(text)); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return string(text)
}

// candidates yields values for an argument. Where an object or a list cannot be
// made, the first reason is left in fail.
func (g *generator) candidates(a *Argument, hint string, tops parts, n int, fail **fault) iter.Seq[any] {
	return func(yield func(any) bool) {
		if len(g.stack) > maxExampleDepth {
			*fail = faultf("%s", noEnd)
			return
		}
		if a.schema != nil {
			if example := a.schema.get("example"); example != nil && !yield(example.plain()) { // OpenAPI 3.0
				return
			}
		}
		all := g.alternatives(tops)
		for _, p := range all {
			for value := range p.literals() {
				if !yield(value) {
					return
				}
			}
		}
		for _, p := range all {
			if p.listed() {
				continue
			}
			for _, t := range p.typesOf(a) {
				if !g.ofType(t, a, hint, tops, p, n, fail, yield) {
					return
				}
			}
		}
	}
}

// ofType yields the candidates of one type, and reports whether to go on.
func (g *generator) ofType(t string, a *Argument, hint string, tops, p parts, n int, fail **fault, yield func(any) bool) bool {
	all := func(values iter.Seq[any]) bool {
		for value := range values {
			if !yield(value) {
				return false
			}
		}
		return true
	}
	switch t {
	case "string":
		return all(g.strings(a, hint, p, n))
	case "integer", "number":
		return all(numbers(hint, p, t == "integer", n))
	case "boolean":
		return yield(true) && yield(false)
	case "null":
		return yield(nil)
	}
	var value any
	var refused *fault
	if t == "object" {
		value, refused = g.object(a, hint, tops, p, n)
	} else {
		value, refused = g.array(a, hint, p, n)
	}
	if refused != nil {
		if *fail == nil {
			*fail = refused
		}
		return true
	}
	return yield(made{value})
}

// made is a candidate that was made to be the n-th value: of objects and lists
// those before it need not be gone through.
type made struct{ value any }

// isBlank reports whether a value would make a poor example.
func isBlank(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}
