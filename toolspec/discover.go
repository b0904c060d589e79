package toolspec

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"
)

// The names under which a workspace stores the definitions of its tools. Forge itself
// stores custom tools in .forge/tools/NAME/tool.yaml.
const (
	workspaceFolder = ".forge"
	toolsFolder     = ".forge/tools"
)

// DiscoverIn returns the files in a folder that define the tools for what is in it and below:
//
//	.forge/tools.json   .forge/tools.yaml   .forge/tools.yml
//	.forge/tools/*.json   .forge/tools/*.yaml   .forge/tools/*.yml
//	.forge/tools/*/tool.yaml
//
// dir is a path in fsys, "." for its root, and so are the results, which are in order.
//
// A file counts even if it cannot be read: a symbolic link that leads nowhere or out of
// fsys, a folder, a named pipe. So does .forge or .forge/tools itself if its content
// cannot be determined.
func DiscoverIn(fsys fs.FS, dir string) (found []string) {
	for _, name := range []string{"tools.json", "tools.yaml", "tools.yml"} {
		file := path.Join(dir, workspaceFolder, name)
		switch _, err := fs.Lstat(fsys, file); {
		case err == nil:
			found = append(found, file)
		case !missing(err):
			return []string{path.Join(dir, workspaceFolder)}
		}
	}
	return append(found, DefinitionFiles(fsys, path.Join(dir, toolsFolder))...)
}

// DefinitionFiles returns the files in a folder that can define tools: JSON
// and YAML, and tool.yaml in each folder directly in it; the folder itself if it cannot be read. Paths are as those of [DiscoverIn].
func DefinitionFiles(fsys fs.FS, dir string) []string {
	info, err := fs.Stat(fsys, dir)
	if missing(err) || err == nil && !info.IsDir() {
		return nil
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return []string{dir}
	}
	var found []string
	for _, entry := range entries {
		name := entry.Name()
		file := path.Join(dir, name)
		switch strings.ToLower(path.Ext(name)) {
		case ".json", ".yaml", ".yml":
			found = append(found, file)
			continue
		}
		custom := path.Join(file, customFile)
		switch _, err := fs.Lstat(fsys, custom); {
		case err == nil:
			found = append(found, custom)
		case !missing(err) && (entry.IsDir() || entry.Type()&fs.ModeSymlink != 0):
			found = append(found, file)
		}
	}
	return found
}

// missing reports whether an error means that a file does not exist, and not that this cannot be determined.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
