package rules

import (
	"cmp"
	"fmt"
	"html"
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// fileRules are the rules about what the files of the workspace say of the arguments.
var fileRules = []*Rule{
	{Code: "file-not-found", Severity: Error, Group: Files, Needs: about(call.Files), Check: checkFiles(filetools.FileNotFound, describeFileNotFound)},
	{Code: "search-not-found", Severity: Error, Group: Files, Needs: about(call.Files), Check: checkFiles(filetools.SearchNotFound, describeSearchNotFound)},
	{Code: "search-not-unique", Severity: Error, Group: Files, Needs: about(call.Files), Check: checkFiles(filetools.SearchNotUnique, describeSearchNotUnique)},
}

// checkFiles reports what the files of the workspace say, as findings of a kind. describe returns
// the report on one, given the element of its argument.
func checkFiles(kind filetools.FindingKind, describe func(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report) func(*Pass) {
	return func(p *Pass) {
		for i := range p.Files.Findings {
			f := &p.Files.Findings[i]
			if f.Kind != kind {
				continue
			}
			element, ok := p.Given(f.Argument)
			if !ok {
				element = p.ArgumentsElement() // of an argument that has a default
			}
			n := describe(p, f, element)
			if f.Refused == "" && n.Severity == 0 {
				n.Severity = Information
			}
			span := p.Block.Element(element).Content()
			if span.Len() == 0 {
				span = p.Block.Element(element).Span()
			}
			p.report(span, n)
		}
	}
}

// rewritten returns the edit that gives an element a value, written as before: as a section, or with
// escapes. A CR is written as a reference, which a section cannot hold.
func rewritten(p *Pass, element xmlcall.ElementID, value string) Edit {
	span := p.Block.Element(element).Content()
	text := strings.ReplaceAll(encode.Escape(value), "\r", "&#13;")
	if strings.Contains(p.Block.Slice(span), "<![CDATA[") && !strings.Contains(value, "\r") {
		if section, ok := asSection(value); ok {
			text = section
		}
	} else {
		text = p.LineEnds(text)
	}
	return Edit{Span: span, Text: text}
}

// quoted returns a value of a call for a message.
func quoted(value string) string {
	return "`" + Clip(strings.TrimSpace(strings.ReplaceAll(value, "`", "'"))) + "`"
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
	near, ok := filetools.Nearest(f.Text, f.Search)
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
	if once := html.UnescapeString(f.Search); once != f.Search && strings.Count(f.Text, once) == 1 {
		edits := []Edit{rewritten(p, element, once)}
		if replaces {
			edits = append(edits, rewritten(p, replacement, html.UnescapeString(p.Block.Element(replacement).Decoded())))
		}
		n.Fixes = append(n.Fixes, Fix{Title: "Escape once less", Edits: sorted(edits)})
	}
	if strings.Count(f.Text, passage) == 1 {
		edits := []Edit{rewritten(p, element, passage)}
		if slices.Contains(near.Reasons, filetools.LineEnds) && replaces {
			text := strings.ReplaceAll(p.Block.Element(replacement).Decoded(), "\r\n", "\n")
			edits = append(edits, rewritten(p, replacement, strings.ReplaceAll(text, "\n", "\r\n")))
		}
		n.Fixes = append(n.Fixes, Fix{Title: "Write the text as it is in the file", Edits: sorted(edits)})
	}
	return n
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
