package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/workspace"
)

// stdinArg is the argument that stands for standard input.
const stdinArg = workspace.Stdin

// An ignoredError is about a file that the configuration says not to read.
type ignoredError struct {
	path string
	from config.Place
}

func (e *ignoredError) Error() string {
	return fmt.Sprintf("%s is not read: kind = \"ignore\" (%v)", e.path, e.from)
}

// failure reports whether an error about a file is a failure, and prints it. A
// file that was found in a folder is passed over in silence; one that was named
// is not, as whoever named it waits for what is said of it.
func failure(stderr io.Writer, err error) bool {
	if errors.Is(err, workspace.ErrSkipped) {
		return false
	}
	complain(stderr, err)
	if _, ignored := errors.AsType[*ignoredError](err); ignored {
		return false
	}
	if _, ignore := errors.AsType[*workspace.IgnoreError](err); ignore {
		return false // more is checked than was meant
	}
	unchecked, ok := errors.AsType[*workspace.UncheckedError](err)
	return !ok || !unchecked.Walked
}

// mayHoldCalls reports whether a text has anything in it that could be a tool
// tag, in any spelling, or one whose '<' is escaped in JSON; in a file of JSON also
// a call in another text format. It is a quick test that saves reading the other
// files of a folder.
func mayHoldCalls(text string, kind document.Kind) bool {
	if kind == document.JSON {
		return document.Relevant(text, kind)
	}
	for rest := text; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		tag := strings.TrimLeft(rest[:min(len(rest), 16)], "/ \t")
		if len(tag) >= 4 && strings.EqualFold(tag[:4], "tool") {
			return true
		}
	}
	return strings.Contains(text, `\u003c`) || strings.Contains(text, `\u003C`)
}
