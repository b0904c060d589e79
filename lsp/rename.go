package lsp

import (
	"fmt"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

// prepareRename answers textDocument/prepareRename: the name in the tag at the position,
// or null if there is none that can be renamed.
func (s *server) prepareRename(v *view, at *ls.Place, _ *positionParams) (protocol.PrepareRenameResult, error) {
	name, where := at.Name()
	if name == "" {
		return nil, nil
	}
	if err := at.Renamable(); err != nil {
		return nil, failed(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.rangeOf(where), Placeholder: name}, nil
}

// rename answers textDocument/rename: it renames both tags of an element.
func (s *server) rename(v *view, at *ls.Place, p *renameParams) (*protocol.WorkspaceEdit, error) {
	if err := at.Renamable(); err != nil {
		return nil, failed(err)
	}
	if !ls.IsName(p.NewName) {
		return nil, invalid(fmt.Errorf("%s is not a valid tag name", strconv.Quote(p.NewName)))
	}
	edits, err := at.Rename(p.NewName)
	if err != nil {
		return nil, failed(err)
	}
	return s.workspaceEdit(v.snapshot, edits), nil
}

// failed returns the error of a request that is valid but cannot be executed, which
// editors show.
func failed(err error) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), err.Error())
}
