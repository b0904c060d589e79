package feedback

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// OfLeak returns the message about a call that an agent wrote as text, though its calls are
// native. It is valid UTF-8 and shorter than 500 bytes, and repeats no markup of the call, which the
// model would copy.
func OfLeak(l *document.LeakedCall) string { return ofLeak(l, 1) }

// ofLeak is [OfLeak] for a call that is written as text for so many times.
func ofLeak(l *document.LeakedCall, times int) string {
	tool, again := "The call", "Make the call"
	if l.Tool != "" {
		name := clip(foreign.Text(l.Tool), 80)
		tool, again = "The call of "+name, "Call "+name
	}
	whose, _, _ := strings.Cut(l.Format, "'s ")
	in := ""
	if !strings.ContainsAny(whose, "<[|=") {
		in = ", in the format of " + clip(foreign.Text(whose), 80)
	}
	if times > 1 {
		in += ", " + thousands.Separate(times) + " times now"
	}
	return fmt.Sprintf(`ERROR: Tool call did not run.

Reason: %s was written as text%s. Nothing ran, and there is no result.

SOLUTION - %s through the tool interface, if it is still needed; never write a call as text.
`, tool, in, again)
}
