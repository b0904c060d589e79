package stats

import (
	"errors"
	"testing"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestTallyRows checks that rows are counted and handed out up to the first error, of the file or
// of what takes them.
func TestTallyRows(t *testing.T) {
	damaged, full := errors.New("damaged"), errors.New("full")
	rows := func(yield func(*stats.Row, error) bool) {
		f := &stats.Row{Kind: stats.Call, Meant: true}
		for range 2 {
			if !yield(f, nil) {
				return
			}
		}
		yield(nil, damaged)
	}
	for most, want := range map[int]error{9: damaged, 1: full} {
		n := 0
		tally, err := tallyRows(rows, func(*stats.Row) error {
			if n++; n > most {
				return full
			}
			return nil
		})
		if tally != nil || !errors.Is(err, want) || n != 2 {
			t.Errorf("%v, %v after %d rows, want %v", tally, err, n, want)
		}
	}
}
