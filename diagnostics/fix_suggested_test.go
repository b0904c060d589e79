package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var suggestionCount = flag.Uint64("suggestions", 70, "how many texts TestSuggested fixes")

// TestSuggested checks that suggested fixes do not cause refused calls or errors beyond those
// after the safe ones alone; that calls that run as written after the safe ones still do; that
// each fix is at a place of the fixed text; and that repeating it has no effect.
func TestSuggested(t *testing.T) {
	source := editSource(t)
	made, better := 0, 0
	for seed := range *suggestionCount {
		r := rand.New(rand.NewPCG(seed, 18))
		before, kind, o := drawText(source, r, r.IntN(4))
		d := o.Open(text.New(before), kind)
		safe := d.Fixed(nil)
		fixed, list := d.FixedAsSuggested(nil)
		made += len(list)
		why := ""
		was, is := safe.Summary(), fixed.Summary()
		if is.Outcomes[Runs] > was.Outcomes[Runs] {
			better++
		}
		switch again, more := fixed.FixedAsSuggested(nil); {
		case safe.Count()[Error] < fixed.Count()[Error]:
			why = "there are more errors"
		case was.Refused < is.Refused:
			why = "more calls are refused"
		case len(list) == 0 && safe.Text().String() != fixed.Text().String():
			why = "a fix is not told"
		case len(more) > 0 || again.Text().String() != fixed.Text().String():
			why = fmt.Sprintf("doing it again changes something: %v", more)
		}
		for k, s := range list {
			if s.At < 0 || s.At > fixed.Text().Len() || k > 0 && list[k-1].At > s.At || Lookup(s.Code) == nil || s.Title == "" {
				why = "a fix has no place"
			}
		}
		if why != "" {
			t.Fatalf("seed %d, %v: %s: %v\n%q\nbecame\n%q", seed, kind, why, list, before, fixed.Text().String())
		}
	}
	if made < int(*suggestionCount/10) || better == 0 {
		t.Errorf("%d fixes are made, and %d texts are better for them", made, better)
	}
	t.Logf("%d texts, %d suggested fixes, %d texts with more calls that run as written", *suggestionCount, made, better)
}

// TestSuggestedPlaces checks that the place of a fix is correct in the fixed text, whatever was
// fixed before and after it.
func TestSuggestedPlaces(t *testing.T) {
	call := func(tool, path string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>\n<path>" + path + "</path>\n</arguments>\n</tool>\n\n"
	}
	before := call("read_file", "a & b") + call("read_fil", "c & d") + call("read_file", "e & f") + call("list_fils", "g & h")
	fixed, list := Options{}.Open(text.New(before), document.Document).FixedAsSuggested(nil)
	after := fixed.Text().String()
	if strings.Contains(after, " & ") || len(list) != 2 {
		t.Fatalf("%v\n%s", list, after)
	}
	for i, want := range []string{"read_file</tool_name>\n<arguments>\n<path>c", "list_files</tool_name>"} {
		if !strings.HasPrefix(after[list[i].At:], want) {
			t.Errorf("fix %d is at %q", i, after[list[i].At:])
		}
	}
}

// TestSuggestedOfSeveral checks that no fix is applied to one of several calls of a reply without a proof: it might run
// in the place of the one that was meant.
func TestSuggestedOfSeveral(t *testing.T) {
	const envelope, arguments = "\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n", "<path>a.md</path>\n<content>b</content>\n"
	const sound = "<tool>" + envelope + "<arguments>\n" + arguments + "</arguments>\n</tool>\n"
	for _, second := range []string{
		"<tool>" + envelope + "\n" + arguments + "</tool>\n",
		"<f:tool>" + envelope + "<arguments>\n" + strings.Replace(arguments, "b</content>", "<![CDATA[a&b]></content>", 1) + "</arguments>\n</tool>\n",
	} {
		if fixed, made := (Options{}).Open(text.New(sound+second), document.Reply).FixedAsSuggested(nil); len(made) > 0 {
			t.Errorf("%v, which leads to\n%s", made, fixed.Text().String())
		}
		if fixed, _ := (Options{}).Open(text.New(second), document.Reply).FixedAsSuggested(nil); fixed.Text().String() == second {
			t.Errorf("alone, nothing is fixed:\n%s", second)
		}
	}
}

// TestSuggestedWork checks that trying suggested fixes of twice as many calls reads twice as
// much at most, and that it ends if each fix concerns all the calls after it.
func TestSuggestedWork(t *testing.T) {
	const server = "assistant: <tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>\n"
	for _, test := range []struct{ name, unit string }{
		{"a fix each", server},
		{"with a directive", strings.Replace(strings.Replace(server, ">a<", ">a & b<", 1), " ", " <!-- forge-lsp-disable-next-call unescaped-ampersand -->\n", 1)},
		{"a log", "assistant: <tool><tool_name>read_fil</tool_name><arguments><path>a</path></arguments></tool>\n"},
	} {
		read := func(size int) (bytes, fixes int) {
			d := Options{}.Open(text.New(strings.Repeat(test.unit, size/len(test.unit))), document.Reply)
			for p, fixes := range d.Proven() {
				for i := range fixes {
					_, n, _ := d.improved(fixes[i].moved(p.Shift).Edits, &p)
					bytes += n
				}
			}
			budget := 1 << 40
			_, made, _ := d.suggested(nil, map[placedFix]bool{}, &budget)
			return bytes, len(made)
		}
		half, few := read(8 << 10)
		all, more := read(16 << 10)
		if few < 40 || more < 2*few-2 || float64(all) > 2.3*float64(half) {
			t.Errorf("%s: %d fixes read %d bytes, and %d read %d", test.name, few, half, more, all)
		}
	}
	d := Options{}.Open(text.New(strings.Repeat("<tool><tool_name>read_fil</tool_name></tool>", 1000)), document.Document) // one item
	budget := 1 << 20
	if after, made, _ := d.suggested(nil, map[placedFix]bool{}, &budget); budget >= 0 || budget < -100<<10 || len(made) > 1<<20/(20<<10) || after.Count()[Error] > d.Count()[Error] {
		t.Errorf("with a limit of 1 MB, %d fixes are made, and %d bytes are left", len(made), budget)
	}
}

// TestImproved checks which edits are better: those after which there are fewer findings of a
// rule, and neither more errors nor more refused calls.
func TestImproved(t *testing.T) {
	const unknown = "<tool>\n<server_name>local</server_name>\n<tool_name>read_fil</tool_name>\n<arguments>\n  <path>a & b</path>\n</arguments>\n</tool>\n"
	const directive = "<!-- forge-lsp-disable-next-call raw-less-than -->\n"
	for _, test := range []struct {
		name, code, before, old, new string
		better                       bool
	}{
		{"the finding is gone", "unescaped-ampersand", unknown, "a & b", "a &amp; b", true},
		{"an error is gone", "unknown-tool", unknown, "read_fil<", "read_file<", true},
		{"the same finding elsewhere", "unescaped-ampersand", unknown, "a & b", "ab & b", false},
		{"another one is gone", "raw-less-than", unknown, "a & b", "a &amp; b", false},
		{"one more", "unescaped-ampersand", unknown, "a & b", "a & b & c", false},
		{"a call is refused instead", "unescaped-ampersand", plainCall + unknown, "a & b", "a <b", false},
		{"an error instead", "unescaped-ampersand", strings.Replace(unknown, "read_fil<", "read_file<", 1), "e</tool_name>\n<arguments>\n  <path>a & b", "</tool_name>\n<arguments>\n  <path>a", false},
		{"one error for another", "unknown-tool", unknown, "read_fil<", "read_file><", false},
		{"an unused directive is gone", unusedDirective, directive + plainCall, directive, "", true},
		{"an unused directive is another one", unusedDirective, directive + plainCall, "raw-less-than", "invalid-utf8", false},
		{"two unused directives", unusedDirective, directive + plainCall, "<", "<!-- forge-lsp-enable -->\n<", false},
	} {
		d := Options{}.Open(text.New(test.before), document.Document)
		at := strings.Index(test.before, test.old)
		edit := Edit{Span: xmlcall.Span{Start: at, End: at + len(test.old)}, Text: test.new}
		next, read, ok := d.improved([]Edit{edit}, &Placed{Diagnostic: &Diagnostic{Advice: &Advice{Description: &Description{Code: test.code}}}})
		if ok != test.better || next.Text().String() != Apply(test.before, []Edit{edit}) {
			t.Errorf("%s: better %v, findings %v to %v, refused %d to %d", test.name, ok, d.Count(), next.Count(), d.Summary().Refused, next.Summary().Refused)
		}
		if all := next.Text().Len(); read < all || test.code == unusedDirective && read != 2*all {
			t.Errorf("%s: %d of %d bytes are read", test.name, read, all)
		}
	}
}

// TestLastCalls checks that the call at a place is found in any order of the places, and that two
// items of a text that keeps no results are read once for all their places.
func TestLastCalls(t *testing.T) {
	small(t, 1, 100)
	var all strings.Builder
	var starts []int
	for _, path := range []string{"a", "b", "c", "d"} {
		all.WriteString("Words.\n\n")
		starts = append(starts, all.Len())
		all.WriteString(strings.Replace(plainCall, "a.md", path, 1) + "\n")
	}
	all.WriteString("More words.\n")
	d := Options{}.Scan(text.New(all.String()), document.Document)
	callsOf, reads := d.lastCalls(), map[*Call]bool{}
	for _, test := range []struct{ call, reads int }{{3, 1}, {3, 1}, {2, 2}, {3, 2}, {2, 2}, {1, 3}, {2, 3}, {3, 4}, {0, 5}, {3, 5}} {
		at := starts[test.call] + 1
		source, start := d.callAt(xmlcall.Span{Start: at, End: at}, callsOf)
		if want := strings.TrimSuffix(strings.Replace(plainCall, "a.md", string(rune('a'+test.call)), 1), "\n"); source != want || start != starts[test.call] {
			t.Errorf("call %d at %d is %q at %d", test.call, starts[test.call], source, start)
		}
		for c := range d.callsIn(at, at, callsOf) {
			reads[c.Call] = true
		}
		if len(reads) != test.reads {
			t.Errorf("call %d: %d items were read, want %d", test.call, len(reads), test.reads)
		}
	}
	for _, at := range []int{2, all.Len() - 1} {
		if source, start := d.callAt(xmlcall.Span{Start: at, End: at}, callsOf); source != "" || start != 0 {
			t.Errorf("at %d, outside of calls, is %q at %d", at, source, start)
		}
	}
}

// TestMovedBy compares the places of fixes after changes with text that is replaced.
func TestMovedBy(t *testing.T) {
	changes := text.Changes{{Start: 2, End: 2, Length: 3}, {Start: 5, End: 8, Length: 1}}
	for _, test := range [][2]int{{0, 0}, {1, 1}, {2, 5}, {4, 7}, {5, 8}, {6, 8}, {7, 8}, {8, 9}, {9, 10}} {
		if got := movedBy([]SuggestedFix{{At: test[0]}}, changes); got[0].At != test[1] {
			t.Errorf("%d becomes %d, want %d", test[0], got[0].At, test[1])
		}
	}
}
