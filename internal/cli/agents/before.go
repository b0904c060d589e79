package agents

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// refused returns the message about a native call that is about to be made, if it edits a file and
// the file refuses the edit. Tools of other agents have the names of Forge's, but only apply_diff has
// its arguments; mcp__server__apply_diff is the same tool of a server.
func (e *hookEvent) refused(i *diagnostics.Interrupt) []feedback.Correction {
	if e.tool != toolspec.ApplyDiff && !strings.HasSuffix(e.tool, "__"+toolspec.ApplyDiff) {
		return nil
	}
	call, err := encode.Call{Tool: toolspec.ApplyDiff, Arguments: e.input}.Encode(encode.Options{})
	if err != nil {
		return nil
	}
	o, source := diagnostics.Options{}.With(i), text.New(call)
	calls := slices.Collect(o.Open(source, document.Reply).Calls())
	if len(calls) != 1 || calls[0].Refused() {
		return nil // it is another tool of the name
	}
	if o.Files, err = filetools.Open(cli.Absolute(e.folder), nil); err != nil {
		return nil
	}
	return feedback.Corrections(o.Open(source, document.Reply), feedback.Budget, nil)
}
