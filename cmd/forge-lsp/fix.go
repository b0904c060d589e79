package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/entrhq/forge-lsp/internal/replace"
	"github.com/entrhq/forge-lsp/workspace"
)

// replaceFile replaces the content of a file and reports whether the file has the new
// one, which it may have in spite of an error.
func replaceFile(path, old, text string) (replaced bool, err error) {
	err = replace.File(path, old, text)
	if err == nil {
		return true, nil
	}
	name := filepath.ToSlash(path)
	if failed, _ := errors.AsType[*replace.Error](err); failed != nil && failed.Replaced {
		return true, fmt.Errorf("%s is written, but %w", name, err)
	}
	if errors.Is(err, replace.ErrChanged) {
		err = fmt.Errorf("%w; run the command again", err)
	}
	return false, fmt.Errorf("cannot write %s: %w; the file is as it was", name, err)
}

// cleanFolders finishes what runs that were killed began in the folders of files.
func cleanFolders(sources []workspace.Source) error {
	cleaned := map[string]bool{}
	var errs []error
	for _, src := range sources {
		file := src.File
		if src.Err != nil || file == stdinArg {
			continue
		}
		if !src.Walked { // the walk follows no links
			real, err := filepath.EvalSymlinks(file)
			if err != nil {
				continue // reading it will tell
			}
			file = real
		}
		if folder := filepath.Dir(file); !cleaned[folder] {
			cleaned[folder] = true
			errs = append(errs, replace.Clean(folder))
		}
	}
	return errors.Join(errs...)
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
