package ls

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Symbol is a call or an argument in an outline.
type Symbol struct {
	Name, Detail string
	Span         xmlcall.Span // in the document
	Selected     xmlcall.Span // the part of it that names it
	Parent       bool         // whether an argument has others in it

	// Of a call: the number of its message in a transcript, 0 for none, and its author; and whether
	// the call before it is in another message.
	Message int
	Role    document.Role
	Another bool

	call diagnostics.DocumentCall
}

// Symbols yields the calls of the document by position, with their messages if these are wanted.
func (a View) Symbols(messaged bool) iter.Seq[Symbol] {
	return func(yield func(Symbol) bool) {
		var last messageKey
		for call := range a.forgeCalls() {
			s := Symbol{Span: call.Place(call.Span), call: call}
			if messaged {
				s.Message, s.Role = a.doc.Message(call)
				now := a.messageKey(s.Message, s.Span.Start)
				s.Another, last = now != last, now
			}
			block := call.Block()
			s.Name, s.Detail = callName(block), callDetail(call.Call, block)
			s.Selected = xmlcall.Span{Start: s.Span.Start, End: s.Span.Start}
			if id, ok := block.Child(block.Envelope(), "tool_name"); ok {
				if at := s.place(block.Element(id).Content()); s.Span.Contains(at) {
					s.Selected = at
				}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// place returns the span in the document of one of the call's block.
func (s *Symbol) place(span xmlcall.Span) xmlcall.Span {
	return s.call.Place(s.call.Segment.FileSpan(span))
}

// Arguments returns the arguments of a call.
func (s *Symbol) Arguments() (list []Symbol) {
	block := s.call.Block()
	for id, element := range block.Children(block.Arguments()) {
		span := s.place(element.Span())
		list = append(list, Symbol{
			Name: foreign.Line(element.Local()), Detail: inShort(valueStart(block, id)), Span: span,
			Selected: xmlcall.Span{Start: span.Start, End: s.place(element.Start()).End}, Parent: element.HasChildren(),
		})
	}
	return list
}

// callName returns the name of a call in a list.
func callName(block *xmlcall.Block) string {
	if name := inShort(block.ToolName()); name != "" {
		return name
	}
	return "<tool>" // editors refuse a symbol without a name
}

// callDetail returns the detail of a call in a list: its subject, and its outcome if it
// does not run as written.
func callDetail(call *diagnostics.Call, block *xmlcall.Block) string {
	about, what := callAbout(block), notable(call)
	if about != "" && what != "" {
		return about + ", " + what
	}
	return about + what
}

// callAbout returns the subject of a call: its first value, shortened.
func callAbout(block *xmlcall.Block) string {
	if arguments := block.Arguments(); arguments != xmlcall.NoElement {
		for id, element := range block.Children(arguments) {
			if !element.HasChildren() {
				return inShort(valueStart(block, id))
			}
		}
	}
	return ""
}

// notable returns the words for the outcome of a call, or "" for one that runs as written and for
// an empty block that is none.
func notable(call *diagnostics.Call) string {
	if call.Outcome() <= diagnostics.Runs {
		return ""
	}
	return call.Outcome().Words()
}

// maxInShort is the maximum length in characters of a value in a list.
const maxInShort = 60

// valueStart returns enough of an element's value for the short form.
func valueStart(block *xmlcall.Block, id xmlcall.ElementID) string {
	const bytes = 8 * maxInShort
	element := block.Element(id)
	if element.Content().Len() <= bytes {
		return element.Text()
	}
	var b strings.Builder
	for i := element.First() + 1; i < element.Last() && b.Len() < bytes; i++ {
		switch token := block.Tokens[i]; token.Kind() {
		case xmlcall.Text, xmlcall.CDATA:
			inner := token.Inner()
			inner.End = min(inner.End, inner.Start+bytes)
			b.WriteString(block.Slice(inner))
		}
	}
	return b.String()
}

// inShort returns the first non-blank line of a value, shortened if it is long.
func inShort(value string) string {
	value = strings.TrimSpace(value)
	line, _, more := strings.Cut(value, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) > maxInShort {
		cut := 0
		for i := range line {
			if cut++; cut > maxInShort {
				line, more = line[:i], true
				break
			}
		}
	}
	if more {
		line += "…"
	}
	return foreign.Line(strings.ReplaceAll(line, "\t", " "))
}

// A Fold is a part of a call that can be folded.
type Fold struct {
	Span    xmlcall.Span // in the document
	Tagged  bool         // whether it ends with an end tag, which stays visible
	Comment bool
}

// Folds returns the parts of a call that can be folded: itself, the elements in it, and its comments.
func Folds(call diagnostics.DocumentCall) (list []Fold) {
	block := call.Block()
	for _, element := range block.Elements() {
		list = append(list, Fold{Span: call.Place(call.Segment.FileSpan(element.Span())), Tagged: element.End().Len() > 0})
	}
	for _, token := range block.Tokens {
		if token.Kind() == xmlcall.Comment {
			list = append(list, Fold{Span: call.Place(call.Segment.FileSpan(token.Span())), Comment: true})
		}
	}
	return list
}
