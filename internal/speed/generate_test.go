package main

import (
	"bytes"
	"slices"
	"testing"
)

// TestGenerate checks that a text has the properties of its form: otherwise the
// benchmark would not measure them.
func TestGenerate(t *testing.T) {
	for _, markdown := range []bool{false, true} {
		for _, th := range []thinking{closed, openEnd, openStart} {
			for _, defects := range []int{1, 35} {
				f := form{1, markdown, defects, th}
				t.Run(f.String(), func(t *testing.T) {
					d := generate(f)
					if !bytes.Equal(d.text, generate(f).text) {
						t.Error("another text the second time")
					}
					size, calls := len(d.text), bytes.Count(d.text, []byte("<tool>"))
					if size < 1<<20 || size > 1<<20+2*sectionOf || abs(calls-size/sectionOf) > calls/20 {
						t.Errorf("%d bytes with %d calls", size, calls)
					}
					if got := len(d.places[inDefect]); got < calls*defects/200 || got > calls*defects/50 {
						t.Errorf("%d of %d calls with defects, %d %% wanted", got, calls, defects)
					}
					if got := bytes.Count(d.text, []byte("<![CDATA[")); got < calls/4 || got > calls/2 {
						t.Errorf("%d of %d contents in CDATA sections", got, calls)
					}
					starts, ends := bytes.Count(d.text, []byte("<thinking>")), bytes.Count(d.text, []byte("</thinking>"))
					if open := starts - ends; open != 0 && th == closed || open != 1 && th != closed {
						t.Errorf("%d thinking tags, %d end tags", starts, ends)
					}
					if last := bytes.LastIndex(d.text, []byte("</thinking>")); th != closed && last > bytes.LastIndex(d.text, []byte("<thinking>")) {
						t.Error("something closes the open thinking")
					}
					if fences := bytes.Count(d.text, []byte("```xml\n")); markdown && fences != calls || !markdown && fences != 0 {
						t.Errorf("%d fences", fences)
					}
				})
			}
		}
	}
}

// TestPlaces checks that the places are in words of the kind that they are named after.
func TestPlaces(t *testing.T) {
	d := generate(form{1, true, 35, closed})
	for p, word := range map[place]string{inProse: "Let me look", inValue: "// The loop", inCDATA: "// The loop", inDefect: "// The loop"} {
		list := d.places[p]
		if !slices.IsSorted(list) {
			t.Errorf("places %d are not in order", p)
		}
		for _, at := range list {
			if !bytes.HasPrefix(d.text[at-len(word)+2:], []byte(word)) {
				t.Fatalf("place %d is in %q", p, d.text[at-20:at+20])
			}
		}
		first, _ := d.near(p, 0)
		last, _ := d.near(p, 100)
		if first != list[0] || last != list[len(list)-1] {
			t.Errorf("places %d: near the ends are %d and %d", p, first, last)
		}
	}
}

func TestPosition(t *testing.T) {
	d := &document{text: []byte("aä😀b\n\nc")}
	for offset, want := range map[int]position{0: {0, 0}, 3: {0, 2}, 7: {0, 4}, 9: {1, 0}, 11: {2, 1}} {
		if got := d.position(offset); got != want {
			t.Errorf("%d is at %v, want %v", offset, got, want)
		}
	}
}
