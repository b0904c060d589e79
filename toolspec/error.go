package toolspec

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/tree"
	"github.com/entrhq/forge-lsp/text"
)

// An Error is an error in a definition of tools.
type Error struct {
	// File is the file name given to the loader.
	File string
	// Line and Column are the place, both from 1, the column in bytes; 0 if there is
	// none. A line ends with LF, CR LF or CR.
	Line, Column int
	// Pointer is the place as a JSON pointer (RFC 6901); "" is the whole file.
	Pointer string
	// Reason describes the error, without a period.
	Reason string
	// Lost are the names of the tools that the file appears to define and that are not
	// known because of its errors. The first error of a file has all of them.
	Lost []string
}

// Error returns "file:line:column: reason (at pointer)".
func (e *Error) Error() string {
	at, text := e.File, e.Reason
	if e.Line > 0 {
		at += fmt.Sprintf(":%d:%d", e.Line, e.Column)
	}
	if at != "" {
		text = at + ": " + text
	}
	if e.Pointer != "" {
		text += " (at " + e.Pointer + ")"
	}
	return text
}

// errorAt returns an error at a value, which does not name the file.
func errorAt(n *tree.Node, format string, args ...any) *Error {
	return errorOf(&tree.Error{At: n.At, Pointer: n.Pointer(), Reason: fmt.Sprintf(format, args...)})
}

// errorOf returns an error that reading a text has found.
func errorOf(e *tree.Error) *Error {
	line, column := e.At.Position(text.UTF8)
	return &Error{Line: line, Column: column, Pointer: e.Pointer, Reason: e.Reason}
}

// blank is a value without a place.
var blank = &tree.Node{}
