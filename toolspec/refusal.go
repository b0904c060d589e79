package toolspec

// Refuses reports whether t refuses a call because of an issue with its
// arguments. An issue that is none of these costs the call something else: an
// argument that is ignored, or a value that is not the one that was written.
//
// A built-in tool refuses what it is known to check, and many do not check that a
// required string is given: write_file without <content> writes an empty file. Of
// any other tool only the definition is known, and what that requires is taken
// for checked.
func (t *Tool) Refuses(i Issue) bool {
	switch i.Kind {
	case EmptyArgument, DroppedValue, TypeMismatch, InvalidValue:
		return true
	case MissingArgument:
		return !t.builtin || i.Argument == nil || i.Argument.NonEmpty || i.Argument.Kind != String
	case PaddedValue:
		// run_custom_tool looks the name up as it is written.
		return (t.Custom || t.coerces) && i.Name == "tool_name"
	}
	return false
}
