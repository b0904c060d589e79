package main

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/filter"

	"github.com/entrhq/forge-lsp/internal/stats"
)

const namespace = "forge-lsp"

// The counters. What a bundle counted that failed is not in them.
var (
	filesRead  = beam.NewCounter(namespace, "files")
	unreadable = beam.NewCounter(namespace, "unreadable")
	sessions   = beam.NewCounter(namespace, "sessions")
	calls      = beam.NewCounter(namespace, "calls")
	refused    = beam.NewCounter(namespace, "refused")
)

// build adds the pipeline that counts the calls of all files that match patterns.
//
// A runner may run an element several times, and takes the output of one of them. So the
// tally counts each file once: what is in it depends on the file alone, and merging on no
// order. A file that several patterns match is one element. Files are written under other
// names and renamed, so that each is complete, whoever else writes it.
func build(s beam.Scope, patterns []string, output string, how settings) {
	found := beam.ParDo(s, &matchFn{}, beam.CreateList(s, patterns))
	parts := beam.Reshuffle(s, beam.ParDo(s, &splitFn{how}, filter.Distinct(s, found)))
	tallies, blocks, pieces := beam.ParDo3(s, &readFn{how}, parts)
	joined, joinedBlocks := beam.ParDo2(s, &joinFn{how}, beam.GroupByKey(s, pieces))

	// On several workers first: one would get a tally of each bundle.
	sums := beam.CombinePerKey(s, &tallyFn{}, beam.Flatten(s, tallies, joined))
	total := beam.Combine(s, &tallyFn{}, beam.DropKey(s, sums))

	written := beam.Flatten(s, blocks, joinedBlocks, beam.ParDo(s, &reportFn{how.names()}, total))
	beam.ParDo0(s, &writeFn{output}, beam.GroupByKey(s, written))
}

func init() {
	for _, fn := range []any{&matchFn{}, &splitFn{}, &readFn{}, &joinFn{}, &tallyFn{}, &reportFn{}, &writeFn{}} {
		beam.RegisterDoFn(reflect.TypeOf(fn))
	}
	beam.RegisterCoder(reflect.TypeFor[*stats.Tally](), encodeTally, decodeTally)
}
