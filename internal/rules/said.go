package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
)

// An end is how a call ends, as far as notes speak of it.
type end uint8

// The ends of calls.
const (
	goes     end = 1 << iota // it runs, as written or not
	byTool                   // its tool refuses it
	noTool                   // there is no such tool
	byReader                 // the reader refuses it
	never                    // nothing reads it as a call that could run
)

// said are the words with which notes speak of the end of a call, some without a first letter that may be a
// capital, and the ends under which they are true. A note
// is said as far as it is true of the call: what a rule knows of a place of the call is not all that happens to it.
var said = []struct {
	words string
	of    end
}{
	{"he runtime refuses the call", byReader},
	{"he runtime then refuses", byReader},
	{"which the runtime then refuses", byReader},
	{"he runtime refuses both", byReader},
	{"he runtime refuses a call that names no tool", byReader},
	{"refuses the call", byReader | byTool},
	{"The tool refuses the call", byTool},
	{"he runtime answers this call with an error", noTool},
	{"he call runs", goes},
	{"he tool gets", goes | byTool},
	{"he tool does not check this, and runs with an empty value", goes},
	{"It is read as `", goes | byTool},
	{"never runs", never},
}

// conjunctions are what joins such words to the reason before them.
var conjunctions = []string{", so this", ", so", ", and", ", which", ";", ", "}

// end returns the end of the call.
func (p *Pass) end() end {
	switch reason := p.Reason; {
	case reason.Outcome() == call.NoCall:
		return goes | byTool | noTool | byReader | never // it is not a call, or read by itself
	case reason.Outcome() == call.Ignored:
		return never
	case reason == call.ByReader:
		return byReader
	case reason == call.UnknownTool:
		return noTool
	case reason.Outcome() == call.Refused, p.Files != nil && p.Files.Refused() != "":
		return byTool
	}
	return goes
}

// told returns a note as far as it is true of the call.
func (p *Pass) told(note string) string {
	for _, s := range said {
		at := strings.Index(note, s.words)
		if at < 0 || s.of&p.end() != 0 {
			continue
		}
		before := strings.TrimSuffix(strings.TrimRight(note[:at], "tT"), " ")
		for _, c := range conjunctions {
			if reason, joined := strings.CutSuffix(before, c); joined {
				return reason
			}
		}
		return ""
	}
	return note
}
