package toolspec

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A definition comes from a workspace, so a schema may be crafted to take forever: with twenty schemas that
// each refer twice to the next, the last one is reached a million times, and with one that has itself twice
// as a member, a value nested n times is reached 2^n times. The library that checks values has no limit. So
// the schemas that apply to a value and to what is in it are counted before it is checked. Values for which that
// is too many are not checked.

const (
	// maxSubschemas bounds the schemas that apply to one value because of one schema, counted once for each way
	// that leads to them. The library needs about half a microsecond for each. partsPerSchema names or values
	// of a list, or instructions of a pattern, count like a schema.
	maxSubschemas, partsPerSchema = 10_000, 16
	// maxVisits bounds the visits of schemas for a value with those in it, where visitBytes bytes of text count like a
	// value.
	maxVisits, visitBytes = 500_000, 32
	// maxChain bounds the schemas that lead from one to the next for one value: the library compares each with
	// all before it, and needs about a kilobyte of stack for each.
	maxChain = 50
	// tooMany is a number of subschemas with which no value is checked.
	tooMany = 1 << 30
)

// errTooMuch is the error of [Tool.fits] for values that are not checked.
var errTooMuch = errors.New("checking it against the schema would take too long")

// fits checks arguments of a call against the schema of the tool, if there is one. The error is errTooMuch
// for arguments that are not checked, and otherwise an [*jsonschema.ValidationError].
func (t *Tool) fits(arguments any) error {
	if t.checked == nil {
		return nil
	}
	if c := newVisitCounter(); !c.count(parts{t.checked}, arguments, 0) {
		return errTooMuch
	}
	return t.checked.Validate(arguments)
}

// ownSize returns what a value without those in it counts.
func ownSize(value any) int {
	n := 1
	switch value := value.(type) {
	case string:
		n += len(value) / visitBytes
	case map[string]any:
		for name := range value {
			n += len(name) / visitBytes
		}
	}
	return n
}

// A visitCounter counts the visits of schemas for a value.
type visitCounter struct {
	left  int // the visits that may still be made
	known map[*jsonschema.Schema]reached
}

func newVisitCounter() visitCounter {
	return visitCounter{left: maxVisits, known: map[*jsonschema.Schema]reached{}}
}

// A reached is the schemas that apply to a value where one does, and the number of visits for that.
type reached struct {
	all    parts
	visits int
}

// count counts the visits for a value inside so many others to which schemas apply, and reports whether there are not
// too many.
func (c *visitCounter) count(p parts, value any, depth int) bool {
	var all parts
	for _, s := range p {
		of, known := c.known[s]
		if !known {
			if of.all, of.visits = spread(nil, 0, s, 0); of.visits > maxSubschemas {
				of.visits = tooMany
			}
			c.known[s] = of
		}
		if c.left -= of.visits * ownSize(value); c.left < 0 {
			return false
		}
		all = append(all, of.all...)
	}
	if len(all) == 0 || depth > xmlcall.MaxDepth {
		return len(all) == 0
	}
	names, members, items := all.others()
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			c.left -= len(all) / partsPerSchema // which are asked for it
			if !c.count(names, name, depth+1) || !c.count(append(all.member(name), members...), member, depth+1) {
				return false
			}
		}
	case []any:
		for i, item := range value {
			c.left -= len(all) / partsPerSchema
			if !c.count(append(all.item(i), items...), item, depth+1) {
				return false
			}
		}
	}
	return true
}

// spread adds the schemas that apply to a value where one does, after so many that led to it, and counts them.
func spread(all parts, count int, s *jsonschema.Schema, chain int) (parts, int) {
	if s == nil || count > maxSubschemas {
		return all, count
	}
	if count += weight(s); chain >= maxChain || s.DynamicRef != nil || s.RecursiveRef != nil {
		return all, tooMany // what a dynamic reference leads to is not known before
	}
	all = append(all, s)
	for _, several := range [...][]*jsonschema.Schema{{s.Ref, s.Not, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf} {
		for _, one := range several {
			all, count = spread(all, count, one, chain+1)
		}
	}
	for _, one := range s.DependentSchemas {
		all, count = spread(all, count, one, chain+1)
	}
	for _, one := range s.Dependencies {
		one, _ := one.(*jsonschema.Schema)
		all, count = spread(all, count, one, chain+1)
	}
	return all, count
}

// weight returns what a schema itself counts.
func weight(s *jsonschema.Schema) int {
	n := len(s.Required) + len(s.Dependencies) + len(s.DependentRequired)
	if s.Enum != nil {
		n += len(s.Enum.Values)
	}
	if p, ok := s.Pattern.(*pattern); ok {
		n += p.instructions
	}
	for p := range s.PatternProperties {
		if p, ok := p.(*pattern); ok {
			n += p.instructions
		}
	}
	return 1 + n/partsPerSchema
}
