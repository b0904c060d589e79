package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestEditReadsLittle checks that an edit reads some chunks around it, wherever it is and
// whatever is open there: the rest of a long text, or of a long message, is not read again.
func TestEditReadsLittle(t *testing.T) {
	const size = 500 // of a chunk
	small(t, size, 3000)
	call := "Words.\n\n" + plainCall + "\n"
	line := `{"role":"assistant","content":"` + strings.ReplaceAll(plainCall, "\n", `\n`) + `"}` + "\n"
	message := "**User:** Go on.\n\n**Assistant:** " + strings.Repeat(call, 60)
	for name, test := range map[string]struct {
		text, word string
		kind       document.Kind
	}{
		"a document":     {strings.Repeat(call, 600), "a.md", document.Document},
		"short messages": {strings.Repeat("**User:** Go on.\n\n**Assistant:** "+call, 500), "a.md", document.Reply},
		"long messages":  {strings.Repeat(message, 10), "a.md", document.Reply},
		"open thinking":  {strings.Repeat("**User:** Go on.\n\n**Assistant:** <thinking>\n\n"+strings.Repeat("Words.\n\n", 1000), 10) + plainCall, "Words.", document.Reply},
		"one message":    {"**Assistant:** " + strings.Repeat(call, 600), "a.md", document.Reply},
		"a log":          {strings.Repeat(call, 600), "a.md", document.Log},
		"a detected log": {plainCall + "**User:** Go on.\n\n**Assistant:** " + strings.Repeat(call, 600), "a.md", document.Auto},
		"lines":          {strings.Repeat(line, 500), "a.md", document.JSON},
	} {
		d := Options{}.Open(text.New(test.text), test.kind)
		if len(d.chunks) < 50 {
			t.Fatalf("%s: %d chunks", name, len(d.chunks))
		}
		places := []int{}
		for at := 500; at < len(test.text); at += len(test.text) / 100 {
			places = append(places, strings.LastIndex(test.text[:at], test.word))
		}
		for n := range 4 * len(places) { // forwards, and then back through what was edited
			at, with := places[n/2%len(places)], "x"
			if n >= 2*len(places) {
				at = places[len(places)-1-n/2%len(places)]
			}
			if n%2 == 1 {
				with = ""
			}
			known := map[*content]bool{}
			for i := range d.chunks {
				known[d.chunks[i].content] = true
			}
			d = d.Edit(at, at+n%2, with)
			read := 0
			for i := range d.chunks {
				if c := &d.chunks[i]; !known[c.content] {
					read += c.Bytes
				}
			}
			if read > 8*size {
				t.Errorf("%s: for edit %d, at %d of %d, %d bytes are read", name, n, at, len(test.text), read)
			}
		}
	}
}

// TestSeveralInLongMessage checks that further calls of a reply are reported, also of one that is so
// long that its calls are read one by one.
func TestSeveralInLongMessage(t *testing.T) {
	small(t, 1, 300)
	for n := range 4 {
		s := strings.Repeat("Some words.\n\n", 40) + strings.Repeat(plainCall+"\n", n)
		var got []int
		res := run(s, document.Reply)
		for i := range res.Diagnostics {
			if f := &res.Diagnostics[i]; f.Code == "multiple-calls" {
				got = append(got, f.Call)
			}
		}
		var want []int
		for i := 1; i < n; i++ {
			want = append(want, i)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d calls %v are reported, want %v", n, got, want)
		}
	}
}
