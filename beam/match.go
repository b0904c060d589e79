package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// A matchFn lists the files that match a pattern. fileio.MatchAll asks for the size of each of
// them, and a file that cannot be opened ends the job.
type matchFn struct{}

// ProcessElement returns an error for a pattern that no file matches.
func (*matchFn) ProcessElement(ctx context.Context, pattern string, emit func(string)) error {
	system, err := filesystem.New(ctx, pattern)
	if err != nil {
		return err
	}
	names, err := system.List(ctx, pattern)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: no such file", pattern)
	}
	for _, name := range names {
		emit(name)
	}
	return errors.Join(err, system.Close())
}
