package workspace

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// A Report describes errors in settings, or files that cannot be read.
type Report struct {
	// Message is one text for display.
	Message string
	// Details are all the errors, if Message is only the first of several.
	Details []string
}

// reports returns the errors that have no place in a file.
func (r *results) reports() (all []Report) {
	configurations, sets := r.known()
	for _, c := range configurations {
		for _, p := range c.Problems {
			if p.Line == 0 {
				all = append(all, Report{Message: p.Error()})
			}
		}
	}
	for _, l := range sets {
		if r := l.get().report(); r.Message != "" {
			all = append(all, r)
		}
	}
	return all
}

// report returns which files of a set cannot be read. Of many errors it shows the first.
func (s *ToolSet) report() (r Report) {
	for _, p := range s.Problems {
		if p.Line == 0 {
			r.Details = append(r.Details, p.Error())
		}
	}
	if n := len(r.Details); n > 0 {
		r.Message = r.Details[0]
		if n > 1 {
			r.Message += fmt.Sprintf(" (and %d more; forge-lsp tools --check lists them)", n-1)
		}
	}
	return r
}

// allMistakes returns the mistakes in all files that were read, without duplicates.
func (r *results) allMistakes() []Mistake {
	var all []Mistake
	configurations, sets := r.known()
	for _, c := range configurations {
		all = append(all, c.mistakes...)
	}
	for _, s := range sets {
		all = append(all, s.get().mistakes...)
	}
	return once(all)
}

// once returns mistakes without duplicates: a file may belong to several sets.
func once(all []Mistake) []Mistake {
	seen := map[Mistake]bool{}
	return slices.DeleteFunc(all, func(m Mistake) bool {
		again := seen[m]
		seen[m] = true
		return again
	})
}

// Mistakes returns the mistakes of a file, given its absolute path and its text in an
// editor, or none if the file neither defines tools nor is a configuration. The content of
// other files is read from the disk.
func (w *Workspace) Mistakes(path string, t text.Text) []Mistake {
	if path == "" || t.Len() > toolspec.MaxFile {
		return nil
	}
	var found []Mistake
	w.For(path).Options() // so that its own definitions are read
	configurations, sets := w.current().known()
	if slices.ContainsFunc(configurations, func(c *Configuration) bool { return c.file == path }) {
		found = loadConfiguration(path, &t).mistakes
	}
	defined := ""
	for _, s := range sets {
		files := s.get().Files
		if i := slices.IndexFunc(files, func(shown string) bool { return absolute(filepath.FromSlash(shown)) == path }); i >= 0 {
			defined = files[i]
		}
	}
	if defined != "" {
		_, errs := toolspec.Load(defined, []byte(t.String()))
		found = append(found, mistakesIn(t, problemsIn(t, errs))...)
	}
	return once(slices.DeleteFunc(found, func(m Mistake) bool { return m.Path != path }))
}
