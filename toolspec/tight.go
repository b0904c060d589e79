package toolspec

// Tight reports whether white space around the value is certainly a mistake: the
// argument is a path, a name or one of a list of values.
func (a *Argument) Tight() bool { return a.tight }
