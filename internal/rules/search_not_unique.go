package rules

import (
	"fmt"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var searchNotUnique = &Rule{
	Code:     "search-not-unique",
	Severity: Error,
	Group:    Files,
	Summary:  "Search text that occurs more than once in the file",
	Files:    map[string]string{"main.go": "func a() error {\n\treturn nil\n}\n\nfunc b() error {\n\treturn nil\n}\n"},
	Needs:    call.Needs{Facts: call.Files},
	Check:    checkFiles(filetools.SearchNotUnique, describeSearchNotUnique),
}

func describeSearchNotUnique(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report {
	n := Report{
		Message: fmt.Sprintf("%s occurs %s times in `%s`; add surrounding lines to make it unique", quoted(f.Search), thousands.Separate(f.Count), Clip(p.Files.Path)),
		Note:    toolRefuses,
	}
	replacement, replaces := p.Given(f.Replacement)
	for _, at := range f.Places {
		message, start, end := "here", at, at+len(f.Search)
		if before, after, lines, ok := filetools.Context(f.Text, at, len(f.Search)); ok {
			start, end = at-len(before), end+len(after)
			message = "here; unique with " + thousands.Count(lines, "more line")
			title := fmt.Sprintf("Add the lines around line %d", p.Files.Line(f, at))
			if replaces && len(n.Fixes) < maxChoices && !slices.ContainsFunc(n.Fixes, func(o Fix) bool { return o.Title == title }) {
				n.Fixes = append(n.Fixes, Fix{Title: title, Edits: sorted([]Edit{
					rewritten(p, element, before+f.Search+after),
					rewritten(p, replacement, before+p.Block.Element(replacement).Decoded()+after),
				})})
			}
		}
		n.Elsewhere = append(n.Elsewhere, p.Files.Place(f, start, end, message))
	}
	return n
}
