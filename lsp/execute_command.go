package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The commands of the server; docs/protocol.md describes them. Their names start with
// that of the server: editors have a single namespace for commands.
const (
	commandFixAll       = Name + ".fixAll"
	commandFixCall      = Name + ".fixCall"
	commandShowReceived = Name + ".showReceived"
	commandShowChange   = Name + ".showChange"
	commandShowProblem  = Name + ".showProblem"
)

var commands = []string{commandShowReceived, commandShowChange, commandFixAll, commandFixCall, commandShowProblem}

// commands returns the commands that the server offers the client.
func (c *client) commands() []string {
	return slices.DeleteFunc(slices.Clone(commands), func(name string) bool {
		switch name {
		case commandFixAll, commandFixCall:
			return !c.Workspace.ApplyEdit
		case commandShowProblem:
			return !c.Window.ShowDocument.Support
		}
		return false
	})
}

// commandArgument is the argument of each command.
type commandArgument struct {
	URI string `json:"uri"`
	// Position is in the call of the command, nil for a command about the document.
	Position *wirePosition `json:"position,omitempty"`
	// Text is the revision of the text that the command is for, 0 for the latest.
	Text uint64 `json:"text,omitempty"`
	// Code is the code of the findings that fix-all fixes, "" for all.
	Code string `json:"code,omitempty"`
}

// commandParams are the parameters of workspace/executeCommand.
type commandParams struct {
	command  string
	argument commandArgument
}

func (p *commandParams) key() uri.URI { return canonical(p.argument.URI) }

// UnmarshalJSON refuses commands of other servers, and arguments that are not theirs.
func (p *commandParams) UnmarshalJSON(raw []byte) error {
	var params struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(raw, &params); err != nil {
		return err
	}
	p.command = params.Command
	a := &p.argument
	switch {
	case !slices.Contains(commands, p.command):
		return fmt.Errorf("unknown command %q", p.command)
	case len(params.Arguments) != 1 || json.Unmarshal(params.Arguments[0], a) != nil || a.URI == "":
		return errors.New(p.command + ": expected one argument, an object with uri")
	case a.Position == nil && p.command != commandFixAll:
		return errors.New(p.command + ": position is missing in the argument")
	}
	return nil
}

// executeCommand answers workspace/executeCommand.
func (s *server) executeCommand(ctx context.Context, v *view, p *commandParams) (any, error) {
	if p.argument.Text != 0 && p.argument.Text != v.revision {
		return nil, protocol.ErrContentModified
	}
	if p.command == commandFixAll {
		edits, err := s.fixAllEdits(ctx, v.doc, p.argument.Code)
		if err != nil || len(edits) == 0 {
			return false, err
		}
		return s.applyEdit(ctx, fixAllTitle(p.argument.Code), s.workspaceEdit(v.snapshot, edits))
	}
	at, err := v.at(*p.argument.Position)
	if err != nil {
		return nil, err
	}
	switch {
	case p.command == commandFixCall && at.Aside():
		return false, nil // what is suggested is at its findings
	case !at.InCall():
		return nil, nil
	case p.command == commandFixCall:
		fix := at.Fix()
		if fix == nil {
			return false, nil
		}
		return s.applyEdit(ctx, fix.Title, s.workspaceEdit(v.snapshot, fix.Edits))
	case p.command == commandShowProblem:
		s.request(protocol.MethodWindowShowDocument, &protocol.ShowDocumentParams{
			URI: v.spelling, TakeFocus: new(true), Selection: new(v.rangeOf(at.Problem())),
		}, nil)
		return nil, nil
	}
	text := at.ReceivedText()
	if p.command == commandShowChange {
		if text = at.Change(); text == "" {
			return nil, nil
		}
	}
	s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: text})
	return nil, nil
}

// applyEdit asks the client to apply an edit, and returns whether it did.
func (s *server) applyEdit(ctx context.Context, label string, edit *protocol.WorkspaceEdit) (bool, error) {
	answered := make(chan *response, 1)
	id := s.request(protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit}, func(answer *response) { answered <- answer })
	select {
	case answer := <-answered:
		if answer.err != nil {
			return false, answer.err
		}
		var result protocol.ApplyWorkspaceEditResult
		err := protocol.Unmarshal(answer.result, &result)
		return result.Applied, err
	case <-ctx.Done():
		s.giveUp(id)
		return false, ctx.Err()
	}
}
