package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// The types of this file are the inputs and outputs of MCP tools. Clients depend on their JSON, so
// it is added to, never renamed.

type mcpReply struct {
	Reply string `json:"reply" jsonschema:"the text of the reply, as the model wrote it"`
	Kind  string `json:"kind,omitempty" jsonschema:"reply: every <tool> counts; document: a prompt or documentation, in which mentions do not"`
	Root  string `json:"root,omitempty" jsonschema:"the folder that the agent works in, to check paths and edits against its files: . for the working directory of this server, or a folder below it"`
}

type mcpText struct {
	Call string `json:"call" jsonschema:"the call, from <tool> to </tool>, or a reply with calls"`
}

type mcpValidated struct {
	mcpChecked
	Feedback string `json:"feedback,omitempty" jsonschema:"the message to the author about calls that do not run as meant, with lines of the text, and the corrected calls where they are certain"`
}

type mcpFixed struct {
	Call    string `json:"call" jsonschema:"the text with all safe fixes"`
	Changed bool   `json:"changed" jsonschema:"whether a fix was made"`
	mcpChecked
}

// mcpChecked is about a text: the one that was given or, of [mcpFixed], the fixed one.
type mcpChecked struct {
	OK       bool             `json:"ok" jsonschema:"whether there are calls, and the outcome of all is runs"`
	Reason   string           `json:"reason,omitempty" jsonschema:"the reason if there are no calls"`
	Calls    []mcpCall        `json:"calls" jsonschema:"the calls by position"`
	Findings []report.Finding `json:"findings" jsonschema:"what is wrong, by position"`
	More     int              `json:"more,omitempty" jsonschema:"how many calls and findings are not listed"`
	Problems []string         `json:"problems,omitempty" jsonschema:"mistakes in the configuration and in definitions of tools"`
}

type mcpCall struct {
	Line   int    `json:"line" jsonschema:"the line that the call starts on, from 1"`
	Tool   string `json:"tool" jsonschema:"the tool_name as the runtime reads it"`
	Server string `json:"server" jsonschema:"the server_name as the runtime reads it"`
	report.OutcomeOfCall
	Checked bool   `json:"checked" jsonschema:"whether the tool gets the call, and is known, so that the arguments are checked"`
	Diff    string `json:"diff,omitempty" jsonschema:"with root, the change of the file as a unified diff, if it has at most 8,192 bytes"`
}

// Limits of MCP tools: the size of texts, in bytes, and the number of listed calls and
// findings.
const (
	maxMCPText = 4 << 20
	maxMCPList = 200
)

// read reads a text from a client, and calls f with it.
func (s *mcpServer) read(ctx context.Context, source string, kind document.Kind, root string, f func(d *diagnostics.Document)) (problems []string, err error) {
	if len(source) > maxMCPText {
		return nil, fmt.Errorf("the text is %s bytes; the limit is %s", thousands.Separate(len(source)), thousands.Separate(maxMCPText))
	}
	settings, problems := s.settings()
	options := settings.Options()
	if root != "" {
		if options.Files, err = below(root); err != nil {
			return problems, err
		}
	}
	return problems, within(ctx, func(i *diagnostics.Interrupt) {
		f(options.With(i).Open(text.New(source), kind))
	})
}

// below opens a folder that is the working directory, or below it: a client is not shown other files.
func below(root string) (*filetools.Workspace, error) {
	w, err := filetools.Open(root, nil)
	if err != nil {
		return nil, fmt.Errorf("root: %w", files.Reason(err))
	}
	own, err := filetools.Open(".", nil)
	if err != nil || !own.Contains(w) {
		return nil, errors.New("root: this is not below the working directory of the server")
	}
	return w, nil
}

func (s *mcpServer) validateReply(ctx context.Context, in mcpReply) (out mcpValidated, err error) {
	kind := document.Recognize(workspace.Stdin, in.Reply)
	if in.Kind == document.Document.String() {
		kind = document.Document
	}
	problems, err := s.read(ctx, in.Reply, kind, in.Root, func(d *diagnostics.Document) {
		index := report.IndexOf(d.Text(), report.Origin{})
		out.mcpChecked, out.Feedback = checked(d, index), feedbackOn(d, index)
	})
	out.Problems = problems
	return out, err
}

func (s *mcpServer) fixCall(ctx context.Context, in mcpText) (out mcpFixed, err error) {
	problems, err := s.read(ctx, in.Call, document.Recognize(workspace.Stdin, in.Call), "", func(d *diagnostics.Document) {
		fixed := d.Fixed(nil)
		out.Call = fixed.Text().String()
		out.Changed, out.mcpChecked = out.Call != in.Call, checked(fixed, report.IndexOf(fixed.Text(), report.Origin{}))
	})
	out.Problems = problems
	return out, err
}

// checked describes a document by its first calls and findings.
func checked(d *diagnostics.Document, index *report.LineIndex) (out mcpChecked) {
	out.OK = runAsWritten(d)
	if out.Calls, out.More = mcpCalls(d, index); len(out.Calls) == 0 {
		out.Reason = "The text has no <tool> call that the runtime recognizes, so nothing runs"
	}
	var found report.File
	found.Describe(report.Found{Document: d, Keep: func(f *diagnostics.Diagnostic) bool { return !f.IsPlaceholder() }}, &report.Settings{Format: "json"})
	out.Findings = append([]report.Finding{}, found.Findings[:min(len(found.Findings), maxMCPList)]...)
	out.More += len(found.Findings) - len(out.Findings)
	return out
}

// runAsWritten reports whether there are calls and all of them run as written.
func runAsWritten(d *diagnostics.Document) bool {
	tally := d.Summary()
	if tally.Calls == 0 || tally.Outcomes[diagnostics.Runs] != tally.Calls {
		return false
	}
	for f := range d.Diagnostics() { // something that was meant as a call may be none
		if f.Call < 0 && f.Severity == diagnostics.Error && !f.Intended {
			return false
		}
	}
	return true
}

// mcpCalls describes the first calls of a document. more is the number of the others.
func mcpCalls(d *diagnostics.Document, index *report.LineIndex) (list []mcpCall, more int) {
	list = []mcpCall{}
	for c := range d.Calls() {
		if c.Outcome() == diagnostics.NoCall {
			continue
		}
		if len(list) == maxMCPList {
			more++
			continue
		}
		line := func(offset int) int { return index.Position(offset + c.Shift).Line }
		block, diff := c.Received(), c.InFiles().Diff()
		if len(diff) > maxAnswer {
			diff = ""
		}
		list = append(list, mcpCall{
			Line: line(c.Span.Start), Tool: block.ToolName(), Server: block.ServerName(), OutcomeOfCall: report.OutcomeOf(c.Call, line),
			Checked: c.Checked(), Diff: diff,
		})
	}
	return list, more
}

// feedbackOn returns the message for the author of a reply, or "" if all calls run as intended.
func feedbackOn(d *diagnostics.Document, index *report.LineIndex) string {
	var texts []string
	size := 0
	for _, c := range feedback.Corrections(d, feedback.Budget, nil, func(offset int) int { return index.Position(offset).Line }) {
		if size += len(c.Text) + 1; size > maxAnswer {
			break
		}
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, "\n")
}
