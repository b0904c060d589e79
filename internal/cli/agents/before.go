package agents

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// refused returns the message about a native call that is about to be made, if it edits a file and
// the file refuses the edit. Of the runtime's tools only apply_diff is known by its arguments: tools of
// other agents have the names of the others.
func (e *hookEvent) refused(settings *workspace.Settings, i *diagnostics.Interrupt) []feedback.Correction {
	o := settings.Options().With(i)
	tool := e.calls(o.Toolset(), toolspec.ApplyDiff)
	if tool == nil {
		return nil
	}
	call, err := tool.Write(e.input, encode.Automatic)
	if err != nil {
		return nil
	}
	source := text.New(call)
	calls := slices.Collect(o.Open(source, document.Reply).Calls())
	if len(calls) != 1 || calls[0].Outcome() >= diagnostics.Refused {
		return nil // it is another tool of the name
	}
	if o.Files, err = filetools.Open(cli.Absolute(e.folder), nil); err != nil {
		return nil
	}
	return feedback.Corrections(o.Open(source, document.Reply), feedback.Budget, nil, nil)
}

// calls returns the tool of a name, if the event is about a call of it: mcp__server__apply_diff is
// apply_diff of a server.
func (e *hookEvent) calls(set *toolspec.Set, name string) *toolspec.Tool {
	prefix, ok := strings.CutSuffix(e.tool, name)
	if !ok || prefix != "" && !strings.HasSuffix(prefix, "__") {
		return nil
	}
	return set.Find("", name)
}
