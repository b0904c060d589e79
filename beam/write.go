package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// A writeFn writes files, each of the blocks with its name, in any order.
type writeFn struct{ Folder string }

// ProcessElement replaces a file. What is not complete has another name, of its own in each
// attempt: a second one may run beside the first.
func (fn *writeFn) ProcessElement(ctx context.Context, name string, blocks func(*[]byte) bool) error {
	system, err := filesystem.New(ctx, fn.Folder)
	if err != nil {
		return err
	}
	name = strings.TrimSuffix(fn.Folder, "/") + "/" + name
	partial := fmt.Sprintf("%s.%016x.partial", name, rand.Uint64())
	f, err := system.OpenWrite(ctx, partial)
	if err == nil {
		err = errors.Join(writeAll(f, blocks), f.Close())
	}
	if err == nil {
		err = filesystem.Rename(ctx, system, partial, name)
	}
	return errors.Join(err, system.Close())
}

func writeAll(w io.Writer, blocks func(*[]byte) bool) error {
	for block := []byte(nil); blocks(&block); {
		if _, err := w.Write(block); err != nil {
			return err
		}
	}
	return nil
}
