package ls

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/linediff"
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
func (c *receivedCall) change() []replacement {
	files := c.at.inFiles()
	if files == nil || !files.Changes {
		return nil
	}
	r := replacement{Path: files.Path, Before: files.Before, After: files.After, Lines: []linediff.Line{}}
	if len(r.Before)+len(r.After) <= maxCompared {
		r.compare(r.Before, r.After)
	} else {
		r.More = "… the file is too long to compare"
	}
	return []replacement{r}
}

// Found returns where in its file the text that the call at the place searches for is: the absolute
// path and the text of the file, and the first place. ok is false if the place is not in such a text, or it
// is not in the file.
func (p *Place) Found() (path, text string, span xmlcall.Span, ok bool) {
	if files, path := p.inFiles(), p.argument(); files != nil && path != "" {
		for _, e := range files.Edits {
			if e.Argument == path && len(e.Places) > 0 {
				at := e.Places[0]
				return files.File(), files.Before, xmlcall.Span{Start: at, End: min(at+e.Length, len(files.Before))}, true
			}
		}
	}
	return "", "", span, false
}

// argument returns the path of the argument that the place is in, such as "edits/0/search"; "" outside
// of arguments.
func (p *Place) argument() string {
	if p.call == nil || p.element == xmlcall.NoElement {
		return ""
	}
	reading, path := p.tool.Read(p.block), ""
	for at := p.element; !isArguments(p.block, at); {
		parent := p.block.Element(at).Parent()
		if parent == xmlcall.NoElement {
			return ""
		}
		name := p.block.Element(at).Local()
		if _, list := reading.Of(parent).Value.([]any); list {
			n := 0
			for child := range p.block.Children(parent) {
				if child == at {
					break
				}
				if reading.Of(child).Fate.Arrives() {
					n++
				}
			}
			name = strconv.Itoa(n)
		}
		path = strings.TrimSuffix(name+"/"+path, "/")
		at = parent
	}
	return path
}

// edits writes where in the file the edits of the call are, if the place is in one.
func (p *Place) edits(m *markup) {
	files := p.inFiles()
	if files == nil || len(files.Edits) == 0 {
		return
	}
	path, inEdit := p.argument(), false
	var items []string
	for i, e := range files.Edits {
		name := fmt.Sprintf("Edit %d", i+1)
		if e.Argument == path || e.Replacement == path || path != "" && strings.HasPrefix(e.Argument, path+"/") {
			inEdit = true
		}
		if i < maxListedArguments {
			items = append(items, name+": "+placesOf(files, &e))
		}
	}
	if !inEdit {
		return
	}
	if more := len(files.Edits) - maxListedArguments; more > 0 {
		items = append(items, fmt.Sprintf("… %d more", more))
	}
	m.paragraph("In ", m.code(files.Path), ":")
	m.items(items)
}

// placesOf returns the lines of an edit in the file before the call.
func placesOf(files *filetools.Result, e *filetools.Edit) string {
	if len(e.Places) == 0 {
		return "not found"
	}
	first := filetools.Line(files.Before, e.Places[0])
	if last := filetools.Line(files.Before, e.Places[0]+max(0, e.Length-1)); len(e.Places) == 1 && last > first {
		return fmt.Sprintf("lines %d to %d", first, last)
	} else if len(e.Places) == 1 {
		return fmt.Sprintf("line %d", first)
	}
	var lines []string
	for _, at := range e.Places {
		lines = append(lines, strconv.Itoa(filetools.Line(files.Before, at)))
	}
	text := "lines " + strings.Join(lines, ", ")
	if !e.All {
		text += ", which is more than one place"
	}
	return text
}
