package toolspec

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRepeatedSearch compares the verdict on a search that is given again with the edits of texts.
func TestRepeatedSearch(t *testing.T) {
	var texts []string
	for n := range 10 {
		for bits := range 1 << n {
			text := make([]byte, n)
			for i := range text {
				text[i] = "ab"[bits>>i&1]
			}
			texts = append(texts, string(text))
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	word := func(most int) string {
		text := make([]byte, r.IntN(most+1))
		for i := range text {
			text[i] = "ab"[r.IntN(2)]
		}
		return string(text)
	}
	refused := 0
	for range 1500 {
		edits := []replacement{{word(2) + "a", word(2)}, {"", word(2)}}
		edits[1].search = edits[0].search
		between := r.IntN(3) == 0
		if between {
			edits = []replacement{edits[0], {word(1) + "b", word(2)}, edits[1]}
		}
		var list []any
		for _, e := range edits {
			list = append(list, map[string]any{"search": e.search, "replace": e.with})
		}
		found := checkEdits(map[string]any{"edits": list})
		made := ""
		for _, text := range texts {
			if after, ok := apply(edits, text); ok {
				made = text + " to " + after
			}
		}
		if len(found) > 0 {
			refused++
		}
		if (len(found) > 0) && made != "" || len(found) == 0 && made == "" && !between && len(edits[0].with) < 2 {
			t.Errorf("%q: %v, but made: %q", edits, found, made)
		}
	}
	if refused < 100 {
		t.Errorf("only %d are refused", refused)
	}
}

func apply(edits []replacement, text string) (after string, ok bool) {
	for _, e := range edits {
		if strings.Count(text, e.search) != 1 {
			return "", false
		}
		text = strings.Replace(text, e.search, e.with, 1)
	}
	return text, true
}
