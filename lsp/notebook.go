package lsp

import (
	"errors"

	"go.lsp.dev/uri"
)

// A notebook is not read as a whole: each of its cells is a document, whose kind is
// determined by its language. The configuration for the notebook's file applies to them.

type notebookParams struct {
	NotebookDocument  textDocument `json:"notebookDocument"`
	CellTextDocuments []openedText `json:"cellTextDocuments"`
}

func (s *server) didOpenNotebook(p *notebookParams) error {
	return s.openCells(p.NotebookDocument.key(), p.CellTextDocuments)
}

func (s *server) openCells(notebook uri.URI, cells []openedText) error {
	var all []error
	for _, cell := range cells {
		all = append(all, s.openText(cell, notebook))
	}
	return errors.Join(all...)
}

func (s *server) didCloseNotebook(p *closedNotebookParams) error {
	return s.closeCells(p.CellTextDocuments)
}

// A closedNotebookParams has cells by their URIs only.
type closedNotebookParams struct {
	CellTextDocuments []textDocument `json:"cellTextDocuments"`
}

func (s *server) closeCells(cells []textDocument) error {
	var all []error
	for _, cell := range cells {
		all = append(all, s.closeText(cell))
	}
	return errors.Join(all...)
}

type didChangeNotebookParams struct {
	NotebookDocument textDocument `json:"notebookDocument"`
	Change           struct {
		Cells struct {
			Structure struct {
				DidOpen  []openedText   `json:"didOpen"`
				DidClose []textDocument `json:"didClose"`
			} `json:"structure"`
			TextContent []struct {
				Document changedText     `json:"document"`
				Changes  []contentChange `json:"changes"`
			} `json:"textContent"`
		} `json:"cells"`
	} `json:"change"`
}

// didChangeNotebook opens cells that were added, closes those that were removed, and
// edits others. A moved cell is none of these: its text is unchanged.
func (s *server) didChangeNotebook(p *didChangeNotebookParams) error {
	cells := p.Change.Cells
	all := []error{
		s.closeCells(cells.Structure.DidClose),
		s.openCells(p.NotebookDocument.key(), cells.Structure.DidOpen),
	}
	for _, text := range cells.TextContent {
		all = append(all, s.didChange(&didChangeParams{text.Document, text.Changes}))
	}
	return errors.Join(all...)
}
