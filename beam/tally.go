package main

import (
	"bytes"

	"github.com/entrhq/forge-lsp/internal/stats"
)

func encodeTally(t *stats.Tally) []byte { return t.Marshal() }

func decodeTally(text []byte) (*stats.Tally, error) { return stats.ReadTally(bytes.NewReader(text)) }

// A tallyFn adds up tallies.
type tallyFn struct{}

// CreateAccumulator returns a tally of nothing.
func (*tallyFn) CreateAccumulator() *stats.Tally { return stats.NewTally() }

// AddInput adds a tally, which does not change.
func (fn *tallyFn) AddInput(sum, t *stats.Tally) *stats.Tally { return fn.MergeAccumulators(sum, t) }

// MergeAccumulators adds a tally to another one.
func (*tallyFn) MergeAccumulators(sum, t *stats.Tally) *stats.Tally {
	sum.Merge(t)
	return sum
}

// A reportFn makes the files about all that was read.
type reportFn struct {
	// Empty are files that may have nothing in them. They are written all the same: others of
	// an earlier run may be there.
	Empty []string
}

// ProcessElement emits the content of each file.
func (fn *reportFn) ProcessElement(total *stats.Tally, emit func(string, []byte)) error {
	r := stats.Report{Tally: total}
	emit("tally", total.Marshal())
	emit("report.json", []byte(r.JSON()))
	for _, name := range fn.Empty {
		emit(name, nil)
	}
	return nil
}
