package feedback

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// OfLeak returns the message about a call that an agent wrote as text, though its calls are
// native. It is valid UTF-8 and shorter than 500 bytes.
func OfLeak(l *document.LeakedCall) string {
	tool, again := "The call", "Make the call"
	if l.Tool != "" {
		name := clip(foreign.Text(l.Tool), 80)
		tool, again = "The call of "+name, "Call "+name
	}
	return fmt.Sprintf(`ERROR: Tool call did not run.

Reason: %s was written as text, in the format of %s.

SOLUTION - %s through the tool interface, if it is still needed; never write a call as text.
`, tool, clip(foreign.Text(l.Format), 80), again)
}
