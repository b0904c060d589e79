package lsp

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A Workspace determines the settings of documents; [workspace.Workspace] is the
// implementation. Paths are absolute; "" is that of a document that is not a file. The
// methods are called from several goroutines.
type Workspace interface {
	// Kind returns how a document is read, given the kind derived from its name or
	// language, and false if it is not read. It is called after each change of the
	// text.
	Kind(path string, named document.Kind) (kind document.Kind, read bool)
	// Options returns the options of the rules for a document, such as the tools. It is
	// called for each analysis.
	Options(path string) diagnostics.Options
	// Mistakes returns the errors in a document that determines how others are checked,
	// such as a configuration, given its text.
	Mistakes(path string, t text.Text) []workspace.Mistake
	// Entries returns the content of a folder of the workspace that contains a
	// document, given its path from there, and whether there is more.
	Entries(path, below string) (entries []workspace.Entry, more bool)
	// Find returns the absolute path of the file of the workspace that a path in a
	// document leads to, or "".
	Find(path, name string) string
	// Definitions returns the file in YAML in which a tool can be defined for the calls of a
	// document, and its content, nil if it does not exist yet; ok is false if there is none.
	Definitions(path string) (file string, data []byte, ok bool)
	// Update applies a change and returns its result. The other methods then use the
	// new state.
	Update(workspace.Change) workspace.State
}

// noWorkspace is a workspace without any configuration.
type noWorkspace struct{}

func (noWorkspace) Kind(_ string, named document.Kind) (document.Kind, bool) { return named, true }
func (noWorkspace) Options(string) diagnostics.Options                       { return diagnostics.Options{} }
func (noWorkspace) Mistakes(string, text.Text) []workspace.Mistake           { return nil }
func (noWorkspace) Entries(string, string) ([]workspace.Entry, bool)         { return nil, false }
func (noWorkspace) Find(string, string) string                               { return "" }

func (noWorkspace) Definitions(string) (string, []byte, bool) { return "", nil, false }

func (noWorkspace) Update(workspace.Change) workspace.State { return workspace.State{} }
