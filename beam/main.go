// Beam counts the calls of transcripts on Apache Beam: what `forge-lsp stats` does on one
// machine, with the same packages, on as many as there are, and to the same tally.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/entrhq/forge-lsp/toolspec"
)

var (
	input  = flag.String("input", "", "the files, as patterns: logs/*.jsonl,gs://bucket/*.zst")
	output = flag.String("output", "stats", "the folder for tally, report.json, unreadable.jsonl and rows")
	tools  = flag.String("tools", "", "files that define tools besides Forge's own, comma-separated")
	since  = flag.String("since", "", "leave out what is before a day in UTC, such as 2026-11-01, and what is of no known day")
	facts  = flag.Bool("facts", false, "write a row for each call and reply, too")
	shards = flag.Int("shards", 16, "how many files the rows are written to, and on how many workers tallies are added up")
	split  = flag.Int64("split", 64<<20, "the size in bytes of the parts in which a file is read whose lines are conversations")
)

func main() {
	flag.Parse()
	beam.Init() // does not return on a worker
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "beam:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if *input == "" || *shards < 1 {
		return errors.New("--input names the files to read, and --shards is 1 or more")
	}
	defined, err := definitions(ctx, *tools)
	if err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, strings.Split(*input, ","), *output, settings{Tools: defined, Since: *since, Facts: *facts, Shards: *shards, Split: *split})
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == namespace {
			fmt.Printf("%-10s %d\n", c.Name(), c.Result())
		}
	}
	return nil
}

// definitions reads files that define tools: workers need not have them.
func definitions(ctx context.Context, names string) ([]definition, error) {
	var list []definition
	for name := range strings.SplitSeq(names, ",") {
		if name == "" {
			continue
		}
		f, err := open(ctx, name)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		_, mistakes := toolspec.Load(name, text)
		for _, m := range mistakes {
			err = errors.Join(err, m)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		list = append(list, definition{name, string(text)})
	}
	return list, nil
}
