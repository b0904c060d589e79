package rules

// A Group is a name for related rules, so that they can be selected together. Each rule
// is in exactly one.
type Group string

// The groups.
const (
	// Syntax: text that the reader refuses, or reads only by its repair.
	Syntax Group = "syntax"
	// Safety: the call runs with other data than was written, or another call runs.
	Safety Group = "safety"
	// Envelope: the parts of a call around its arguments.
	Envelope Group = "envelope"
	// Schema: the arguments, checked against the definition of the tool.
	Schema Group = "schema"
	// Files: the arguments, checked against the files of the workspace.
	Files Group = "files"
	// Messages: the handling of a whole reply by the runtime, and transcripts.
	Messages Group = "messages"
	// Prompts: what a prompt tells about tools and calls.
	Prompts Group = "prompts"
	// Style: calls that run as written, but could be written better.
	Style Group = "style"
)

// Groups lists the groups, in display order.
var Groups = []Group{Syntax, Safety, Envelope, Schema, Files, Messages, Prompts, Style}
