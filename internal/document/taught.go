package document

import (
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// taughtBy returns what a message shows about calls in text: that they run. A prompt that forbids
// them shows no such thing.
func taughtBy(m *transcript.Message) (shows callsShown) {
	if m.Role != transcript.System && !m.Calls() {
		return 0
	}
	switch m.Role {
	case transcript.Agent:
		if len(segmentsOf(m, false)) > 0 {
			return spoken
		}
	case transcript.System:
		if m.Teaches() {
			shows = taught
		}
		return shows | taughtIn(textcall.Taught(m.Text().String()))
	case transcript.User, transcript.Tool:
		return taughtIn(textcall.Answered(m.Text().String()))
	}
	return shows
}

// taughtIn returns that calls in some formats run.
func taughtIn(formats textcall.Set) callsShown { return callsShown(formats) << taughtShift }
