package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
)

// purpose returns what the file is for, by its path below its repository. A file whose kind is
// configured is a prompt, or something else that is read as it is.
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
	case a.Tests.Value != config.TestsCheck && isTest(folders, name):
		return document.Test
	case a.Kind.Value != "" || !isPage(folders, name):
		return document.AnyPurpose
	case containsFold(folders, "adr", "adrs", "archive", "archived", "decisions"):
		return document.Archived
	}
	return document.Page
}

// isTest reports whether a file, by its name in lower case, has tests or is data for them.
func isTest(folders []string, name string) bool {
	stem, extension := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
	switch extension {
	case ".go":
		if strings.HasSuffix(stem, "_test") {
			return true
		}
	case ".py":
		if strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || stem == "conftest" {
			return true
		}
	}
	return strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") ||
		containsFold(folders, "testdata", "fixtures", "__fixtures__", "__tests__")
}

// isPage reports whether a file is in Markdown and not a prompt by its path: what a model reads
// is not explained to it.
func isPage(folders []string, name string) bool {
	switch filepath.Ext(name) {
	case ".md", ".markdown", ".mdx", ".txt": // which are read alike
	default:
		return false
	}
	switch name {
	case "agents.md", "claude.md", "gemini.md", "skill.md":
		return false
	}
	for _, part := range append(slices.Clone(folders), name) {
		words := strings.FieldsFunc(strings.ToLower(part), func(r rune) bool { return r < 'a' || r > 'z' })
		if slices.ContainsFunc(words, func(w string) bool { return w == "prompt" || w == "prompts" || w == "instructions" }) {
			return false
		}
	}
	return true
}

func containsFold(list []string, names ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(s, name) })
	})
}
