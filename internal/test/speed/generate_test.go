package main

import (
	"bytes"
	"testing"
)

// TestGenerate checks that a text has the properties of its form: otherwise the
// benchmark would not measure them.
func TestGenerate(t *testing.T) {
	for _, markdown := range []bool{false, true} {
		for _, defects := range []int{1, 35} {
			f := form{1, markdown, defects}
			t.Run(f.String(), func(t *testing.T) {
				d := generate(f)
				if !bytes.Equal(d.text, generate(f).text) {
					t.Error("another text the second time")
				}
				size, calls := len(d.text), bytes.Count(d.text, []byte("<tool>"))
				if size < 1<<20 || size > 1<<20+2*sectionOf || calls < size/sectionOf*9/10 || calls > size/sectionOf*11/10 {
					t.Errorf("%d bytes with %d calls", size, calls)
				}
				if got := bytes.Count(d.text, []byte(inDefect)); got < calls*defects/200 || got > calls*defects/50 {
					t.Errorf("%d of %d calls with defects, %d %% wanted", got, calls, defects)
				}
				if got := bytes.Count(d.text, []byte("<![CDATA[")); got < calls/4 || got > calls/2 {
					t.Errorf("%d of %d contents in CDATA sections", got, calls)
				}
				if fences := bytes.Count(d.text, []byte("```xml\n")); markdown && fences != calls || !markdown && fences != 0 {
					t.Errorf("%d fences", fences)
				}
			})
		}
	}
}

// TestPlaces checks that there are places of each kind at both ends of a text.
func TestPlaces(t *testing.T) {
	d := generate(form{1, true, 35})
	for _, p := range []place{inProse, inValue, inCDATA, inDefect} {
		first, _ := d.near(p, 0)
		last, ok := d.near(p, 100)
		if !ok || first > len(d.text)/100 || last < len(d.text)/100*99 {
			t.Errorf("%q: places near the ends are %d and %d", p, first, last)
		}
		if !bytes.HasSuffix(d.text[:last], []byte(p)) {
			t.Errorf("the place is after %q", d.text[last-20:last])
		}
	}
}
