package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/natefinch/atomic"
	"github.com/rogpeppe/go-internal/diff"
)

// replaceFile replaces the content of a file at once: whatever happens, the
// file holds the old text or the new one. A symbolic link stays, and the file
// that it leads to is replaced.
func replaceFile(path, old, text string) error {
	err := replaceTarget(path, old, text)
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		err = pathError.Err
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w; the file is as it was", filepath.ToSlash(path), err)
	}
	return nil
}

func replaceTarget(path, old, text string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	// Replacing a file needs no permission on the file itself, so what its
	// owner wanted has to be asked.
	const ownerWrites = 0o200
	switch {
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	case info.Mode().Perm()&ownerWrites == 0:
		return errors.New("it is read-only")
	}
	now, err := os.ReadFile(target)
	if err != nil {
		return err
	}
	if string(now) != old {
		return errors.New("it has changed since it was read; run the command again")
	}
	if err := atomic.WriteFile(target, strings.NewReader(text)); err != nil {
		return err
	}
	keepOwner(target, info)
	return nil
}

// diffContext is the number of unchanged lines around a change.
const diffContext = 3

// unifiedDiff returns the change of a file in the form that patch -p1 and git
// apply read.
//
// Of two diffs it takes the shorter: the first is minimal, but only up to
// about a hundred changes; the second stays small for any number of changes,
// but needs unchanged lines between them that occur only once.
func unifiedDiff(path, old, text string) (string, error) {
	name := strings.TrimPrefix(path, "/")
	from, to := "a/"+name, "b/"+name
	minimal, err := udiff.ToUnified(from, to, old, udiff.Lines(old, text), diffContext)
	if err != nil {
		return "", err
	}
	anchored := string(diff.Diff(from, []byte(old), to, []byte(text)))
	_, anchored, _ = strings.Cut(anchored, "\n") // "diff a/name b/name"
	if len(anchored) < len(minimal) {
		return anchored, nil
	}
	return minimal, nil
}

// colorDiff colors the lines of a unified diff.
func colorDiff(unified string, s style) string {
	var b strings.Builder
	for line := range strings.Lines(unified) {
		body, end := strings.TrimSuffix(line, "\n"), ""
		if body != line {
			end = "\n"
		}
		switch {
		case strings.HasPrefix(body, "--- "), strings.HasPrefix(body, "+++ "):
			body = s.path.Sprint(body)
		case strings.HasPrefix(body, "@@"):
			body = s.note.Sprint(body)
		case strings.HasPrefix(body, "+"):
			body = s.good.Sprint(body)
		case strings.HasPrefix(body, "-"):
			body = s.bad.Sprint(body)
		}
		b.WriteString(body + end)
	}
	return b.String()
}
