package diagnostics

import (
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/toolspec"
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

// sessionTools returns the tools of native calls without definitions beside them: those that the
// file defines, or else the given ones, if the file calls one of them.
func sessionTools(file *document.File, own *toolspec.Set) *toolspec.Set {
	if d := file.Definitions; len(d) > 0 {
		return defined(d...)
	}
	set := own.Native()
	for _, name := range file.ToolNames {
		if set.Find("", name) != nil {
			return set
		}
	}
	return nil
}

// definitions are up to eight sets of tools that were read, by their text: the calls of a session share one.
var definitions struct {
	mu   sync.Mutex
	sets map[string]*toolspec.Set
}

// defined reads definitions in a transcript. Errors in them are those of the program that wrote it.
func defined(texts ...string) *toolspec.Set {
	key := strings.Join(texts, "\n")
	definitions.mu.Lock()
	defer definitions.mu.Unlock()
	set := definitions.sets[key]
	if set == nil {
		var tools []*toolspec.Tool
		for _, text := range texts {
			some, _ := toolspec.Load("tools.json", []byte(text))
			tools = append(tools, some...)
		}
		if set = toolspec.NewSet(tools...); definitions.sets == nil || len(definitions.sets) == 8 {
			definitions.sets = map[string]*toolspec.Set{}
		}
		definitions.sets[strings.Clone(key)] = set // which may be a part of a large text
	}
	return set
}
