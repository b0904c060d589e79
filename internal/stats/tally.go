package stats

// A Tally counts the rows of sessions. The tally of all sessions is the sum of those of
// each: [Tally.Merge] is commutative and associative, up to the bytes of [Tally.Marshal],
// so that sessions can be counted in any order, on any number of machines. Its size is
// bounded, and it contains only integers.
type Tally struct {
	// Sessions is the number of sessions with a row.
	Sessions int64
	// Totals are the counts of calls that were intended to run, of replies without a call
	// and of leaked calls; Other of calls in other text: prompts, documents, messages of
	// users.
	Totals, Other Counts

	by       map[Dimension]*table
	cube     *table // by the values of grouped
	examples map[topic]*ExamplesOf
}

// A Dimension is a property by which rows are grouped.
type Dimension string

// The dimensions.
const (
	ByTool   Dimension = "tool"
	ByRule   Dimension = "rule"
	ByModel  Dimension = "model"
	ByDay    Dimension = "day"
	ByMethod Dimension = "method"
	ByPrompt Dimension = "prompt"
	ByCause  Dimension = "cause" // the first rule with an error
	ByForm   Dimension = "form"
	ByFormat Dimension = "format" // of another runtime
)

// Dimensions lists all dimensions.
var Dimensions = []Dimension{ByTool, ByRule, ByModel, ByDay, ByMethod, ByPrompt, ByCause, ByForm, ByFormat}

// Names returns the names of dimensions.
func Names(list []Dimension) []string {
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = string(d)
	}
	return names
}

// maxKeys is the number of values of one dimension that a tally counts one by one. Those beyond it are counted together, as are
// groups by all dimensions beyond fifteen times as many.
const maxKeys = 4000

// grouped are the dimensions that a row has once, in the order of a tally's file: a row may have several rules.
var grouped = []Dimension{ByDay, ByTool, ByModel, ByPrompt, ByMethod, ByForm, ByFormat}

// NewTally returns an empty tally.
func NewTally() *Tally {
	t := &Tally{by: map[Dimension]*table{}, cube: newTable(15 * maxKeys), examples: map[topic]*ExamplesOf{}}
	for _, d := range Dimensions {
		t.by[d] = newTable(maxKeys)
	}
	return t
}

// Add adds a row.
func (t *Tally) Add(f *Row) {
	if f.First {
		t.Sessions++
	}
	counts := countsOf(f)
	if !f.Meant {
		t.Other.Add(&counts)
		return
	}
	t.Totals.Add(&counts)
	values := []string{f.Day, f.Tool, f.Model, f.Prompt, f.Method, f.Form, f.format()}
	cell := t.cube.at(keyOf(values...))
	cell.Counts.Add(&counts)
	for i, d := range grouped {
		if f.Kind == Reply && (d == ByTool || d == ByMethod || d == ByForm) || d == ByMethod && (f.Kind == Leaked || f.Form == Native || f.Form == Other) || d == ByFormat && values[i] == "" {
			continue // it has none
		}
		own := t.by[d].at(values[i])
		own.Counts.Add(&counts)
		own.countRules(f)
	}
	cell.countRules(f)
	for _, code := range f.Rules {
		t.by[ByRule].at(code).Counts.Add(&counts)
	}
	if f.Cause != "" {
		t.by[ByCause].at(f.Cause).Counts.Add(&counts)
	}
	if f.Example != nil {
		t.addExamples(topic{f.Example.Rule, f.Example.Tool}, 1, *f.Example)
	}
}

func (c *Cell) countRules(f *Row) {
	if len(f.Rules) > 0 && c.Rules == nil {
		c.Rules = map[string]int64{}
	}
	for _, code := range f.Rules {
		c.Rules[code]++
	}
	if f.Cause != "" {
		if c.Causes == nil {
			c.Causes = map[string]int64{}
		}
		c.Causes[f.Cause]++
	}
}

// Merge adds another tally, which is not modified.
func (t *Tally) Merge(o *Tally) {
	t.Sessions += o.Sessions
	t.Totals.Add(&o.Totals)
	t.Other.Add(&o.Other)
	for d, keys := range o.by {
		t.by[d].merge(keys)
	}
	t.cube.merge(o.cube)
	for topic, of := range o.examples {
		t.addExamples(topic, of.Calls, of.Examples...)
	}
}
