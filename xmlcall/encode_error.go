package xmlcall

import "fmt"

// An EncodeError says what of a call cannot be written, and where.
type EncodeError struct {
	// Path leads to the value: "edits[1].search" is the search of the second of
	// the edits, "exclude[0]" the first of several exclude elements;
	// "tool_name" and "server_name" are those of the call. It is empty where
	// the error is not about one value.
	Path string
	// Offset is a 0-based byte offset into the value, -1 where the error is not
	// about a place in it.
	Offset int
	// Reason says what is wrong.
	Reason string
}

// Error returns the path, the offset and the reason in one line.
func (e *EncodeError) Error() string {
	s := "cannot write the call"
	if e.Path != "" {
		s = "cannot write " + e.Path
	}
	if e.Offset >= 0 {
		s += fmt.Sprintf(", byte %d", e.Offset)
	}
	return s + ": " + e.Reason
}

func encodeError(format string, args ...any) *EncodeError {
	return &EncodeError{Offset: -1, Reason: fmt.Sprintf(format, args...)}
}

// within returns e with one more step at the beginning of its path.
func (e *EncodeError) within(step string) *EncodeError {
	e.Path = joinPath(step, e.Path)
	return e
}

// joinPath puts a step, "name" or "[3]", before a path.
func joinPath(step, path string) string {
	if path == "" || path[0] == '[' {
		return step + path
	}
	return step + "." + path
}

// step returns the step of a path from v to its child i.
func (e *encoder) step(v *Value, i int, root bool) string {
	c := v.Children[i]
	if c == nil || !root && isList(v, e.itemName) {
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
