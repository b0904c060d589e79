package cli

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/replace"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// put hands out the new text of a source: as a diff to out, else to out if it is standard input, and to its file if it has
// changed. If there is an error, the file is unchanged.
func put(src *workspace.Source, old, text string, diff bool, out *bufio.Writer, ink term.Style) error {
	switch {
	case diff && old != text:
		out.WriteString(inked(linediff.Unified(src.Path, src.Path, old, text), ink))
	case !diff && src.File == workspace.Stdin:
		out.WriteString(ink.Exact(text))
	case !diff && old != text:
		err := replace.File(src.File, old, text)
		if errors.Is(err, replace.ErrChanged) {
			err = fmt.Errorf("%w; run the command again", err)
		}
		if err != nil {
			return fmt.Errorf("cannot write %s: %w; the file is unchanged", filepath.ToSlash(src.File), err)
		}
	}
	return nil
}

// clean removes what killed runs left in the folders of files.
func clean(sources []workspace.Source) {
	cleaned := map[string]bool{}
	for _, src := range sources {
		file := src.File
		if src.Err != nil || file == workspace.Stdin {
			continue
		}
		if !src.Walked { // the walk does not follow links
			real, err := filepath.EvalSymlinks(file)
			if err != nil {
				continue // reading it reports the error
			}
			file = real
		}
		if folder := filepath.Dir(file); !cleaned[folder] {
			cleaned[folder] = true
			replace.Clean(folder)
		}
	}
}

// inked returns a unified diff for output; see [term.Style.Exact].
func inked(unified string, s term.Style) string {
	var b strings.Builder
	for line := range strings.Lines(s.Exact(unified)) {
		body, end := strings.TrimSuffix(line, "\n"), ""
		if body != line {
			end = "\n"
		}
		switch {
		case strings.HasPrefix(body, "--- "), strings.HasPrefix(body, "+++ "):
			body = s.Path.Sprint(body)
		case strings.HasPrefix(body, "@@"):
			body = s.Note.Sprint(body)
		case strings.HasPrefix(body, "+"):
			body = s.Good.Sprint(body)
		case strings.HasPrefix(body, "-"):
			body = s.Bad.Sprint(body)
		}
		b.WriteString(body + end)
	}
	return b.String()
}
