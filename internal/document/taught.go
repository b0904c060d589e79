package document

import (
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// taughtBy returns what a message shows about calls in text: that they run. A prompt that forbids
// them shows no such thing. Any other message has to have a [transcript.Hit].
func taughtBy(m *transcript.Message) (shows callsShown) {
	switch m.Role {
	case transcript.Agent:
		if callsIn(m, 0).forge {
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
