// Package corpus counts what happens to the calls of any number of transcripts.
//
// A [Tally] is a sum: those of transcripts that were read anywhere, in any order, merge to the
// same one. Its file, and the rows that [Tally.Add] writes, have the formats that docs/stats.md
// describes; forge-lsp stats reads both.
package corpus

import (
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A Tally counts calls. It is not safe for concurrent use.
type Tally struct{ tally *corpus.Tally }

// NewTally returns a tally without calls.
func NewTally() *Tally { return &Tally{corpus.NewTally()} }

// ReadTally reads the file of a tally; see [Tally.Marshal].
func ReadTally(r io.Reader) (*Tally, error) {
	t, err := corpus.ReadTally(r)
	if err != nil {
		return nil, err
	}
	return &Tally{t}, nil
}

// Add counts the calls of a transcript. path is its name in the rows, which are written to rows
// as a line of JSON for each call and each reply without one, unless it is nil. The options
// have the tools that calls are checked against; levels of rules have no effect. The error is
// that of rows.
func (t *Tally) Add(path, text string, kind diagnostics.Kind, o diagnostics.Options, rows io.Writer) error {
	session := corpus.NewSession()
	var written *corpus.RowWriter
	if rows != nil {
		written = corpus.NewRowWriter(rows)
		session.Row = written.Write
	}
	reader := corpus.Reader{Path: path, Kind: kind, Options: o, Rows: rows != nil}
	for part := range reader.Read(text) {
		session.Add(part)
	}
	err := session.End()
	if written != nil {
		err = errors.Join(err, written.Close())
	}
	t.tally.Merge(session.Tally())
	return err
}

// Merge adds the counts of another tally.
func (t *Tally) Merge(o *Tally) { t.tally.Merge(o.tally) }

// Marshal returns the file of the tally. Equal tallies have equal files.
func (t *Tally) Marshal() []byte { return t.tally.Marshal() }

// Counts are numbers of calls that agents wrote, by outcome, which add up to all of them, of the
// native ones among them, and of replies without a call.
type Counts struct {
	Runs, Repaired, Altered, Refused, Ignored int64
	Native, Replies                           int64
}

// Counts returns the counts of all calls.
func (t *Tally) Counts() Counts { return countsOf(&t.tally.Totals) }

// By iterates over the counts by a dimension, those with the most calls first: tool, rule,
// model, day, method, prompt, cause or form, as --by of forge-lsp stats has them. The value is "" for
// calls of which it is not known, and for those of too many values to hold. There is nothing
// by any other name.
func (t *Tally) By(dimension string) iter.Seq2[string, Counts] {
	return func(yield func(string, Counts) bool) {
		if !slices.Contains(corpus.Dimensions, corpus.Dimension(dimension)) {
			return
		}
		for _, g := range t.tally.Groups(corpus.Dimension(dimension)) {
			value := ""
			if !g.Rest {
				value = g.Key[0]
			}
			if !yield(value, countsOf(&g.Counts)) {
				return
			}
		}
	}
}

func countsOf(c *corpus.Counts) Counts {
	return Counts{c.Runs, c.Repaired, c.Altered, c.Refused, c.Ignored, c.Native, c.Replies}
}
