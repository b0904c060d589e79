package toolspec

import (
	"errors"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A definition comes from a workspace, so a schema may be crafted to take forever: with twenty schemas that
// each refer twice to the next, the last one is reached a million times, and with one that has itself twice
// as a member, a value nested n times is reached 2^n times. The library that checks values has no limit. So
// the subschemas that apply to a value are counted at load, for each level of nesting, at the member for which
// there are most. Values for which that is too many are not checked.

const (
	// maxSubschemas bounds the schemas that apply to one value because of one schema, counted once for each way
	// that leads to them. The library needs about half a microsecond for each. partsPerSchema names or values
	// of a list, or instructions of a pattern, count like a schema.
	maxSubschemas, partsPerSchema = 10_000, 16
	// baseVisits and visitsPerValue bound the visits of schemas for a value, where visitBytes bytes of text count
	// like a value.
	baseVisits, visitsPerValue, visitBytes = 100_000, 100, 32
	// maxChain bounds the schemas that lead from one to the next for one value: the library compares each with
	// all before it, and needs about a kilobyte of stack for each.
	maxChain = 50
	// maxValueDepth bounds the nesting of values that are checked, and maxLevels that of the levels that are
	// counted if no two are equal.
	maxValueDepth, maxLevels = 1_000, 100
	// maxLinks bounds the pairs of a schema and a subschema or member that are looked at in all.
	maxLinks = 1_000_000
	// tooMany is a number of subschemas with which no value is checked.
	tooMany = 1 << 30
)

// errTooMuch is the error of [Tool.fits] for values that are not checked.
var errTooMuch = errors.New("checking it against the schema would take too long")

// fits checks arguments of a call against the schema of the tool, if there is one. The error is errTooMuch
// for arguments that are not checked, and otherwise an [*jsonschema.ValidationError].
func (t *Tool) fits(arguments any) error {
	switch {
	case t.checked == nil:
		return nil
	case !t.levels.allow(arguments, 0):
		return errTooMuch
	}
	return t.checked.Validate(arguments)
}

// levels are the numbers of subschemas that apply to a value at each level of nesting, at most. All levels after the
// last have the same.
type levels []int

// allow reports whether a value that is at a level is checked.
func (l levels) allow(value any, level int) bool {
	size, visits := 0, 0
	l.count(value, level, &size, &visits)
	return visits <= baseVisits+visitsPerValue*size
}

func (l levels) count(value any, level int, size, visits *int) {
	n := 1
	add := func(child any) { l.count(child, level+1, size, visits) }
	if level > maxValueDepth {
		*visits = tooMany * maxValueDepth
		return
	}
	switch value := value.(type) {
	case string:
		n += len(value) / visitBytes
	case map[string]any:
		for name, member := range value {
			n += len(name) / visitBytes
			add(member)
		}
	case []any:
		for _, item := range value {
			add(item)
		}
	}
	*size += n
	*visits += n * l[min(level, len(l)-1)]
}

// levelsOf counts the subschemas of a schema.
func levelsOf(root *jsonschema.Schema) (of levels) {
	g := &graph{index: map[*jsonschema.Schema]int{}}
	g.add(root)
	for i := 0; i < len(g.schemas); i++ { //nolint:intrange // expand adds schemas
		g.expand(i)
	}
	counts := g.counts // of the subschemas for a value of each schema
	for {
		of = append(of, counts[0])
		below := make([]int, len(counts)) // the same for what is in the value, one level deeper
		for i, members := range g.members {
			for _, schemas := range members {
				n := 0
				for _, k := range schemas {
					n = min(n+counts[k], tooMany)
				}
				below[i] = max(below[i], n)
			}
		}
		switch {
		case counts[0] == tooMany || slices.Equal(below, counts):
			return of
		case len(of) == maxLevels:
			return append(of, tooMany)
		}
		counts = below
	}
}

// A graph has the schemas of a tool, those of its arguments first.
type graph struct {
	index   map[*jsonschema.Schema]int
	schemas []*jsonschema.Schema
	counts  []int     // the schemas that apply to a value of each, tooMany if they are too many
	members [][][]int // the schemas that apply to each member and each item of it
	links   int
}

func (g *graph) add(s *jsonschema.Schema) int {
	i, ok := g.index[s]
	if !ok {
		i = len(g.schemas)
		g.index[s], g.schemas = i, append(g.schemas, s)
	}
	return i
}

// expand determines the schemas for a value of a schema and for what is in it.
func (g *graph) expand(i int) {
	all, count := spread(nil, 0, g.schemas[i], 0)
	for _, s := range all {
		g.links += 1 + len(s.Properties) + len(s.PrefixItems)
	}
	var members [][]int
	if count <= maxSubschemas && g.links <= maxLinks {
		for schemas := range all.members {
			var of []int
			for _, s := range schemas {
				of = append(of, g.add(s))
			}
			members = append(members, of)
			if g.links += len(all) + len(of); g.links > maxLinks {
				break
			}
		}
	}
	if count > maxSubschemas || g.links > maxLinks {
		count = tooMany
	}
	g.counts, g.members = append(g.counts, count), append(g.members, members)
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
