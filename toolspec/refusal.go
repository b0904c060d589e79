package toolspec

// Refuses reports whether t refuses a call because of an issue with its arguments.
// Other issues have other effects: an argument that is ignored, or a value that differs
// from the one that was written.
//
// A built-in tool refuses only what it is known to check, and many do not check that a
// required string is present: write_file without <content> writes an empty file. For
// any other tool only the definition is known, and its requirements are assumed to be
// checked.
func (t *Tool) Refuses(i Issue) bool {
	switch i.Kind {
	case EmptyArgument, DroppedValue, TypeMismatch, InvalidValue:
		return true
	case MissingArgument:
		return !t.builtin || i.Argument == nil || i.Argument.NonEmpty || i.Argument.Kind != String
	case ArrayShape:
		return i.Reason != ""
	case PaddedValue:
		// run_custom_tool looks up the name without trimming it.
		return (t.Custom || t.coerces) && i.Name == "tool_name"
	}
	return false
}
