package document

import "github.com/entrhq/forge-lsp/internal/transcript/textcall"

// Runs is what a transcript shows of whether a call in another format runs.
type Runs uint8

const (
	// Open: nothing shows it.
	Open Runs = iota
	// Taught: a prompt, or a result, shows that calls in the format run.
	Taught
	// Leaked: the agent's calls are native, and nothing shows that calls in the format run; or it has lost its <tool>. It
	// did not.
	Leaked
)

// callsShown is what a transcript in JSON shows about how its agents call tools.
type callsShown uint32

const (
	native  callsShown = 1 << iota // there are native calls, or definitions of tools for them
	taught                         // a system prompt shows <tool>
	defined                        // there are definitions of tools
	spoken                         // a reply has a call with the envelope of Forge
	// A prompt, or a result, shows that calls in a text format run.
	taughtShift = iota // of the bits of a [textcall.Set]
)

// isForge reports whether each <tool> of the transcript is one of Forge, unless calls are native.
func (c callsShown) isForge() bool { return c&(taught|spoken) != 0 }

// runs returns what is shown of calls in some formats.
func (c callsShown) runs(formats textcall.Set) Runs {
	switch {
	case taughtIn(formats)&c != 0:
		return Taught
	case c&native != 0:
		return Leaked
	}
	return Open
}

// taughtIn returns that calls in some formats run.
func taughtIn(formats textcall.Set) callsShown { return callsShown(formats) << taughtShift }
