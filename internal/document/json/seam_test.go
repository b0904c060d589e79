package json

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/edits"
)

// places are the messages and the damage of a file after an offset, to which the offset
// is added.
func places(f *File, from, base int) []string {
	list := []string{}
	for i := range f.Messages {
		if m := &f.Messages[i]; base+m.Start >= from {
			list = append(list, fmt.Sprint(m.Role, m.Format, base+m.Start, base+m.End))
		}
	}
	for _, d := range f.Damage {
		if base+d.At >= from {
			list = append(list, fmt.Sprint(base+d.At, d.Why))
		}
	}
	return list
}

// checkSeams reads a file from each of its seams that is not in a stretch read as one,
// and up to each.
func checkSeams(t *testing.T, text string) {
	t.Helper()
	layout := LayoutOf(linesOf(text))
	whole := Read(text, layout.Start(), false)
	last := 0
	for _, s := range whole.Seams {
		if s.At <= last || s.At > len(text) || whole.Lines && text[s.At-1] != '\n' {
			t.Fatalf("a seam at %d, after one at %d, of %q", s.At, last, text)
		}
		last = s.At
		if slices.ContainsFunc(whole.Bound, func(b Span) bool { return b.Start < s.At && s.At < b.End }) {
			continue
		}
		if diff := cmp.Diff(places(whole, s.At, 0), places(Read(text[s.At:], s.State, false), s.At, s.At)); diff != "" {
			t.Fatalf("from the seam at %d of %q:\n%s", s.At, text, diff)
		}
		before := slices.DeleteFunc(places(whole, 0, 0), func(place string) bool { return slices.Contains(places(whole, s.At, 0), place) })
		if diff := cmp.Diff(before, places(Read(text[:s.At], layout.Start(), true), 0, 0)); diff != "" {
			t.Fatalf("up to the seam at %d of %q:\n%s", s.At, text, diff)
		}
	}
}

func TestSeams(t *testing.T) {
	files, err := filepath.Glob("../../../examples/transcripts/*.json*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkSeams(t, string(text))
	}
	call := record("assistant", "a <tool> b") + ",\n"
	for _, damage := range []string{"%%\n", `{"role": "assistant", "content": "<tool> \x"},` + "\n", `{"role": "a` + "\n", "{}}\n", ",,\n"} {
		list := call + call + damage + call + call
		checkSeams(t, "[\n"+list)
		checkSeams(t, "{\"x\": 1, \"messages\": [\n"+list)
		checkSeams(t, strings.ReplaceAll(list, "},\n", "}\n"))
		checkSeams(t, "["+strings.ReplaceAll(list, "\n", "")+"]")
		checkSeams(t, `{"messages": [`+strings.ReplaceAll(list, ",\n", ", ")+"]}")
	}
	r := rand.New(rand.NewPCG(1, 2))
	source := edits.Load(t, "../../..", "")
	for range 300 {
		checkSeams(t, source.JSON(r, 300))
	}
}

// TestLayouts checks where reading can start, and which stretches are read as one, in
// each of the layouts.
func TestLayouts(t *testing.T) {
	call := record("assistant", "a <tool> b")
	n := len(call)
	long := record("user", strings.Repeat("x", apart-len(record("user", ""))-1)) + "\n" // as long as apart
	for name, test := range map[string]struct {
		text  string
		seams []int
		bound []Span
	}{
		"lines":              {call + "\n" + call + "\n" + call, []int{n + 1, 2*n + 2}, []Span{{0, 2*n + 2}}},
		"lines without":      {long + long + long + long, []int{2 * apart, 4 * apart}, []Span{{0, 2 * apart}}},
		"lines with between": {long + long + call + "\n" + call, []int{2 * apart, 2*apart + n + 1}, []Span{{0, 2 * apart}}},
		"one line":           {call + "\n", nil, []Span{{0, n + 1}, {1, 19}, {19, n - 1}, {9, n - 2}}},
		"strings": {
			`["a", "` + strings.Repeat("x", minMessage-2) + `", "` + strings.Repeat("x", minMessage-3) + `", "<tool>"]`,
			[]int{6},
			[]Span{{0, 76}, {2, 4}, {7, 35}, {38, 65}, {68, 75}},
		},
		"items":               {"[\n" + call + ",\n  " + call + "\n]", []int{2, n + 6}, []Span{{0, n + 4}, {2, n + 2}, {n + 6, 2*n + 6}}},
		"items on one line":   {"[" + call + ", " + call + "]", []int{1, n + 3}, []Span{{0, 2*n + 4}, {1, n + 1}, {n + 3, 2*n + 3}}},
		"damage in items":     {"[\n" + call + ",\n%%,\n" + call + "\n]", []int{2}, []Span{{0, n + 4}, {2, n + 2}, {n + 4, n + 8}, {n + 8, 2*n + 8}}},
		"damage in an object": {"{\"a\": %%,\n\"messages\": [\n" + call + ",\n" + call + "\n]}", nil, []Span{{0, 24}, {1, 4}, {6, 2*n + 29}}},
		"a list in an object": {
			"{\"a\": 1,\n\"messages\": [\n" + call + ",\n" + call + "\n]}",
			[]int{23, n + 25},
			[]Span{{0, 23}, {1, 7}, {6, 7}, {23, n + 23}, {n + 25, 2*n + 25}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := Read(test.text, State{}, false)
			var seams []int
			for _, s := range f.Seams {
				seams = append(seams, s.At)
			}
			if diff := cmp.Diff(test.seams, seams); diff != "" {
				t.Errorf("seams: %s", diff)
			}
			if diff := cmp.Diff(test.bound, f.Bound); diff != "" {
				t.Errorf("bound: %s", diff)
			}
		})
	}
}

// TestGuess checks that reading can start at each line of a file with one record per line,
// and in others at each item that starts like the first one.
func TestGuess(t *testing.T) {
	call := record("assistant", "a <tool> b")
	lined, listed := call+"\n"+call+"\n"+call, "[\n"+call+",\n"+call+"\n]"
	for _, test := range []struct {
		text   string
		at     int
		before Seam
		place  int
		ok     bool
	}{
		{lined, 0, Seam{}, len(call) + 1, true},
		{lined, len(call), Seam{}, len(call) + 1, true},
		{lined, len(call) + 1, Seam{}, 2*len(call) + 2, true},
		{lined, len(lined) - 3, Seam{}, 0, false},
		{lined[5:], 3, Seam{0, Lines.Start()}, len(call) - 4, true},
		{"\n" + lined, 0, Seam{0, Lines.Start()}, 1, true},
		{listed, 3, Seam{}, len(call) + 4, true},
		{listed, len(call) + 4, Seam{2, State{shape: items}}, 0, false},
		{listed, len(call) + 2, Seam{2, State{shape: items}}, len(call) + 4, true},
		{`{"a": 1, "messages": [` + call + ", " + call + "]}", 30, Seam{}, len(call) + 24, true},
		{"[[1], [2]]", 3, Seam{}, 0, false},
		{"[]", 1, Seam{}, 0, false},
	} {
		place, state, ok := Guess(test.text, test.at, test.before)
		if ok != test.ok || ok && (place != test.place || state == (State{})) {
			t.Errorf("from %d of %q: %d, %v, %t", test.at, test.text, place, state, ok)
		}
	}
	if !IsLines(lined) || IsLines(listed) {
		t.Error("which file has a record a line is mistaken")
	}
	for text, want := range map[string]bool{
		"[1]\n[2]\n": true, "\"a\"\n\"b\"": true, "{\"a\": [1]\n, \"b\": 2}\n": false, "[1,\n2]\n": false, "{\"a\":\n{}}": false, "\n\nx\n": true,
		"\ufeff{}\n{}": true, "{\n" + strings.Repeat(" ", 3*maxEnd) + "}\n{}": false, "{" + strings.Repeat(" ", 3*maxEnd) + "}\n{}": true,
	} {
		if got := IsLines(text); got != want {
			t.Errorf("%q has a record a line: %t", text, got)
		}
		got, err := ReadLayout(bufio.NewReaderSize(strings.NewReader(text), 16))
		if (got == Lines) != want || err != nil {
			t.Errorf("%q has the layout %d, %v", text, got, err)
		}
	}
}

// teaches reports whether a system prompt on the lines of a text has a <tool>.
func teaches(text string) bool {
	for m := range Prompts(Find(text), true, func() bool { return false }) {
		if m.Role == System && m.Teaches() {
			return true
		}
	}
	return false
}

// TestTeaches checks that a system prompt teaches <tool> if it shows it.
func TestTeaches(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"", false},
		{record("system", "Write <tool>"), true},
		{record("SYSTEM", "Write <tool>"), true},
		{record("developer", "Write \\u003ctool\\u003e"), false},
		{`{"role":"developer","content":"Write \u003ctool\u003e"}`, true},
		{record("system", "Write <tool_call>"), false},
		{record("system", "Write <invoke name"), false},
		{record("system", "Write <invoke name, and never <tool>"), true},
		{record("user", "Write <tool>, says the system"), false},
		{record("user", "<tool>") + "\n" + record("system", "<tool>"), true},
		{"system\n" + record("user", "<tool>"), false},
		{record("system", "a") + "\n" + record("assistant", "<tool>"), false},
	} {
		if got := teaches(test.text); got != test.want {
			t.Errorf("%s: %t", test.text, got)
		}
	}
	for text, want := range map[string]bool{
		"": false, "tool": false, "<invoke": false, "<tool>": true, "</Tool>": true, `<\/tool`: true, `\u003c\u002Ftool`: true, "<invoke> <tool>": true,
	} {
		if got := HasTool(text); got != want {
			t.Errorf("%q has a tag named tool: %t", text, got)
		}
	}
}
