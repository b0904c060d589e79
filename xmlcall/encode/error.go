package encode

import (
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// An Error describes what part of a call cannot be written, and why.
type Error struct {
	// Path is the path of the value: "edits[1].search" is the search of the second of
	// the edits, "exclude[0]" the first of several exclude elements; "tool_name" and
	// "server_name" are those of the call. It is empty where the error is not about one
	// value.
	Path string
	// Reason describes what is wrong.
	Reason string

	at int // 1 + the offset that Offset returns; 0 if there is none
}

// Offset returns a 0-based byte offset into the value. ok is false where the error
// is not about a place in it.
func (e *Error) Offset() (offset int, ok bool) { return max(e.at-1, 0), e.at > 0 }

// Error returns the path, the offset and the reason in one line.
func (e *Error) Error() string {
	s := "cannot write the call"
	if e.Path != "" {
		s = "cannot write " + e.Path
	}
	if offset, ok := e.Offset(); ok {
		s += fmt.Sprintf(", byte %d", offset)
	}
	return s + ": " + e.Reason
}

func fail(format string, args ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, args...)}
}

// within returns e with one more step at the beginning of its path.
func (e *Error) within(step string) *Error {
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = step + e.Path
	return e
}

// step returns the path element from v to its child i.
func (e *encoder) step(v *xmlcall.Value, i int, root bool) string {
	c := v.Children[i]
	if c == nil || !root && tree.IsList(v, e.itemName) {
		return fmt.Sprintf("[%d]", i)
	}
	index, n := 0, 0
	for k, sibling := range v.Children {
		if sibling != nil && sibling.Name == c.Name {
			if k < i {
				index++
			}
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s[%d]", c.Name, index)
	}
	return c.Name
}
