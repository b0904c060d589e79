package slips

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var cases = flag.Int("slips", 2_500, "how many cases TestDraw draws")

func caseOf(seed uint64) Case { return Draw(rand.New(rand.NewPCG(5, seed))) }

// TestBases checks that there are many base values, and that XML can represent them.
func TestBases(t *testing.T) {
	count := 0
	for _, group := range bases() {
		count += len(group)
	}
	if count < 150 {
		t.Errorf("%d base values, want 150", count)
	}
	if n := len(Languages()); n < 20 {
		t.Errorf("%d languages, want 20", n)
	}
	for group, values := range bases() {
		for _, value := range values {
			_, err := encode.Call{Tool: "x", Arguments: map[string]any{"a": value}}.Encode(encode.Options{})
			if err != nil || !utf8.ValidString(value) || value == "" {
				t.Errorf("%s: %q: %v", group, value, err)
			}
		}
	}
	for _, topic := range topics {
		for _, group := range topic.groups {
			if len(bases()[group]) == 0 {
				t.Errorf("%v: there are no values of the group %s", topic.words, group)
			}
		}
	}
}

// TestDraw checks that the same seed gives the same case, that every slip and
// everything around a call is drawn, and that all kinds of tools are called.
func TestDraw(t *testing.T) {
	n := *cases
	count := map[string]int{}
	tools := map[string]bool{}
	for seed := range uint64(n) {
		c := caseOf(seed)
		if seed%100 == 0 {
			if again := caseOf(seed); again.Text != c.Text || !reflect.DeepEqual(again.Calls, c.Calls) {
				t.Fatalf("seed %d: another case the second time\n%s\n%s", seed, c.Text, again.Text)
			}
		}
		for _, name := range append(c.Slips, c.Around) {
			name, _, _ = strings.Cut(name, "/")
			count[name]++
		}
		for _, call := range c.Calls {
			tools[call.Tool] = true
		}
		count["slips: "+string(rune('0'+len(c.Slips)))]++
		if c.Blind {
			count["blind"]++
		}
	}
	names, around := Names()
	for _, name := range slices.Concat(names, around, []string{"blind", "slips: 1", "slips: 2", "slips: 3", "slips: 4"}) {
		if count[name] < n/250 {
			t.Errorf("%s: %d of %d cases", name, count[name], n)
		}
		delete(count, name)
	}
	delete(count, "")
	for name := range count {
		t.Errorf("%s is not among the names", name)
	}
	for _, tool := range callable() {
		if !tools[tool.Name] {
			t.Logf("%s is not called", tool.Name)
		}
	}
	if len(tools) < len(callable())*9/10 {
		t.Errorf("calls to %d of %d tools", len(tools), len(callable()))
	}
}

// TestNames checks that the names of slips are unique and match their groups.
func TestNames(t *testing.T) {
	names, around := Names()
	seen := map[string]bool{}
	for _, name := range slices.Concat(names, around) {
		if seen[name] || strings.ContainsAny(name, " /") {
			t.Errorf("%q", name)
		}
		seen[name] = true
	}
}

// TestSpoiled checks that each slip changes the text of calls.
func TestSpoiled(t *testing.T) {
	for i := range all {
		s := &all[i]
		planted := 0
		for seed := range uint64(3_000) {
			r := rand.New(rand.NewPCG(seed, 9))
			c, ok := drawCall(r)
			if !ok {
				continue
			}
			if (&planter{Rand: r, call: c}).try(s, &Case{}) {
				planted++
			}
			if planted == 20 {
				break
			}
		}
		if planted < 20 {
			t.Errorf("%s: planted in %d calls", s.name, planted)
		}
	}
}

// TestWritten checks that a field that is well-formed with another value is recorded as
// such.
func TestWritten(t *testing.T) {
	for _, test := range []struct {
		content, want string
		ok            bool
	}{
		{"a &amp;lt; b", "a &lt; b", true},
		{"<![CDATA[a &lt; b]]>", "a &lt; b", true},
		{"a <![CDATA[<]]> b", "a < b", true},
		{"", "", true},
		{"a & b", "", false},
		{"a < b", "", false},
		{"<b>x</b>", "", false},
		{"x</f><f>", "", false},
		{"x<!-- y -->", "", false},
	} {
		if got, ok := fieldText(test.content); got != test.want || ok != test.ok {
			t.Errorf("%q: %q, %v", test.content, got, ok)
		}
	}
}
