package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
)

// purpose returns what the file is for, by its path below its repository.
func (a *Settings) purpose() document.Purpose {
	switch {
	case a.Prompt.Value != nil && *a.Prompt.Value:
		return document.Prompt
	case a.path == "":
		return document.AnyPurpose
	}
	path := a.path
	if top := a.folder.top.get(); top != "" {
		if below, err := filepath.Rel(top, path); err == nil {
			path = below
		}
	}
	folders := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
	name := strings.ToLower(filepath.Base(path))
	switch {
	case a.Prompt.Value == nil && strings.Contains("/"+strings.Join(folders, "/")+"/", "/.forge/prompts/"):
		return document.Prompt
	case a.Examples.Value != nil:
		if *a.Examples.Value {
			return document.Example
		}
	case isTest(folders, name), containsFold(folders, "adr", "adrs", "decisions", "rfcs", "archive"):
		return document.Example
	}
	return document.AnyPurpose
}

// isTest reports whether a file, by its name in lower case, has tests or is data for them.
func isTest(folders []string, name string) bool {
	stem, extension := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
	return extension == ".go" && strings.HasSuffix(stem, "_test") ||
		extension == ".py" && (strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || stem == "conftest") ||
		strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") ||
		containsFold(folders, "testdata", "fixtures", "__fixtures__", "__tests__")
}

func containsFold(list []string, names ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(s, name) })
	})
}
