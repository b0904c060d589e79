package document

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// checkJSONEdit edits a segment of a transcript in JSON: decoding the edited file must give
// the edited text, in that string alone.
func checkJSONEdit(t *testing.T, r *rand.Rand, text, put string) {
	t.Helper()
	f := Read(text, JSON)
	if len(f.Segments) == 0 {
		return
	}
	s := &f.Segments[r.IntN(len(f.Segments))]
	at := func(offset int) int {
		for offset > 0 && offset < len(s.Text) && !utf8.RuneStart(s.Text[offset]) {
			offset--
		}
		return offset
	}
	span := xmlcall.Span{Start: at(r.IntN(len(s.Text) + 1))}
	span.End = at(span.Start + r.IntN(min(20, len(s.Text)-span.Start)+1))
	span.End = max(span.Start, span.End)
	place, raw, ok := s.FileEdit(span, put)
	if !ok {
		t.Fatalf("JSON cannot write %q at %v of %q", put, span, s.Text)
	}
	after := text[:place.Start] + raw + text[place.End:]
	was, want := "", ""
	messages := transcript.Read(text, transcript.Detected).Messages
	for i := range messages {
		if m := &messages[i]; m.Start <= place.Start && place.End <= m.End {
			was = m.Text().String()
		}
	}
	if s.literal.Verbatim() { // it has lines of the string
		span, put := s.edit(span, put)
		start, end, with, _ := s.literal.Within(nil).Edit(span.Start, span.End, put)
		want = was[:start] + with + was[end:]
	} else {
		want = was[:span.Start] + put + was[span.End:]
	}
	old, fresh := jsonValues(t, text), jsonValues(t, after)
	n := 0
	if !sameBut(old, fresh, was, want, &n) || n != 1 && want != was {
		t.Fatalf("%q at %v of %q in\n%s\nmakes\n%s", put, span, s.Text, text, after)
	}
}

// jsonValues returns the values of a file, one, or one per line.
func jsonValues(t *testing.T, text string) (list []any) {
	t.Helper()
	d := stdjson.NewDecoder(strings.NewReader(text))
	for d.More() {
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		list = append(list, v)
	}
	return list
}

// sameBut reports whether two values are equal except for strings, counted by n, that were one
// text and are another, here or in the JSON of a string.
func sameBut(old, fresh any, was, is string, n *int) bool {
	switch old := old.(type) {
	case []any:
		list, ok := fresh.([]any)
		if !ok || len(list) != len(old) {
			return false
		}
		for i := range old {
			if !sameBut(old[i], list[i], was, is, n) {
				return false
			}
		}
		return true
	case map[string]any:
		members, ok := fresh.(map[string]any)
		if !ok || len(members) != len(old) {
			return false
		}
		for key := range old {
			if !sameBut(old[key], members[key], was, is, n) {
				return false
			}
		}
		return true
	case string:
		text, ok := fresh.(string)
		switch {
		case !ok || text == old:
			return ok
		case old == was:
			*n++
			return text == is
		case !stdjson.Valid([]byte(old)): // it is damaged, but still read
			*n++
			return true
		}
		var inner, edited any
		return stdjson.Unmarshal([]byte(old), &inner) == nil && stdjson.Unmarshal([]byte(text), &edited) == nil && sameBut(inner, edited, was, is, n)
	}
	return old == fresh
}

func TestJSONEdit(t *testing.T) {
	source := edits.Load(t, "../..", "").Valid()
	puts := []string{"", "&amp;", "<", "\n", "\"", "\\", "\x00", "é", "😀", "x\n\n  y", "</tool>", "\u2028", "/"}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(9, seed))
		checkJSONEdit(t, r, source.JSON(r, 300), puts[r.IntN(len(puts))])
	}
}

func FuzzJSONEdit(f *testing.F) {
	source := edits.Load(f, "../..", "").Valid()
	f.Add(uint64(1), "&amp;\n\"")
	f.Fuzz(func(t *testing.T, seed uint64, put string) {
		r := rand.New(rand.NewPCG(10, seed))
		checkJSONEdit(t, r, source.JSON(r, 300), strings.ToValidUTF8(put, "?"))
	})
}
