package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
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

// commands returns the commands that the server offers the client.
func (c *shows) commands() []string {
	commands := []string{commandShowReceived, commandShowChange}
	if c.appliesEdits {
		commands = append(commands, commandFixAll, commandFixCall)
	}
	if c.showsDocuments {
		commands = append(commands, commandShowProblem)
	}
	return commands
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

// commandArguments returns the arguments of a command about a call.
func commandArguments(sn *snapshot, at protocol.Position) []protocol.LSPAny {
	return commandArgument{
		URI: string(sn.spelling), Position: &wirePosition{int64(at.Line), int64(at.Character)}, Text: sn.revision,
	}.list()
}

// list returns the arguments of a command that has this one.
func (a commandArgument) list() []protocol.LSPAny {
	raw, err := json.Marshal(a)
	if err != nil {
		return nil // there are only numbers and strings
	}
	return []protocol.LSPAny{raw}
}

// commandParams are the parameters of workspace/executeCommand.
type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`

	WorkDoneToken protocol.LSPAny `json:"workDoneToken"`
}

// argument returns the argument, or an error in the parameters.
func (p *commandParams) argument() (a commandArgument, err error) {
	switch p.Command {
	case commandFixAll, commandFixCall, commandShowReceived, commandShowChange, commandShowProblem:
	default:
		return a, fmt.Errorf("unknown command %q", p.Command)
	}
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &a) != nil || a.URI == "" {
		return a, errors.New(p.Command + ": expected one argument, an object with uri")
	}
	if a.Position == nil && p.Command != commandFixAll {
		return a, errors.New(p.Command + ": position is missing in the argument")
	}
	return a, nil
}

func (p *commandParams) key() uri.URI {
	if a, err := p.argument(); err == nil {
		return canonical(a.URI)
	}
	return "about:blank" // no document
}

// executeCommand answers workspace/executeCommand.
func (s *server) executeCommand(ctx context.Context, sn *snapshot, p *commandParams) (any, error) {
	argument, err := p.argument()
	switch {
	case err != nil:
		return nil, invalid(err)
	case sn == nil:
		return nil, nil // closed meanwhile
	case argument.Text != 0 && argument.Text != sn.revision:
		return nil, protocol.ErrContentModified
	}
	if p.Command == commandFixAll {
		doc, err := s.analysis(ctx, sn)
		if err != nil {
			return nil, err
		}
		edits, err := s.fixAllEdits(withWork(ctx, p.WorkDoneToken), doc, argument.Code)
		if err != nil || len(edits) == 0 {
			return false, err
		}
		return s.applyEdit(ctx, fixAllTitle(argument.Code), s.workspaceEdit(sn, edits))
	}
	at, err := s.place(ctx, sn, *argument.Position)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Command == commandFixCall && at.Aside():
		return false, nil // what is suggested is at its findings
	case !at.InCall():
		return nil, nil
	case p.Command == commandFixCall:
		title, edits := at.Fix()
		if edits == nil {
			return false, nil
		}
		return s.applyEdit(ctx, title, s.workspaceEdit(sn, edits))
	case p.Command == commandShowProblem:
		return s.showProblem(sn, at)
	}
	text := at.ReceivedText(ls.Format{})
	if p.Command == commandShowChange {
		if text = at.Change(); text == "" {
			return nil, nil
		}
	}
	s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: text})
	return nil, nil
}

// applyEdit asks the client to apply an edit, and returns whether it did.
func (s *server) applyEdit(ctx context.Context, label string, edit *protocol.WorkspaceEdit) (bool, error) {
	type answer struct {
		applied bool
		err     error
	}
	answered := make(chan answer, 1)
	id := s.request(protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit}, func(result []byte, err error) {
		var r struct {
			Applied bool `json:"applied"`
		}
		if err == nil {
			err = json.Unmarshal(result, &r)
		}
		answered <- answer{r.Applied, err}
	})
	select {
	case a := <-answered:
		return a.applied, a.err
	case <-ctx.Done():
		s.giveUp(id)
		return false, ctx.Err()
	}
}

// showProblem asks the client to show the first of the most severe findings in the call.
func (s *server) showProblem(sn *snapshot, at *ls.Place) (any, error) {
	selection := s.rangeIn(sn, at.Problem())
	s.request(protocol.MethodWindowShowDocument, &protocol.ShowDocumentParams{
		URI: sn.spelling, TakeFocus: new(true), Selection: &selection,
	}, nil)
	return nil, nil
}
