package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/toolspec"
)

// Definitions returns the file in YAML in which a tool can be defined for the calls of another
// file: .forge/tools.yaml beside the definitions that apply to it, or otherwise in the open
// folder that contains it. data is the content of the file, nil if it does not exist yet. ok
// is false if the tools are configured, so that no such file applies, for a text that is not a
// file, and if the file is outside the open folders or cannot be read.
func (w *Workspace) Definitions(file string) (name string, data []byte, ok bool) {
	root := w.rootOf(file)
	settings := w.For(file)
	if file == "" || root == "" || settings.Tools.Value != nil {
		return "", nil, false
	}
	folder := root
	defining, _ := settings.ToolFiles()
	for _, other := range defining {
		at := filepath.Dir(absolute(other))
		for filepath.Base(at) != ".forge" && at != filepath.Dir(at) {
			at = filepath.Dir(at)
		}
		folder = filepath.Dir(at)
	}
	name = filepath.Join(folder, ".forge", "tools.yaml")
	below, err := filepath.Rel(root, name)
	if err != nil || !within(root, name) {
		return "", nil, false
	}
	opened, err := files.OpenFolder(root)
	if err != nil {
		return "", nil, false
	}
	defer func() { _ = opened.Close() }()
	data, err = files.Read(opened, filepath.ToSlash(below), toolspec.MaxSource)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", nil, false
	}
	return name, data, true
}
