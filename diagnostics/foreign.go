package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// A NativeCall is a call that a model made natively, in the JSON of a transcript.
type NativeCall struct {
	*transcript.Call
	Outcome Outcome
	Why     string // the message of the finding that explains the outcome; "" for one that runs
	Checked bool   // whether a definition of its tool is known
	// Result is the result that followed, nil for none. Only [Document.Natives] knows it.
	Result *transcript.Result
	// Rules are the codes of the rules that report something about the call, whatever their levels,
	// in the order of the findings, and Cause is the first with an error.
	Rules []string
	Cause string
}

// By returns what refuses the call: the reader if its arguments are not a JSON object, or cut off.
func (c *NativeCall) By() By {
	switch {
	case c.Outcome != Refused:
		return ""
	case c.Cut || c.Invalid != "" || c.Arguments.Exists() && c.Arguments.Kind() != '{':
		return ByReader
	}
	return ByTool
}

// Given returns the arguments, or the text that the call has instead.
func (c *NativeCall) Given() transcript.Tree {
	if c.Input.Exists() {
		return c.Input
	}
	return c.Arguments
}

// A TextCall is a call that an agent wrote in a text format of another runtime. Its outcome is [Ignored] if it
// leaked: the agent's calls are native, or it has no <tool>. Otherwise it is [Unknown].
type TextCall struct {
	*document.TextCall
	Outcome Outcome
	Why     string   // the message of the finding about it; "" for none
	Rules   []string // as in [NativeCall]
}

// Form returns the form of the call in lists: "leaked", or "other".
func (c *TextCall) Form() string {
	if c.Outcome == Ignored {
		return "leaked"
	}
	return "other"
}

// Detailed returns the outcome in words: "never runs, leaked", or "unknown, in the format of Hermes".
func (c *TextCall) Detailed() string {
	if c.Outcome == Ignored {
		return Ignored.Words() + ", leaked"
	}
	return Unknown.Words() + ", in " + document.Words(c.Format)
}

// A resultKey is what links a native call with its result: the ID of the call or, in a container without
// IDs, the name of its tool.
type resultKey struct {
	alone    int // see transcript.Result.Alone
	id, tool string
}

func resultKeyOf(alone int, id, tool string) resultKey {
	if id != "" {
		tool = ""
	}
	return resultKey{alone, id, tool}
}
