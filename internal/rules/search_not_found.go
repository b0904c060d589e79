package rules

import (
	"html"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var searchNotFound = &Rule{
	Code:     "search-not-found",
	Severity: Error,
	Group:    Files,
	Summary:  "Search text that is not in the file",
	Files:    map[string]string{"main.go": "func main() {\n\tfmt.Println(\"a\")\n}\n"},
	Needs:    call.Needs{Facts: call.Files},
	Check:    checkFiles(filetools.SearchNotFound, describeSearchNotFound),
}

func describeSearchNotFound(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report {
	file := "`" + Clip(p.Files.Path) + "`"
	n := Report{Message: quoted(f.Search) + " is not in " + file + "; write the text as it is in the file", Note: toolRefuses}
	switch {
	case f.Search == "":
		n.Message = "The search text is empty; write text that occurs once in " + file
		return n
	case f.Gone:
		n.Message = "An earlier edit of this call replaces " + quoted(f.Search) + "; write the text as that edit leaves it"
		n.Note = toolRefuses + ", which makes its edits in order"
		return n
	case strings.TrimSpace(f.Text) == "":
		n.Message = file + " is empty; write it with `write_file`"
		return n
	}
	near, ok := p.Files.Nearest(f)
	if !ok {
		n.Note = toolRefuses + "; nothing in the file is similar"
		return n
	}
	passage := f.Text[near.Start:near.End]
	n.Elsewhere = []filetools.Place{p.Files.Place(f, near.Start, near.End, "the nearest passage")}
	n.Note = toolRefuses + "; " + p.Files.Explain(f, near)
	if slices.Contains(near.Reasons, filetools.Elided) {
		return n
	}
	replacement, replaces := p.Given(f.Replacement)
	if once := html.UnescapeString(f.Search); once != f.Search && filetools.Once(f.Text, once) {
		edits := []Edit{rewritten(p, element, once)}
		if replaces {
			edits = append(edits, rewritten(p, replacement, html.UnescapeString(p.Block.Element(replacement).Decoded())))
		}
		n.Fixes = append(n.Fixes, Fix{Title: "Escape once less", Edits: sorted(edits)})
	}
	if filetools.Once(f.Text, passage) {
		edits := []Edit{rewritten(p, element, passage)}
		if slices.Contains(near.Reasons, filetools.LineEnds) && replaces {
			text := strings.ReplaceAll(p.Block.Element(replacement).Decoded(), "\r\n", "\n")
			edits = append(edits, rewritten(p, replacement, strings.ReplaceAll(text, "\n", "\r\n")))
		}
		n.Fixes = append(n.Fixes, Fix{Title: "Write the text as it is in the file", Edits: sorted(edits)})
	}
	return n
}
