package cli

import (
	"context"
	"encoding/json"
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
	answer := hookAnswers[e.name]
	if answer == nil || e.name == "PostToolUse" && e.call == "" {
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
	a := answer(&e, found)
	if a == nil {
		return nil
	}
	return report.WriteJSON(term.Own(cmd.OutOrStdout()), a)
}

// A hookEvent is the input of a hook from an agent.
type hookEvent struct {
	name       string
	transcript string // its path, or ""
	folder     string // the agent's working directory, "" for that of the process
	call       string // the id of the call that was made
	tool       string // its tool, of a call that is about to be made
	input      map[string]any
	last       string // the agent's last text
	again      bool   // whether the agent already continues because of a hook
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
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return e, fmt.Errorf("the event is not a JSON object: %w", err)
	}
	get := func(name string, into any) { _ = json.Unmarshal(members[name], into) }
	get("hook_event_name", &e.name)
	if e.name == "" {
		return e, fmt.Errorf("the event has no hook_event_name")
	}
	get("transcript_path", &e.transcript)
	if e.name == "SubagentStop" {
		e.transcript = ""
		get("agent_transcript_path", &e.transcript)
	}
	get("cwd", &e.folder)
	var roots []string
	if get("workspace_roots", &roots); e.folder == "" && len(roots) > 0 {
		e.folder = roots[0]
	}
	if e.name == "PostToolUse" {
		get("tool_use_id", &e.call)
	}
	if e.name == "PreToolUse" {
		get("tool_name", &e.tool)
		get("tool_input", &e.input)
	}
	get("last_assistant_message", &e.last)
	get("stop_hook_active", &e.again)
	loops := 0
	get("loop_count", &loops)
	e.again = e.again || loops > 0
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

// hookAnswers are the answers to events.
var hookAnswers = map[string]func(*hookEvent, []feedback.Correction) *hookAnswer{
	"Stop":         answerStop,
	"SubagentStop": answerStop,
	"PostToolUse": func(e *hookEvent, found []feedback.Correction) *hookAnswer {
		return &hookAnswer{Output: &hookOutput{Event: e.name, Context: hookText(found)}}
	},
	"PreToolUse": func(e *hookEvent, found []feedback.Correction) *hookAnswer {
		return &hookAnswer{Output: &hookOutput{Event: e.name, Decision: "deny", Reason: hookPrefix + found[0].Text}}
	},
	"stop": func(e *hookEvent, found []feedback.Correction) *hookAnswer {
		if e.again {
			return nil
		}
		return &hookAnswer{Followup: hookText(found)}
	},
}

func answerStop(e *hookEvent, found []feedback.Correction) *hookAnswer {
	if e.again {
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
	if o.Files, err = filetools.Open(absolute(e.folder), nil); err != nil {
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
