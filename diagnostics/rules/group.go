package rules

// A Group is a name for rules that belong together, so that they can be chosen together.
// Each rule is in one.
type Group string

// The groups.
const (
	// Syntax: what the reader refuses, or reads only by its repair.
	Syntax Group = "syntax"
	// Safety: the call runs with other data than was written, or another call runs.
	Safety Group = "safety"
	// Envelope: the parts of a call around its arguments.
	Envelope Group = "envelope"
	// Schema: the arguments, against the definition of the tool.
	Schema Group = "schema"
	// Messages: what the runtime does with a whole reply, and transcripts.
	Messages Group = "messages"
	// Style: what runs as written, and is better written otherwise.
	Style Group = "style"
)

// Groups are the groups, in the order in which they are listed.
var Groups = []Group{Syntax, Safety, Envelope, Schema, Messages, Style}
