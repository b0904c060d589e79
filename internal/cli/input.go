package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// An ignoredError is the error for a file that the configuration excludes.
type ignoredError struct {
	path string
	from config.Place
}

func (e *ignoredError) Error() string {
	return fmt.Sprintf("%s is not read: kind = \"ignore\" (%v)", e.path, e.from)
}

// Failure reports whether an error about a file is a failure, and prints it. A file
// that was found in a folder is skipped silently; a named one is not, because its
// result is expected.
func Failure(stderr io.Writer, err error) bool {
	if errors.Is(err, workspace.ErrSkipped) {
		return false
	}
	Complain(stderr, err)
	if _, ignored := errors.AsType[*ignoredError](err); ignored {
		return false
	}
	if _, ignore := errors.AsType[*workspace.IgnoreError](err); ignore {
		return false // more than intended is checked
	}
	unchecked, ok := errors.AsType[*workspace.UncheckedError](err)
	return !ok || !unchecked.Walked
}

// mayHoldCalls reports whether a text contains anything that could be a tool tag, or one
// whose '<' is escaped in JSON; in a JSON file also a call in another text format. It is a
// quick test that avoids reading the other files of a folder.
func mayHoldCalls(text string, kind document.Kind) bool {
	return document.Relevant(text, kind) || kind != document.JSON && (strings.Contains(text, `\u003c`) || strings.Contains(text, `\u003C`))
}
