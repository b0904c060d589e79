package diagnostics

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestSummaryAdd checks that each of the counts is added.
func TestSummaryAdd(t *testing.T) {
	var a, b, want Summary
	const outcomes = len(a.Outcomes)
	for i := range reflect.TypeFor[Summary]().NumField() - 1 + outcomes {
		set := func(s *Summary, n int) {
			if i < outcomes {
				s.Outcomes[i] = n
				return
			}
			v, k := reflect.ValueOf(s).Elem(), i-outcomes
			if at, _ := v.Type().FieldByName("Outcomes"); k >= at.Index[0] {
				k++
			}
			if f := v.Field(k); f.Kind() == reflect.Slice {
				f.Set(reflect.ValueOf([]FormatCount{{"Hermes", n}}))
			} else {
				f.SetInt(int64(n))
			}
		}
		set(&a, i+1)
		set(&b, 100*(i+1))
		set(&want, 101*(i+1))
	}
	a.Add(b)
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
}

// TestOptionsEqual checks that options differ if any of them does.
func TestOptionsEqual(t *testing.T) {
	other := map[string]Options{
		"Tools": {Tools: &toolspec.Set{}}, "Rules": {Rules: map[string]Level{"raw-less-than": Off}}, "MaxSize": {MaxSize: 1},
		"Profile": {Profile: Transition}, "ToolResults": {ToolResults: true}, "Intended": {Intended: IntendedOff}, "Purpose": {Purpose: document.Example},
		"Files": {Files: filetools.Of(nil)},
	}
	for field := range reflect.TypeFor[Options]().Fields() {
		if o, ok := other[field.Name]; field.IsExported() && (!ok || o.Equal(Options{})) {
			t.Errorf("with another value of %s they are equal", field.Name)
		}
	}
	for a, x := range other {
		for b, y := range other {
			if x.Equal(y) != (a == b) {
				t.Errorf("%s and %s: equal %v", a, b, x.Equal(y))
			}
		}
	}
}

// TestDifference checks that the edit between two texts leads from one to the other, cuts no
// character, and is as short as that allows.
func TestDifference(t *testing.T) {
	texts := []string{"", "a", "b", "ab", "aab", "é", "è", "aé", "aèb", "ée", "€", "a€b", "aéb", "\x80", "\x81", "\x80a", "é\x80", "é\x81", "\xc3", "a\xc3", "\xa9"}
	for _, a := range texts {
		for _, b := range texts {
			e := difference(a, b)
			if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(a) {
				t.Fatalf("%q to %q: %+v", a, b, e)
			}
			if got := Apply(a, []Edit{e}); got != b {
				t.Errorf("%q to %q: %+v leads to %q", a, b, e, got)
			}
			if utf8.ValidString(a) && !utf8.ValidString(a[e.Span.Start:e.Span.End]) {
				t.Errorf("%q to %q: %+v cuts a character", a, b, e)
			}
			if !utf8.ValidString(a) || !utf8.ValidString(b) {
				continue
			}
			if !utf8.ValidString(e.Text) {
				t.Errorf("%q to %q: %+v inserts a part of a character", a, b, e)
			}
			x, y := []rune(a[e.Span.Start:e.Span.End]), []rune(e.Text)
			if len(x) > 0 && len(y) > 0 && (x[0] == y[0] || x[len(x)-1] == y[len(y)-1]) {
				t.Errorf("%q to %q: %+v could be shorter", a, b, e)
			}
		}
	}
}

// TestCallsInRanges checks each place of a small text.
func TestCallsInRanges(t *testing.T) {
	s := "a\n\n" + badCall + "\nb " + badCall + "\n\n- " + badCall + badCall + "\n\nc\n"
	small(t, 20, 1000)
	for _, d := range []*Document{Options{}.Open(text.New(s), document.Document), Options{}.Open(text.New(s), document.Reply)} {
		type place struct{ start, end int }
		var all []place
		for c := range d.Calls() {
			all = append(all, place{c.Span.Start + c.Shift, c.Span.End + c.Shift})
		}
		if len(all) != 4 {
			t.Fatalf("%d calls", len(all))
		}
		for start := range len(s) + 1 {
			for _, end := range []int{start, start + 1, start + 40, start + 200, len(s)} {
				var got []place
				for c := range d.CallsIn(start, end) {
					got = append(got, place{c.Span.Start + c.Shift, c.Span.End + c.Shift})
				}
				want := slices.DeleteFunc(slices.Clone(all), func(p place) bool { return p.start > end || p.end < start })
				if !slices.Equal(got, want) {
					t.Fatalf("%d to %d: %v, want %v", start, end, got, want)
				}
			}
		}
	}
}

// TestInspectLevels checks that what is inspected does not depend on levels of rules, for a whole
// text and for a line that an outline was just made of.
func TestInspectLevels(t *testing.T) {
	line := `{"role":"assistant","content":"` + strings.ReplaceAll(strings.TrimSpace(badCall), `"`, `\"`) + `"}`
	for _, o := range []Options{{}, {Profile: Strict}, {Rules: map[string]Level{"unescaped-ampersand": Off, "missing-server-name": AsError}}} {
		outline := transcript.NewOutline()
		outline.Messages(line, func(*transcript.OutlineMessage) {})
		outlined := document.ReadIn(line, document.JSON, document.Context{Layout: transcript.Lines, Outline: outline})
		for _, file := range []*document.File{document.Read(line, document.JSON), outlined} {
			r := o.Unfiltered().runFile(file)
			if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "unescaped-ampersand" || r.Diagnostics[0].Severity != Warning {
				t.Errorf("with %+v: %+v", o, r.Diagnostics)
			}
		}
	}
}

// TestOutside checks that there is nothing for calls that a document does not have.
func TestOutside(t *testing.T) {
	r := run("Text.\n\n"+badCall, document.Document)
	for _, r := range []*opened{r, {Document: &Document{}}} {
		for _, n := range []int{-2, -1, len(r.Calls), len(r.Calls) + 1} {
			if r.FixCall(n) != nil || len(r.Refactorings(n, 0)) > 0 {
				t.Errorf("there is something for call %d", n)
			}
		}
		none := r.FixAll(func(*Diagnostic) bool { return false })
		if none != r {
			t.Error("it is fixed although nothing is to be")
		}
	}
}
