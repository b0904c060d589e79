package toolspec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A generator generates one example. It works by trial: it derives candidates from a
// schema, the likeliest first, and takes the first one that the schema allows and a
// call can represent. So an unknown keyword costs a candidate, but never results in a
// wrong example.
//
// A value is described by schemas that all apply, its tops. Their alternatives are
// lists of parts: the tops with everything that they refer to, and one branch of each
// anyOf and oneOf.
type generator struct {
	tool   *Tool
	all    bool
	lean   bool // see ExampleOptions.Required
	writer writer
	stack  []parts // of the objects around the value
	steps  int
}

const (
	// maxSteps bounds the values and candidates that are tried for an example.
	maxSteps = 50_000
	// maxAlternatives bounds the combinations of branches that are tried for one
	// value.
	maxAlternatives = 48
	// maxExampleDepth bounds the objects around a value, and maxSelf those of one
	// schema: a schema that must contain itself more often than that is endless.
	maxExampleDepth = 20
	maxSelf         = 3
)

// value returns the n-th different value for an argument, from 0. hint is the name that
// indicates the content, which for the items of a list may be the list's.
func (g *generator) value(a *Argument, hint string, tops parts, n int) (any, *fault) {
	var found []any
	var fail *fault
	for values := range g.candidates(a, hint, tops, n, &fail) {
		for _, value := range values {
			if g.steps++; g.steps > maxSteps {
				return nil, faultf("found no valid value in %d steps", maxSteps)
			}
			if refused := g.refused(a, tops, value); refused != nil {
				if fail == nil {
					fail = refused
				}
				continue
			}
			if kind := KindOf(value); kind == List || kind == Object { // generated as the n-th
				return value, nil
			}
			if !has(found, value) {
				found = append(found, value)
			}
			if len(found) > n {
				return value, nil
			}
		}
	}
	switch {
	case len(found) > 0:
		return nil, faultf("found only %d different values", len(found))
	case fail != nil:
		return nil, fail
	}
	return nil, faultf("the schema does not allow any value")
}

// refused returns the reason why an argument cannot have a value, or nil.
func (g *generator) refused(a *Argument, tops parts, value any) *fault {
	for _, s := range tops {
		if err := g.validate(s, value); err != nil {
			return faultf("found no value that the schema allows; %s is refused: %s", shown(value), innermost(err))
		}
	}
	_, fail := g.writer.elements(a, value)
	return fail
}

// validate checks a value, which counts as one step per hundred visits of schemas.
func (g *generator) validate(s *jsonschema.Schema, value any) error {
	if s == nil {
		return nil
	}
	visits, err := validate(s, value)
	g.steps += visits / 100
	return err
}

// noEnd is the reason for a schema that requires itself.
const noEnd = "the schema never ends"

// shown returns a value as JSON, shortened to a few words.
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

// candidates yields values to try for an argument, several at a time. If an object or a list
// cannot be generated, fail is set to the first reason.
func (g *generator) candidates(a *Argument, hint string, tops parts, n int, fail **fault) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		if len(g.stack) > maxExampleDepth {
			*fail = faultf("%s", noEnd)
			return
		}
		if example := a.schema.get("example"); example != nil && !yield([]any{example.plain()}) { // OpenAPI 3.0
			return
		}
		all := g.alternatives(tops)
		for _, p := range all {
			if !yield(p.literals()) {
				return
			}
		}
		for _, p := range all {
			for _, t := range p.typesOf(a) {
				values, refused := g.ofType(t, a, hint, tops, p, n)
				if refused != nil {
					values, *fail = nil, cmp.Or(*fail, refused)
				}
				if !yield(values) {
					return
				}
			}
		}
	}
}

func (g *generator) ofType(t string, a *Argument, hint string, tops, p parts, n int) ([]any, *fault) {
	switch t {
	case "string":
		return g.strings(a, hint, p, n), nil
	case "number":
		return p.numbers(hint, n), nil
	case "boolean":
		return []any{true, false}, nil
	case "object":
		m, fail := g.object(a, hint, tops, p, n)
		return []any{m}, fail
	case "array":
		list, fail := g.array(a, hint, p, n)
		return []any{list}, fail
	}
	return []any{nil}, nil
}
