package toolspec

import (
	"io/fs"
	"path"
	"strings"
)

// The names under which a workspace keeps the definitions of its tools. Forge
// itself keeps custom tools in .forge/tools/NAME/tool.yaml.
const (
	workspaceFolder = ".forge"
	toolsFolder     = ".forge/tools"
)

// Discover returns the files that define the tools for what is in a folder:
//
//	.forge/tools.json   .forge/tools.yaml   .forge/tools.yml
//	.forge/tools/*.json   .forge/tools/*.yaml   .forge/tools/*.yml   .forge/tools/*.go
//	.forge/tools/*/tool.yaml
//
// of that folder or else of the nearest one above that has any of them. It
// looks no further up than a folder with .git in it. dir is a path in fsys, "."
// for its root, and so are the results, which are in order. A folder that
// cannot be read has no files.
func Discover(fsys fs.FS, dir string) []string {
	if fsys == nil {
		return nil
	}
	for dir = path.Clean(dir); ; dir = path.Dir(dir) {
		var found []string
		for _, name := range []string{"tools.json", "tools.yaml", "tools.yml"} {
			if file := path.Join(dir, workspaceFolder, name); isFile(fsys, file) {
				found = append(found, file)
			}
		}
		found = append(found, DefinitionFiles(fsys, path.Join(dir, toolsFolder))...)
		if len(found) > 0 {
			return found
		}
		_, err := fs.Stat(fsys, path.Join(dir, ".git"))
		if err == nil || dir == "." || dir == "/" {
			return nil
		}
	}
}

// DefinitionFiles returns the files in a folder that can define tools: JSON,
// YAML and Go source without tests, and tool.yaml in each folder directly in
// it. Paths are as those of [Discover].
func DefinitionFiles(fsys fs.FS, dir string) []string {
	if fsys == nil {
		return nil
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil
	}
	var found []string
	for _, entry := range entries {
		name := entry.Name()
		file := path.Join(dir, name)
		switch strings.ToLower(path.Ext(name)) {
		case ".json", ".yaml", ".yml":
		case ".go":
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
		default:
			file = path.Join(file, customFile)
		}
		if isFile(fsys, file) {
			found = append(found, file)
		}
	}
	return found
}

// isFile reports whether a path leads to a file, through symbolic links too.
func isFile(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.Mode().IsRegular()
}
