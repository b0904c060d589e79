package document

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// facts lists the facts of a part in a span of it, with offsets in the file; the part
// starts at the given one.
func facts(f *File, span xmlcall.Span, at int) []string {
	var list []string
	add := func(where xmlcall.Span, format string, args ...any) {
		if span.Start <= where.Start && where.Start < span.End {
			list = append(list, fmt.Sprintf("%06d-%d ", at+where.Start, at+where.End)+fmt.Sprintf(format, args...))
		}
	}
	for i := range f.Segments {
		s := &f.Segments[i]
		for k, starts := range s.Starts {
			start := int(starts)
			lead := ""
			if s.LeadIns() != nil {
				l := s.LeadIns()[k]
				if l.line >= 0 {
					l.line += at
				}
				lead = fmt.Sprintf("%+v", l)
			}
			_, thought := s.ThinkingAround(start)
			b := xmlcall.NewParser(s.Text, xmlcall.Options{}).At(start)
			add(s.FileSpan(b.Span), "call %q, scope %d, thought %v, lead %s", b.Source(), s.Scope, thought, lead)
		}
		for _, p := range s.Placeholders() {
			add(s.FileSpan(p), "placeholder %q", s.Text[p.Start:p.End])
		}
	}
	for _, r := range f.Directives {
		add(r.Span, "directive %q", f.Text[r.Span.Start:r.Span.End])
	}
	slices.Sort(list) // segments are in the order of their first call
	return list
}

// bindCalls binds each call, as every reader of the calls must.
func bindCalls(f *File) {
	for i := range f.Segments {
		s := &f.Segments[i]
		parser := xmlcall.NewParser(s.Text, xmlcall.Options{})
		for _, start := range s.Starts {
			b := parser.At(int(start))
			f.Bind(xmlcall.Span{Start: s.FileSpan(b.Span).Start, End: s.FileEnd(max(b.Span.End, b.Reach(), b.Rest().End))})
		}
	}
}

// joinedTexts returns n random texts of a kind, composed of the cases and the sessions.
func joinedTexts(t *testing.T, r *rand.Rand, kind Kind, n int) []string {
	var parts []string
	if kind == Document {
		for _, c := range cases.Load(t, "document", "go") {
			parts = append(parts, c.Text)
		}
	} else {
		for _, s := range readSessions(t) {
			parts = append(parts, s.text)
		}
		for _, text := range oneReply {
			parts = append(parts, text)
		}
		slices.Sort(parts) // those of the map
	}
	between := []string{"\n\n", "\n\n## A heading\n\nA paragraph.\n\n", "\r\n\r\n", "\n\n```\ncode\n```\n\n"}
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(parts[r.IntN(len(parts))])
			b.WriteString(between[r.IntN(len(between))])
		}
		texts[i] = b.String()
	}
	return texts
}

// TestParts checks that a part of a file has the same facts as the whole file has
// there, whichever seams the part is between.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, kind := range []Kind{Document, Reply, Log, Transcript} {
		parts := 0
		for _, text := range joinedTexts(t, r, kind, 300) {
			parts += checkParts(t, r, text, kind)
		}
		if parts < 1000 {
			t.Errorf("%d parts of a %v", parts, kind)
		}
	}
}

func checkParts(t *testing.T, r *rand.Rand, text string, kind Kind) (parts int) {
	t.Helper()
	all := xmlcall.Span{Start: 0, End: len(text)}
	whole, ok := ReadPart(text, kind, PartOptions{Count: true})
	if !ok {
		t.Fatalf("the state at the start is wrong for %q", text)
	}
	if diff := cmp.Diff(facts(Read(text, kind), all, 0), facts(whole, all, 0)); diff != "" {
		t.Fatalf("a %v that is read as a part:\n%s\n%q", kind, diff, text)
	}
	bindCalls(whole)
	seams := append([]Seam{{}}, slices.Collect(whole.Seams)...)
	labels := whole.LabelsIn(all)
	got := labelsOf(text)
	if kind == Document || kind == Transcript {
		calls := &File{}
		list, _ := openers(text, &bonds{})
		calls.showEnvelopes(text, list)
		got = got.Add(calls.shownIn(all).labels())
	}
	if !cmp.Equal(got, labels, cmpopts.EquateComparable(Labels{})) {
		t.Fatalf("a %v has labels %+v, want %+v\n%q", kind, labels, got, text)
	}
	for from, seam := range seams {
		to := from + 1 + r.IntN(len(seams)-from)
		end := len(text)
		if to < len(seams) {
			end = seams[to].At
		}
		part, ok := ReadPart(text[seam.At:end], kind, PartOptions{State: seam.State, Part: end < len(text), Count: true, Labels: labels})
		if !ok {
			t.Fatalf("the state at %d is wrong for %q", seam.At, text)
		}
		here := xmlcall.Span{Start: 0, End: end - seam.At}
		if diff := cmp.Diff(facts(whole, xmlcall.Span{Start: seam.At, End: end}, 0), facts(part, here, seam.At)); diff != "" {
			t.Fatalf("%d to %d of a %v:\n%s\n%q", seam.At, end, kind, diff, text)
		}
		// Its labels do not depend on how the file is read.
		if got, want := part.LabelsIn(here), whole.LabelsIn(xmlcall.Span{Start: seam.At, End: end}); !cmp.Equal(got, want, cmpopts.EquateComparable(Labels{})) {
			t.Fatalf("%d to %d of a %v: labels %+v, want %+v\n%q", seam.At, end, kind, got, want, text)
		}
		bindCalls(part)
		if next := slices.Collect(part.Seams); to > from+1 && (len(next) == 0 || seam.At+next[0].At > seams[from+1].At) {
			t.Fatalf("%d to %d of a %v: no seam at %d, but %v", seam.At, end, kind, seams[from+1].At, next)
		}
		parts++
	}
	return parts
}

// TestGuess checks that a guess is the start of a line after the given place, and
// mostly a seam, whose state it has.
func TestGuess(t *testing.T) {
	for kind, least := range map[Kind]int{Document: 255, Reply: 249, Log: 256, Transcript: 200} {
		r := rand.New(rand.NewPCG(3, 2))
		guesses, right := 0, 0
		for _, text := range joinedTexts(t, r, kind, 300) {
			whole, _ := ReadPart(text, kind, PartOptions{})
			bindCalls(whole)
			seams := slices.Collect(whole.Seams)
			labels := whole.LabelsIn(xmlcall.Span{Start: 0, End: len(text)})
			before := Seam{}
			for range 5 {
				at := before.At + r.IntN(len(text)-before.At)
				seam, ok := Guess(text, kind, at, before, labels)
				if !ok {
					continue
				}
				if seam.At < at || seam.At <= before.At || seam.At >= len(text) || text[seam.At-1] != '\n' {
					t.Fatalf("from %d after %d the guess is %d in %q", at, before.At, seam.At, text)
				}
				guesses++
				if slices.Contains(seams, seam) {
					right++
				}
				before = seam
			}
		}
		t.Logf("%v: %d of %d are right", kind, right, guesses)
		if right < least {
			t.Errorf("%d of %d guesses for a %v are right; there were %d", right, guesses, kind, least)
		}
	}
}
