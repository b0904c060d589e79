package stats_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
)

var splits = flag.Int("splits", 70, "how many random splits of sessions TestSplits draws")

// read returns the tally and the rows of a text in JSON.
func read(t *testing.T, text string) (*stats.Tally, []stats.Row) {
	t.Helper()
	var list []stats.Row
	r := stats.Reader{Path: "x.jsonl", Kind: document.JSON, Row: into(&list)}
	return tallyOf(t, &r, text), list
}

// TestSplits checks that the result is the same to the byte, whatever sessions are read
// together, in whatever order, and however their tallies are merged.
func TestSplits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	var want []byte
	for i := range *splits {
		if i%50 == 0 { // other sessions
			lines = nil
			for range 1 + r.IntN(40) {
				next := newTalk(r)
				lines = append(lines, next.line())
			}
			tally, _ := read(t, strings.Join(lines, ""))
			want = tally.Marshal()
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		var tallies []*stats.Tally
		for rest := lines; len(rest) > 0; {
			n := 1 + r.IntN(len(rest))
			tally, _ := read(t, strings.Join(rest[:n], ""))
			tallies, rest = append(tallies, tally), rest[n:]
		}
		for len(tallies) > 1 { // any nesting
			a, b := r.IntN(len(tallies)), r.IntN(len(tallies)-1)
			if b >= a {
				b++
			}
			tallies[a].Merge(tallies[b])
			if r.IntN(4) == 0 {
				tallies[a] = written(t, tallies[a])
			}
			tallies = append(tallies[:b], tallies[b+1:]...)
		}
		if got := tallies[0].Marshal(); !bytes.Equal(got, want) {
			t.Fatalf("split %d: %s", i, cmp.Diff(string(want), string(got)))
		}
	}
}

// written returns a tally after writing and reading it.
func written(t *testing.T, tally *stats.Tally) *stats.Tally {
	t.Helper()
	again, err := stats.ReadTally(bytes.NewReader(tally.Marshal()))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// TestTallyErrors checks that what is not a tally of this version is refused.
func TestTallyErrors(t *testing.T) {
	tally, _ := read(t, encoded(map[string]any{"role": "assistant", "content": samples[0].text}))
	sound := string(tally.Marshal())
	for _, test := range []struct{ old, by string }{
		{sound, "{"},
		{sound, "{}"},
		{"forge-lsp tally", "tally"},
		{`"version":1`, `"version":0`},
		{`"version":1`, `"version":2`},
		{`"calls":1`, `"others":1`},
		{`"key":["read_file"]`, `"key":["read_file","x"]`},
	} {
		text := strings.Replace(sound, test.old, test.by, 1)
		if text == sound {
			t.Fatalf("%q is not in %s", test.old, sound)
		}
		if tally, err := stats.ReadTally(strings.NewReader(text)); err == nil || tally != nil {
			t.Errorf("%q for %q: %v, %v", test.by, test.old, tally, err)
		}
	}
}

// TestOtherRows checks that rows of another version are refused, and those before them are handed out.
func TestOtherRows(t *testing.T) {
	for row, want := range map[string]string{
		`{"v":1,"kind":"call"}`: "",
		`{"v":2,"kind":"call"}`: "row 2: expected version 1, found version 2",
		`{"kind":"call"}`:       "row 2: expected version 1, found version 0",
	} {
		got, n := "", 0
		tally, err := stats.TallyRows(strings.NewReader(`{"v":1,"kind":"call"}`+row), func(*stats.Row) { n++ })
		if err != nil {
			got, n = err.Error(), n+1
		}
		if got != want || n != 2 || (tally == nil) != (err != nil) {
			t.Errorf("%s: %s after %d rows, want %s", row, got, n, want)
		}
	}
}

// TestRows checks that rows that are written and read again have the same tally, and so has a
// file that is read in pieces.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var b strings.Builder
		for range 1 + r.IntN(10) {
			next := newTalk(r)
			b.WriteString(next.line())
		}
		next := newTalk(r)
		text := b.String() + next.file()
		tally, rows := read(t, text)
		want := tally.Marshal()
		var file bytes.Buffer
		w := stats.NewRowWriter(&file)
		for i := range rows {
			w.Write(&rows[i])
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := stats.TallyRows(&file, func(*stats.Row) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Marshal(); !bytes.Equal(got, want) {
			t.Fatalf("read back: %s", cmp.Diff(string(want), string(got)))
		}
		reader := stats.Reader{Path: "x.jsonl", Kind: document.JSON, Labels: &document.Labels{}}
		pieces := stats.NewSession(&reader)
		place := stats.Place{}
		for rest := text; rest != ""; {
			n := 1 + r.IntN(len(rest))
			if at := strings.IndexByte(rest[n-1:], '\n'); at >= 0 {
				n += at
			}
			pieces.Add(reader.Lines(rest[:n], place))
			place.Offset += n
			place.Line += strings.Count(rest[:n], "\n")
			rest = rest[n:]
		}
		pieces.End()
		if got := pieces.Tally().Marshal(); !bytes.Equal(got, want) {
			t.Fatalf("in pieces: %s", cmp.Diff(string(want), string(got)))
		}
	}
}
