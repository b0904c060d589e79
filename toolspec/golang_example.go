package toolspec

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// doubtExample reports where the call that a method XMLExample returns differs from what the tool reads: a
// generated example has all that is required, in the form that the tool reads.
func (g *goReader) doubtExample(owner string, t *Tool) {
	f := g.method(owner, "XMLExample")
	example := g.returned(f)
	start := strings.Index(example.text(), "<tool>")
	if f == nil || start < 0 {
		return
	}
	at := g.node(f.Name)
	doubt := func(format string, args ...any) {
		reason := "the example that XMLExample returns " + fmt.Sprintf(format, args...)
		g.doubts = append(g.doubts, &Error{File: g.l.file, Line: at.line, Column: at.column, Reason: reason})
	}
	call := xmlcall.NewParser(example.text(), xmlcall.Options{}).At(start)
	switch {
	case call.Verdict().Outcome == xmlcall.Refused:
		doubt("cannot be read: %s", call.Verdict().Reason)
		return
	case call.ToolName() != t.Name:
		doubt("is a call of %q", call.ToolName())
	}
	for _, issue := range t.Read(call).Issues {
		switch issue.Kind {
		case UnknownArgument:
			doubt("has <%s>, which the tool does not read", call.Element(issue.Element).Local())
		case MissingArgument:
			doubt("has no <%s>, which is required", issue.Name)
		case TypeMismatch, InvalidValue, EmptyArgument, ArrayShape, DroppedValue, DroppedText:
			doubt("has a <%s> that the tool does not read as written", issue.Name)
		}
	}
}
