package workspace

import (
	"path/filepath"
	"slices"
)

// Depends returns the absolute paths of the files and folders that the settings for a file depend
// on, given its absolute path: including missing ones that would be found if they existed. It
// reads the configuration.
func (w *Workspace) Depends(path string) []string {
	a := w.For(path)
	files := a.Configuration.Files()
	top, _ := Repository(a.dir)
	for dir := a.dir; ; dir = filepath.Dir(dir) {
		for _, name := range searched {
			files = append(files, filepath.Join(dir, name))
		}
		for _, name := range ignoreNames {
			files = append(files, filepath.Join(dir, name))
		}
		if dir == top || dir == filepath.Dir(dir) {
			break
		}
	}
	if set := w.set(a); set != nil {
		files = append(files, set.depends()...)
	}
	for i := range files {
		files[i] = absolute(files[i])
	}
	slices.Sort(files)
	return slices.Compact(files)
}
