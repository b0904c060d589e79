package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/text"
)

// TestEditOfOneLine checks that an edit of a transcript on one line reads only the
// messages around it: also one that damages a string, and the one that repairs it.
func TestEditOfOneLine(t *testing.T) {
	all := snapshot(1<<20, "")
	d := Options{}.Open(text.New(all), document.JSON)
	if n := d.items.Len(); n < len(all)/(8<<10) {
		t.Fatalf("%d items of %d bytes", n, len(all))
	}
	at := strings.Index(all[len(all)/2:], "Now I") + len(all)/2
	for _, typed := range []string{"e", `"`, `\`, "{", "é"} {
		after := d.Edit(at, at, typed)
		again := after.Edit(at, at+len(typed), "")
		for _, step := range [][2]*Document{{d, after}, {after, again}} {
			if kept, n := shared(step[0], step[1]); kept < n-20 {
				t.Errorf("%q: %d of %d items are kept", typed, kept, n)
			}
			if why := differs(step[1], false); why != "" {
				t.Errorf("%q: %s", typed, why)
			}
		}
	}
}

// shared returns the number of items that two versions of a document share, and the
// number of items.
func shared(a, b *Document) (kept, n int) {
	of := map[*item]bool{}
	for _, i := range a.items.All() {
		of[i.item] = true
	}
	for _, i := range b.items.All() {
		if n++; of[i.item] {
			kept++
		}
	}
	return kept, n
}

// TestLayoutAfterEdit checks that the layout of a file is determined again after an
// edit.
func TestLayoutAfterEdit(t *testing.T) {
	record := `{"role": "assistant", "content": "` + strings.Repeat("x", 3000) + `<tool>"}`
	for _, test := range []struct {
		name, from, mark, to string
	}{
		{"a second record", record, "", "\n" + record},
		{"no list", "[" + record + ",\n" + record + "]", "[", ""},
		{"a list", record + ",\n" + record, "", "\n]"},
		{"the bracket of a list", "{" + record + ",\n" + record, "{", "["},
		{"its end", "[" + record + ",\n" + record + "]", "]", "]\r\n\r\n" + record},
		{"one line of two", "[" + record + "]\n" + record, "]\n", ","},
	} {
		d := Options{}.Open(text.New(test.from), document.JSON)
		at := len(test.from)
		if test.mark != "" {
			at = strings.LastIndex(test.from, test.mark)
		}
		d = d.Edit(at, at+len(test.mark), test.to)
		if why := differs(d, false); why != "" {
			t.Errorf("%s: %s", test.name, why)
		}
	}
}

// TestScanStringMemory checks that reading a transcript that is one string allocates not much
// more than the decoded string; for a user's, also the blocks of Markdown, one window after
// the other. A reply is read twice: what its calls show is known at its end.
func TestScanStringMemory(t *testing.T) {
	for role, times := range map[string]float64{"assistant": 4, "user": 16} {
		all := oneString(role, 8<<20)
		calls := 0
		n := bench.Allocated(func() { calls = Options{}.Scan(text.New(all), document.JSON).Summary().Calls })
		if n > times*float64(len(all)) || calls < 700 {
			t.Errorf("%s: %.0f bytes for %d with %d calls", role, n, len(all), calls)
		}
	}
}
