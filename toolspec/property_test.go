package toolspec

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var toolCount = flag.Int("tools", 700, "how many tools TestProperty makes")

// checkProperty generates a random tool and three calls to it.
func checkProperty(t *testing.T, seed uint64, counts map[string]int) {
	t.Helper()
	s := newSampler(seed)
	tool, values := s.tool(t)
	for range 3 {
		s.checkCall(t, seed, tool, values, counts)
		values = maps.Clone(values)
		maps.DeleteFunc(values, func(name string, _ any) bool { return !find(tool.Arguments, name).Required && s.chance(3) })
	}
}

// checkCall writes arguments as a call and compares the result of reading it.
func (s sampler) checkCall(t *testing.T, seed uint64, tool *Tool, want map[string]any, counts map[string]int) {
	t.Helper()
	describe := func() string {
		return fmt.Sprintf("seed %d\nschema %s\nvalues %s", seed, shownSchema(tool), shownAll(want))
	}
	if err := tool.schema().Validate(want); err != nil {
		t.Fatalf("%s\nthe values are not valid: %v", describe(), err)
	}
	counts["calls"]++
	method := pick(s, []encode.Method{encode.Automatic, encode.Escapes, encode.Sections})
	text, err := tool.Write(want, method)
	if err != nil {
		counts["without form"]++ // the string null where null is allowed
		if !strings.Contains(err.Error(), "missing value") {
			t.Fatalf("%s\n%v", describe(), err)
		}
		return
	}
	b := xmlcall.ParseAt(text, 0)
	if b.Verdict().Outcome != xmlcall.Runs || b.Span.End != len(text) {
		t.Fatalf("%s\n%v\n%s", describe(), b.Verdict(), text)
	}
	if r := tool.Read(b); len(r.Issues) > 0 || !sameValue(want, any(r.Arguments)) {
		t.Fatalf("%s\nread as %s\nissues %+v\n%s", describe(), shownAll(r.Arguments), r.Issues, text)
	}
}

func shownAll(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// shownSchema returns the schema of a tool as JSON.
func shownSchema(tool *Tool) string {
	schema := schemaOf(tool.definition)
	if schema == nil {
		return "null"
	}
	return shownAll(schema.Plain())
}

// TestProperty generates three calls to each of many tools.
func TestProperty(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(*toolCount) {
		checkProperty(t, seed, counts)
	}
	if counts["calls"]-counts["without form"] < 2**toolCount {
		t.Errorf("%v", counts)
	}
}

func FuzzProperty(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkProperty(t, seed, map[string]int{}) })
}

// TestRandomExamples generates examples for random tools: each must have one, because
// they are constructed to have a valid value, unless that is of a pattern.
func TestRandomExamples(t *testing.T) {
	made := 0
	for seed := range uint64(400) {
		tool, _ := newSampler(seed).tool(t)
		for _, o := range []ExampleOptions{{}, {All: true, Method: encode.Escapes}} {
			text, err := tool.ExampleCall(o)
			if err != nil && strings.Contains(err.Error(), "does not match pattern") {
				continue
			}
			if err != nil {
				t.Errorf("seed %d %+v: %v\n%s", seed, o, err, shownSchema(tool))
				continue
			}
			checkExample(t, tool, o, text)
			made++
		}
	}
	t.Logf("%d examples", made)
}
