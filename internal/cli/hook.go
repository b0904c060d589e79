package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

const hookName = "hook"

// exitHook is the exit code of a hook that failed. With 2, the agent would continue with
// the error message as its next instruction.
const exitHook = 1

// hookTime is the maximum duration of a hook: the agent waits for it.
const hookTime = 5 * time.Second

// hookPrefix starts each answer of the hook, so that it is recognized in the
// transcript.
const hookPrefix = "forge-lsp hook: "

type hook struct {
	tools  WorkspaceFlags
	stderr io.Writer
}

// hookCommand returns the command hook.
func hookCommand() *cobra.Command {
	h := &hook{}
	cmd := &cobra.Command{
		Use:   hookName + " [flags]",
		Short: "Tell a coding agent which of its calls did not run",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return Usagef(cmd, "hook takes no arguments: the event comes on standard input")
			}
			return h.tools.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return h.run(cmd) },
	}
	h.tools.Add(cmd)
	return cmd
}

func (h *hook) run(cmd *cobra.Command) error {
	h.stderr = cmd.ErrOrStderr()
	e, err := readEvent(cmd.InOrStdin())
	if err != nil {
		return err
	}
	if !slices.Contains(hookEvents, e.Name) || e.Name == "PostToolUse" && e.Call == "" || e.Name == "stop" && e.Again {
		return nil
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), hookTime)
	defer cancel()
	var found []feedback.Correction
	late := diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) { found, err = h.find(ctx, &e, i) })
	if late != nil {
		return fmt.Errorf("the transcript was not checked: %w", late)
	}
	if err != nil || len(found) == 0 {
		return err
	}
	return report.WriteJSON(term.Own(cmd.OutOrStdout()), e.answer(found))
}

// A hookEvent is the input of a hook from an agent.
type hookEvent struct {
	Name       string         `json:"hook_event_name"`
	Transcript string         `json:"transcript_path"`       // or ""
	Agents     string         `json:"agent_transcript_path"` // that of a subagent
	Folder     string         `json:"cwd"`                   // the agent's, "" for that of the process
	Roots      []string       `json:"workspace_roots"`
	Call       string         `json:"tool_use_id"` // of the call that was made
	Tool       string         `json:"tool_name"`
	Input      map[string]any `json:"tool_input"`             // of a call that is about to be made
	Last       string         `json:"last_assistant_message"` // its text
	Again      bool           `json:"stop_hook_active"`       // whether the agent already continues because of a hook
	Loops      int            `json:"loop_count"`             // how often it has done so
}

// readEvent reads an event, which contains the result of a tool. A member with an unexpected type is treated as absent: some
// agents send null where others omit the member.
func readEvent(r io.Reader) (e hookEvent, err error) {
	text, err := io.ReadAll(io.LimitReader(r, workspace.MaxLine+1))
	if err != nil {
		return e, fmt.Errorf("the event cannot be read: %w", err)
	}
	if len(text) > workspace.MaxLine {
		return e, fmt.Errorf("the event is larger than the limit of %s bytes", thousands.Separate(workspace.MaxLine))
	}
	err = json.Unmarshal(text, &e)
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && (!ok || mistyped.Field == "") {
		return e, fmt.Errorf("the event is not a JSON object: %w", err)
	}
	if e.Name == "" {
		return e, errors.New("the event has no hook_event_name")
	}
	if e.Name == "SubagentStop" {
		e.Transcript = e.Agents
	}
	if e.Folder == "" && len(e.Roots) > 0 {
		e.Folder = e.Roots[0]
	}
	if e.Name != "PostToolUse" {
		e.Call = ""
	}
	e.Again = e.Again || e.Loops > 0
	return e, nil
}

// A hookAnswer is the output of a hook for an agent.
type hookAnswer struct {
	Decision      string      `json:"decision,omitempty"`
	Reason        string      `json:"reason,omitempty"`        // for the agent
	SystemMessage string      `json:"systemMessage,omitempty"` // for the person
	Output        *hookOutput `json:"hookSpecificOutput,omitempty"`
	Followup      string      `json:"followup_message,omitempty"` // for Cursor's agent
}

type hookOutput struct {
	Event    string `json:"hookEventName"`
	Context  string `json:"additionalContext,omitempty"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
}

// hookEvents are the events that are answered.
var hookEvents = []string{"Stop", "SubagentStop", "PostToolUse", "PreToolUse", "stop"}

// answer returns the answer about calls that did not run.
func (e *hookEvent) answer(found []feedback.Correction) *hookAnswer {
	switch {
	case e.Name == "PostToolUse":
		return &hookAnswer{Output: &hookOutput{Event: e.Name, Context: hookText(found)}}
	case e.Name == "PreToolUse":
		return &hookAnswer{Output: &hookOutput{Event: e.Name, Decision: "deny", Reason: hookPrefix + found[0].Text}}
	case e.Name == "stop":
		return &hookAnswer{Followup: hookText(found)}
	case e.Again:
		return &hookAnswer{SystemMessage: hookPrefix + didNotRun(len(found)) + "; the agent has already been told about others"}
	}
	return &hookAnswer{Decision: "block", Reason: hookText(found)}
}

// didNotRun is the sentence that a number of calls did not run.
func didNotRun(n int) string {
	return thousands.Count(n, "tool call") + " of the last turn did not run as meant"
}

// maxAnswer is the maximum size in bytes of the description of calls for the agent.
// Claude Code shows only the start of more than 10,000 characters.
const maxAnswer = 8 << 10

// hookText returns the description of calls for their agent.
func hookText(found []feedback.Correction) string {
	var b strings.Builder
	them := "them"
	if len(found) == 1 {
		them = "it"
	}
	fmt.Fprintf(&b, "%s%s. Correct %s, and anything that relies on %s.\n", hookPrefix, didNotRun(len(found)), them, them)
	for i, c := range found {
		if b.Len()+len(c.Text) > maxAnswer {
			fmt.Fprintf(&b, "\nAnd %s more.\n", thousands.Separate(len(found)-i))
			break
		}
		b.WriteString("\n" + c.Text)
	}
	return b.String()
}

// refused returns the message about a native call that is about to be made, if it edits a file and
// the file refuses the edit. Of the runtime's tools only apply_diff is known by its arguments: tools of
// other agents have the names of the others.
func (e *hookEvent) refused(settings *workspace.Settings, i *diagnostics.Interrupt) []feedback.Correction {
	o := settings.Options().With(i)
	tool := o.Toolset().Find("", toolspec.ApplyDiff)
	server, ok := strings.CutSuffix(e.Tool, toolspec.ApplyDiff) // such as mcp__server__
	if tool == nil || !ok || server != "" && !strings.HasSuffix(server, "__") {
		return nil
	}
	call, err := tool.Write(e.Input, encode.Automatic)
	if err != nil {
		return nil
	}
	source := text.New(call)
	calls := slices.Collect(o.Open(source, document.Reply).Calls())
	if len(calls) != 1 || calls[0].Outcome() >= diagnostics.Refused {
		return nil // it is another tool of the name
	}
	if o.Files, err = filetools.Open(absolute(e.Folder), nil); err != nil {
		return nil
	}
	return feedback.Corrections(o.Open(source, document.Reply), feedback.Budget, nil, nil)
}
