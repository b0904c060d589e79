package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// codeLens answers textDocument/codeLens: above each call its outcome and at most one action, so
// that nothing moves while the outcome changes. The outcome leads to the problem, or shows what the
// tool receives. An action that fixes the call is resolved, which takes as long as reading the call a few times.
// A call that is being written has no outcome yet and, if it is new, no lens.
func (s *server) codeLens(ctx context.Context, v *view, p *documentParams) ([]protocol.CodeLens, error) {
	lenses := []protocol.CodeLens{}
	if s.noLenses.Load() {
		return lenses, nil
	}
	all, begun := v.Lenses(v.writing(v.doc)), -1
	if call, ok := v.beingWritten(v.doc); ok && len(all) > int(v.lensed.Load()) {
		begun = call.Place(call.Span).Start
		v.held.Store(true)
	}
	for _, found := range all {
		if ctx.Err() != nil {
			break
		}
		if found.Offset == begun {
			continue
		}
		at, command := v.position(found.Offset), commandShowReceived
		if found.Broken {
			command = s.problemCommand()
		}
		lenses = append(lenses, v.lens(at, found.Title, command))
		switch {
		case found.Fixes && s.client.Workspace.ApplyEdit:
			data := rawOf(resolveData{URI: string(v.spelling), Text: v.revision, Call: found.Offset})
			lenses = append(lenses, protocol.CodeLens{Range: protocol.Range{Start: at, End: at}, Data: data})
		case found.Changes:
			lenses = append(lenses, v.lens(at, "Show the change", commandShowChange))
		case found.Broken:
			lenses = append(lenses, v.lens(at, "Show what the tool receives", commandShowReceived))
		}
	}
	if begun < 0 {
		v.lensed.Store(int64(len(all)))
	} else if v.typed.Load() == nil {
		return s.codeLens(ctx, v, p) // it was finished meanwhile
	}
	return lenses, ctx.Err()
}

// lens returns a lens with a command about the call at a position, "" for none.
func (v *view) lens(at protocol.Position, title, command string) protocol.CodeLens {
	lens := protocol.CodeLens{Range: protocol.Range{Start: at, End: at}, Command: protocol.Command{Title: title, Command: command}}
	if command != "" {
		position := &wirePosition{int64(at.Line), int64(at.Character)}
		lens.Command.Arguments = []protocol.LSPAny{rawOf(commandArgument{URI: string(v.spelling), Position: position, Text: v.revision})}
	}
	return lens
}

// problemCommand returns the command that leads to a problem, "" for a client that cannot show a place.
func (s *server) problemCommand() string {
	if s.client.Window.ShowDocument.Support {
		return commandShowProblem
	}
	return ""
}

// resolveCodeLens answers codeLens/resolve: the lens fixes the call or, where that is not certain, says
// what is suggested and leads there.
func (s *server) resolveCodeLens(ctx context.Context, sn *snapshot, p *resolveParams[protocol.CodeLens]) (*protocol.CodeLens, error) {
	if p.data == nil {
		return &p.sent, nil
	}
	if sn == nil || sn.revision != p.data.Text || p.data.Call < 0 || p.data.Call > sn.text().Len() {
		return nil, protocol.ErrContentModified
	}
	v, err := s.view(ctx, sn)
	if err != nil {
		return nil, err
	}
	at := v.Place(p.data.Call)
	title, command := at.Suggestion(), s.problemCommand()
	if at.Fix() != nil {
		title, command = "Fix all", commandFixCall
	}
	lens := v.lens(v.position(p.data.Call), title, command)
	return &lens, nil
}
