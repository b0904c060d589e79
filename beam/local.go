package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// local returns a file with what is at a path: that itself, or a copy of what is in a store,
// which may be read several times. The copy is there until remove.
func local(ctx context.Context, name string) (file string, remove func(), err error) {
	if !strings.Contains(name, "://") {
		return name, func() {}, nil
	}
	from, err := open(ctx, name)
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := os.CreateTemp("", "*-"+path.Base(name)) // the ending selects the reader
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.Remove(to.Name()) }
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		remove()
	}
	return to.Name(), remove, err
}

// open opens what is at a path, wherever that is.
func open(ctx context.Context, name string) (f io.ReadCloser, err error) {
	system, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	return system.OpenRead(ctx, name)
}
