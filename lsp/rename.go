package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type renameParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     wirePosition `json:"position"`
	NewName      string       `json:"newName"`
}

func (p *renameParams) key() uri.URI { return p.TextDocument.key() }

// prepareRename answers textDocument/prepareRename: the name in the tag at the position,
// or null if there is none that can be renamed.
func (s *server) prepareRename(_ context.Context, at *place) (protocol.PrepareRenameResult, error) {
	names := at.tagNames()
	for _, name := range names {
		if name.Start <= at.at && at.at <= name.End {
			if err := at.renamable(); err != nil {
				return nil, err
			}
			return &protocol.PrepareRenamePlaceholder{Range: at.rangeOf(name), Placeholder: at.block.Slice(name)}, nil
		}
	}
	return nil, nil
}

// rename answers textDocument/rename: it renames both tags of an element.
func (s *server) rename(ctx context.Context, sn *snapshot, p *renameParams) (*protocol.WorkspaceEdit, error) {
	if sn == nil {
		return nil, nil // closed meanwhile
	}
	at, err := s.place(ctx, sn, p.Position)
	if err != nil {
		return nil, err
	}
	names := at.tagNames()
	if len(names) == 0 {
		return nil, failed(errors.New("no tag to rename at this position"))
	}
	if err := at.renamable(); err != nil {
		return nil, err
	}
	if !isName(p.NewName) {
		return nil, invalid(fmt.Errorf("%s is not a valid tag name", strconv.Quote(p.NewName)))
	}
	var edits []diagnostics.Edit
	for _, name := range names {
		span, text, ok := at.call.Segment.FileEdit(name, p.NewName)
		if !ok {
			return nil, failed(fmt.Errorf("%s cannot be written in this string", strconv.Quote(p.NewName)))
		}
		edits = append(edits, diagnostics.Edit{Span: moved(span, at.base), Text: text})
	}
	return s.workspaceEdit(sn, edits), nil
}

// renamable returns an error for an element that has this name in every call.
func (p *place) renamable() error {
	element := p.block.Element(p.element)
	switch envelope := p.block.Envelope(); {
	case p.element == envelope, element.Parent() == xmlcall.NoElement:
	case element.Parent() == envelope && slices.Contains(syntax.Envelope(), element.Local()):
	default:
		return nil
	}
	return failed(fmt.Errorf("<%s> cannot be renamed: its name is fixed", element.Local()))
}

// isName reports whether an element of this name can be in a call: whether the runtime reads
// its tags, and the end of the call is unchanged, unlike with a </tool> in it.
func isName(name string) bool {
	call := "<tool><tool_name>x</tool_name><arguments><" + name + "></" + name + "></arguments></tool>"
	block := xmlcall.ParseAt(call, 0)
	return block.Span.End == len(call) && block.Verdict().Outcome == xmlcall.Runs && block.Element(3).Name() == name
}

// failed returns the error of a request that is valid but cannot be executed, which
// editors show.
func failed(err error) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), err.Error())
}
