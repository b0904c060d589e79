package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

var suggestionCount = flag.Uint64("suggestions", 500, "how many texts TestSuggested fixes")

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
		if is.AsWritten > was.AsWritten {
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

// TestSuggestedWork checks that trying suggested fixes of twice as many calls reads twice as
// much at most, and that it ends if each fix concerns all the calls after it.
func TestSuggestedWork(t *testing.T) {
	const server = "assistant: <tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>\n"
	for _, test := range []struct{ name, unit string }{
		{"a fix each", server},
		{"with a directive", strings.Replace(strings.Replace(server, ">a<", ">a & b<", 1), " ", " <!-- forge-lsp-disable-next-call unescaped-ampersand -->\n", 1)},
		{"a log", "assistant: <tool></tool>\n"},
		{"one fix", "<tool></tool>"},
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
		if test.name == "one fix" {
			if few != 1 || more != 1 || all < 3*half {
				t.Errorf("%s: %d and %d fixes read %d and %d bytes: the text no longer shows what the limit is for", test.name, few, more, half, all)
			}
			continue
		}
		if few < 40 || more < 2*few-2 || float64(all) > 2.3*float64(half) {
			t.Errorf("%s: %d fixes read %d bytes, and %d read %d", test.name, few, half, more, all)
		}
	}
	d := Options{}.Open(text.New(strings.Repeat("<tool></tool>", 3000)), document.Reply)
	budget := 1 << 20
	if after, made, _ := d.suggested(nil, map[placedFix]bool{}, &budget); budget >= 0 || budget < -100<<10 || len(made) > 1 || after.Count()[Error] > d.Count()[Error] {
		t.Errorf("with a limit of 1 MB, %d fixes are made, and %d bytes are left", len(made), budget)
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
