package rules

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var fileNotFound = &Rule{
	Code:     "file-not-found",
	Severity: Error,
	Group:    Files,
	Summary:  "A path to a file or folder that the tool cannot use",
	Files:    map[string]string{"config.yaml": "a: 1\n"},
	Needs:    call.Needs{Facts: call.Files},
	Check:    checkFiles(filetools.FileNotFound, describeFileNotFound),
}

func describeFileNotFound(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report {
	value := p.Block.Element(element).Decoded()
	n := Report{Message: quoted(value) + " " + f.Message, Note: toolRefuses}
	if f.Refused == "" {
		n.Note = "The tool finds nothing and does not report it"
	}
	if !f.Missing {
		return n
	}
	names := map[string]string{}
	var near []string
	for _, other := range p.Files.Siblings() {
		names[path.Base(other)] = other
		near = append(near, path.Base(other))
	}
	near = slices.DeleteFunc(toolspec.Nearest(path.Base(value), near), func(name string) bool {
		return len(toolspec.Nearest(stem(value), []string{stem(name)})) == 0
	})
	if len(near) == 0 {
		n.Message += "; write the path of a file"
		return n
	}
	n.Message += "; did you mean `" + Clip(names[near[0]]) + "`?"
	for _, name := range near[:min(len(near), maxChoices)] {
		n.Fixes = append(n.Fixes, replace(Titled("Write `", names[name], "`"), p.Block.Element(element).Content(), encode.Escape(names[name])))
	}
	return n
}

// stem returns the name of a file without its extension, which makes short names similar: a.go and b.go.
func stem(name string) string {
	name = path.Base(name)
	return cmp.Or(strings.TrimSuffix(name, path.Ext(name)), name)
}
