package ls

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// inFiles returns what the tool of the call at the place does with the files of the workspace; nil if
// that is not known.
func (p *Place) inFiles() *filetools.Result {
	if p.call == nil {
		return nil
	}
	return p.call.InFiles()
}

// Change returns the change that the call at the place makes to its file, as a unified diff, as much
// as a message shows; "" if it is not known to make one.
func (p *Place) Change() string {
	m := &markup{}
	if diff := p.inFiles().Diff(); diff != "" {
		m.block("", diff, inHover)
	}
	return m.content()
}

// change returns that change with the whole text of the file, or nil.
func (r *reception) change() []replacement {
	files := r.at.inFiles()
	if files == nil || !files.Changes {
		return nil
	}
	file := replacement{Path: foreign.Line(files.Path), Before: files.Before, After: files.After, Lines: []linediff.Line{}}
	if len(file.Before)+len(file.After) <= maxCompared {
		file.compare(file.Before, file.After)
	} else {
		file.More = "… the file is too long to compare"
	}
	return []replacement{file}
}

// Found returns where in its file the text that the call at the place searches for is: the absolute
// path and the text of the file, and the first place. ok is false if the place is not in such a text, or it
// is not in the file.
func (p *Place) Found() (path, text string, span xmlcall.Span, ok bool) {
	if files := p.inFiles(); files != nil {
		reading := p.tool.Read(p.block)
		for _, e := range files.Edits {
			if found, given := reading.Element(p.block, e.Argument); given && found == p.element && len(e.Places) > 0 {
				at := e.Places[0]
				return files.File(), files.Before, xmlcall.Span{Start: at, End: min(at+e.Length, len(files.Before))}, true
			}
		}
	}
	return "", "", span, false
}

// isIn reports whether the place is in the element of an argument of its call, by its path, or in one around it.
func (p *Place) isIn(reading *toolspec.Reading, path string) bool {
	at, ok := reading.Element(p.block, path)
	for ok && at != xmlcall.NoElement && !isArguments(p.block, at) {
		if at == p.element {
			return true
		}
		at = p.block.Element(at).Parent()
	}
	return false
}

// edits writes where in the file the edits of the call are, if the place is in one.
func (p *Place) edits(m *markup) {
	files := p.inFiles()
	if files == nil || len(files.Edits) == 0 {
		return
	}
	reading := p.tool.Read(p.block)
	if slices.ContainsFunc(files.Edits, func(e filetools.Replacement) bool {
		return p.isIn(reading, e.Argument) || p.isIn(reading, e.Replacement)
	}) {
		m.paragraph("In ", m.code(files.Path), ":")
		m.items(firstOf(len(files.Edits), func(i int) string { return fmt.Sprintf("Edit %d: %s", i+1, placesOf(files, &files.Edits[i])) }))
	}
}

// placesOf returns the lines of an edit in the file before the call.
func placesOf(files *filetools.Result, e *filetools.Replacement) string {
	if len(e.Places) == 0 {
		return "not found"
	}
	line := func(at int) int { return filetools.Line(files.Before, at) }
	first, last := line(e.Places[0]), line(e.Places[0]+max(0, e.Length-1))
	switch {
	case len(e.Places) > 1:
		var lines []string
		for _, at := range e.Places {
			lines = append(lines, strconv.Itoa(line(at)))
		}
		return "lines " + strings.Join(lines, ", ") + ", which is more than one place"
	case last > first:
		return fmt.Sprintf("lines %d to %d", first, last)
	}
	return fmt.Sprintf("line %d", first)
}
