package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// module writes a module with the files into a folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// changes are the mutants in printed form, without their places.
func changes(mutants []*mutant) []string {
	var list []string
	for _, m := range mutants {
		before, after := m.lines()
		list = append(list, before+" => "+after)
	}
	return list
}

func mutantsOf(t *testing.T, body string) []*mutant {
	t.Helper()
	name := "a.go"
	p := &pkg{name: "a", dir: "", types: nil}
	text := "package a\n\n" + body
	c := p.check(map[string][]byte{name: []byte(text)})
	if len(c.errors) > 0 {
		t.Fatal(c.errors[0])
	}
	return find(&source{name: name, text: text, ast: c.files[0], fset: c.fset}, c.pkg, c.info)
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []string
	}{
		{"boundary", "func f(a, b int) bool {\nreturn a < b\n}", []string{
			"return a < b => return !(a < b)", "return a < b => return a <= b",
		}},
		{"equal", "func f(a, b int) bool {\nreturn a == b\n}", []string{"return a == b => return a != b"}},
		{"condition", "func f(a bool) {\nif a {\nf(!a)\n}\n}", []string{"if a { => if !(a) {", "f(!a) => "}},
		{"negated condition", "func f(a bool) {\nfor !a {\n}\n}", []string{"for !a { => for a {"}},
		{"switch", "func f(a bool) {\nswitch {\ncase a:\n}\n}", []string{"case a: => case !(a):"}},
		{"logic", "func f(a, b bool) (c bool) {\nc = a && b\nreturn\n}", []string{"c = a && b => ", "c = a && b => c = a || b"}},
		{"arithmetic", "func f(a int) {\nf(a % a)\n}", []string{"f(a % a) => ", "f(a % a) => f(a * a)"}},
		{"text is not arithmetic", "var a = \"\"\nvar b = a + a", nil},
		{"assignment", "func f(a byte) {\na += 1\n}", []string{
			"a += 1 => ", "a += 1 => a -= 1", "a += 1 => a += 2", "a += 1 => a += 0",
		}},
		{"constant expression", "var a = 1 << 2", []string{"var a = 1 << 2 => var a = 1 << 2 + 1", "var a = 1 << 2 => var a = 1 << 2 - 1"}},
		{"named constant", "const a = 1\nvar b [2]int\nvar c = a", nil},
		{"no number", "var a = -1", []string{"var a = -1 => var a = -1 + 1"}},
		{"capacity", "var a = make([]int, 0, 8)", nil},
		{"growth", "func f(b interface{ Grow(int) }) {\nb.Grow(8)\n}", nil},
		{"results", "func f(a []int, b string) ([]int, string, bool) {\nreturn a, b, true\n}", []string{
			"return a, b, true => return nil, b, true", "return a, b, true => return a, \"\", true", "return a, b, true => return a, b, false",
		}},
		{"beside false", "func f(a bool) (int, bool) {\nif a {\nreturn 0, false\n}\nreturn 0, true\n}", []string{
			"if a { => if !(a) {", "return 0, false => ", "return 0, false => return 0, true",
			"return 0, true => return 0, false", "return 0, true => return 1, true", "return 0, true => return -1, true",
		}},
		{"beside an error", "func f(err error) (*int, int, error) {\nreturn nil, 0, err\n}", []string{"return nil, 0, err => return nil, 0, nil"}},
		{"empty", "type t struct{ a int }\nfunc f() (t, int) {\nreturn t{}, 1\n}", []string{
			"return t{}, 1 => return t{}, 2", "return t{}, 1 => return t{}, 0",
		}},
		{"a return that a function ends with", "func f(a bool) int {\nif a {\nreturn f(a)\n}\nreturn f(a)\n}", []string{
			"if a { => if !(a) {", "return f(a) => ", "return f(a) => return 0", "return f(a) => return 0",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, changes(mutantsOf(t, test.body))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestShift checks that a constant that is shifted keeps the type that it has there.
func TestShift(t *testing.T) {
	for body, want := range map[string]string{
		"func f(a uint64, b int) {\n\ta |= 1 << b\n}":          "a |= mutantShl[uint64](0, 1 ,  b)",
		"type t int8\n\nfunc f(a t, b int) {\n\ta = 1 << b\n}": "a = mutantShl[t](0, 1 ,  b)",
		"func f(a uint64, b int) {\n\ta = a >> b\n}":           "a = mutantShr(0, a ,  b)",
	} {
		var shift []*mutant
		for _, m := range mutantsOf(t, body) {
			if m.kind == "operator" {
				shift = []*mutant{m}
			}
		}
		if got := write(shift[0].file, shift, map[*mutant]int{shift[0]: 0}); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestWrite checks that mutants nest, and that the lines keep their numbers.
func TestWrite(t *testing.T) {
	mutants := mutantsOf(t, "func f(a, b int) {\n\tif a < b+1 && a > b {\n\t\tf(a,\n\t\t\tb)\n\t}\n}")
	number := map[*mutant]int{}
	for i, m := range mutants {
		number[m] = i
	}
	want := `package a

func f(a, b int) {
	if mutantNot(0, mutantNot(1, mutantNot(1, mutantLess(2, a ,  mutantAdd(3, b, mutantPlus[int](4, mutantMinus[int](5, 1)))) ) ` +
		`&& mutantNot(1,  mutantGreater(6, a ,  b)))) {
		if mutantNot(7, true) { f(a,
			b) }
	}
}`
	if diff := cmp.Diff(want, write(mutants[0].file, mutants, number)); diff != "" {
		t.Error(diff)
	}
	drawn := slices.Clone(mutants)
	slices.Reverse(drawn)
	if diff := cmp.Diff(want, write(mutants[0].file, drawn, number)); diff != "" {
		t.Errorf("drawn in another order:\n%s", diff)
	}
}

func TestDraw(t *testing.T) {
	code := "func f(a, b int) int {\nif a < b {\nreturn a * b\n}\nreturn a + b - 3\n}"
	p := &pkg{path: "a", mutants: mutantsOf(t, code)}
	all := changes(p.draw(1, 0))
	if diff := cmp.Diff(all[:4], changes(p.draw(1, 4))); diff != "" {
		t.Errorf("a smaller sample is not the start of a larger one:\n%s", diff)
	}
	if cmp.Equal(all, changes(p.draw(2, 0))) {
		t.Error("another seed draws the same")
	}
	moved := &pkg{path: "a", mutants: mutantsOf(t, "// A line more.\n"+code)}
	if diff := cmp.Diff(all, changes(moved.draw(1, 0))); diff != "" {
		t.Errorf("a line above changes the sample:\n%s", diff)
	}
}

const absTest = `package abs

import "testing"

func TestAbs(t *testing.T) {
	if Abs(-2) != 2 || Abs(3) != 3 {
		t.Fatal()
	}
}
`

// TestRun checks the result for each mutant of a small package. Of Abs only the
// boundary does not matter, since -0 is 0; Twice is not tested; and half of nothing is
// not a number.
func TestRun(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": "module abs\n\ngo 1.26\n",
		"abs.go": "package abs\n\nfunc Abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n\n" +
			"func Twice(n int) int {\n\treturn n + n\n}\n",
		"abs_test.go": absTest + "\nfunc TestNothing(*testing.T) {}\n",
	})
	packages, err := load(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	p := packages[0]
	r, err := p.run(p.mutants, time.Minute, func(*mutant) {})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"if n < 0 { => if n <= 0 {", "if n < 0 { => if n < 1 {", "if n < 0 { => if n < -1 {",
		"return n + n => return 0", "return n + n => return n - n",
	}, changes(r.survived)); diff != "" {
		t.Error(diff)
	}
	reached := slices.DeleteFunc(slices.Clone(r.survived), func(m *mutant) bool { return !m.reached })
	if diff := cmp.Diff([]string{"if n < 0 { => if n < 1 {", "if n < 0 { => if n < -1 {"}, changes(reached)); diff != "" {
		t.Errorf("survivors that the test reaches:\n%s", diff)
	}
	if r.killed != 4 || r.stopped != 0 { // the condition, the return of -n and both results
		t.Errorf("%d killed, %d of them stopped", r.killed, r.stopped)
	}
	var out bytes.Buffer
	table(&out, []*result{r})
	if !strings.Contains(out.String(), "  44\n") {
		t.Errorf("expected 4 of 9, found\n%s", &out)
	}
}

// TestStopped checks that a mutant that waits forever is stopped, counts as killed, and
// leaves no files.
func TestStopped(t *testing.T) {
	temporary := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temporary)
	}
	dir := module(t, map[string]string{
		"go.mod":      "module abs\n\ngo 1.26\n",
		"abs.go":      "package abs\n\nfunc Abs(n int) int {\n\tfor n < 0 {\n\t\tn += 2 * -n\n\t}\n\treturn n\n}\n",
		"abs_test.go": strings.Replace(absTest, "\tif", "\tt.TempDir()\n\tif", 1),
	})
	packages, err := load(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	p := packages[0]
	removed := slices.DeleteFunc(slices.Clone(p.mutants), func(m *mutant) bool { return m.kind != "removed" })
	r, err := p.run(removed, time.Second, func(*mutant) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(removed) != 1 || r.killed != 1 || r.stopped != 1 {
		t.Errorf("of %d mutants %d were killed, %d of them stopped", len(removed), r.killed, r.stopped)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "TestAbs*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestFailsWithout checks that tests that fail without a mutant are an error, because
// they would kill every mutant.
func TestFailsWithout(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod":      "module abs\n\ngo 1.26\n",
		"abs.go":      "package abs\n\nfunc Abs(n int) int {\n\treturn n + 0\n}\n",
		"abs_test.go": absTest,
	})
	packages, err := load(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packages[0].run(packages[0].mutants, time.Minute, func(*mutant) {}); err == nil {
		t.Error("the run goes on")
	}
}

func TestAccepted(t *testing.T) {
	list, err := readAccepted("# For the reader.\n\npackage a\nfunc f\n- f(b)\n+\nit only saves\ntime\n\npackage b\nfunc f\n- f(b)\n+\nno matter\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].why != "it only saves time" {
		t.Fatalf("%+v", list)
	}
	p := &pkg{path: "a", mutants: mutantsOf(t, "func f(b int) {\n\tf(b)\n\tf(-b)\n}\n\nfunc (*t[A]) f(b int) {\n\tf(b)\n}\n\ntype t[A any] int")}
	if in := p.mutants[2].in; in != "t.f" {
		t.Errorf("a mutant of the method is in %s", in)
	}
	if diff := cmp.Diff([]string{"f(-b) => ", "f(b) => "}, changes(accept(list, p, p.mutants))); diff != "" {
		t.Error(diff)
	}
	s := settings{accepted: list}
	if err := s.stale([]*pkg{p}); err != nil {
		t.Errorf("an acceptance of a package that is not looked at: %v", err)
	}
	p.path = "b"
	accept(list, p, p.mutants)
	if err := s.stale([]*pkg{p}); err != nil {
		t.Error(err)
	}
	if err := s.stale([]*pkg{p, {path: "a"}}); err != nil {
		t.Error(err)
	}
	list[0].used = false
	if err := s.stale([]*pkg{{path: "a"}}); err == nil {
		t.Error("what is accepted of a line that is gone is not noticed")
	}
	if _, err := readAccepted("package a\n- f(b)\n+\n"); err == nil {
		t.Error("an acceptance needs no reason")
	}
}

// TestAcceptedList checks that the list in the tree can be read.
func TestAcceptedList(t *testing.T) {
	if _, err := readAccepted(acceptedText); err != nil {
		t.Error(err)
	}
}
