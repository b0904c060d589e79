package ls

import (
	"context"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxSymbolCalls bounds how many calls an outline has, and maxSymbolArguments up to how
// many calls they have their arguments: more are of no use, and editors keep all of
// them in memory.
const (
	maxSymbolCalls     = 50_000
	maxSymbolArguments = 20_000
)

// A Symbol is a part of an outline.
type Symbol struct {
	Kind         SymbolKind
	Name, Detail string
	Span         xmlcall.Span // in the document
	Selected     xmlcall.Span // the part of it that names it
	Children     []Symbol
}

// A SymbolKind is what a symbol is.
type SymbolKind uint8

// The kinds of symbols.
const (
	CallSymbol     SymbolKind = iota
	MessageSymbol             // a message of a transcript, which has calls
	ArgumentSymbol            // of a call, with text
	ParentSymbol              // an argument with elements in it
)

// Symbols returns the calls of the document by position. Nested, they have their arguments, and are those of their
// messages.
func (a View) Symbols(ctx context.Context, nested bool) (list []Symbol) {
	arguments := nested && a.doc.Summary().Calls <= maxSymbolArguments
	calls, last, message := 0, messageKey{}, -1 // the index in the list of the message that calls are in
	for call := range a.doc.Calls() {
		if call.Outcome() == diagnostics.NoCall {
			continue
		}
		if calls++; calls > maxSymbolCalls || ctx.Err() != nil {
			break
		}
		of := symbolOf(&call, arguments)
		if !nested {
			list = append(list, of)
			continue
		}
		number, role := a.doc.Message(call)
		if now := a.messageKey(number, of.Span.Start); now != last {
			if last, message = now, -1; number > 0 { // it ends with its last call, and its first is what is selected
				message = len(list)
				list = append(list, Symbol{Kind: MessageSymbol, Name: fmt.Sprintf("message %d", number), Detail: role.String(), Span: of.Span, Selected: of.Span})
			}
		}
		if message < 0 {
			list = append(list, of)
			continue
		}
		in := &list[message]
		in.Children, in.Span.End = append(in.Children, of), of.Span.End
	}
	return list
}

// symbolOf returns a call, with its arguments if these are wanted.
func symbolOf(call *diagnostics.DocumentCall, arguments bool) Symbol {
	block, span := call.Block(), call.Place(call.Span)
	s := Symbol{Name: callName(block), Detail: callDetail(call.Call, block), Span: span, Selected: xmlcall.Span{Start: span.Start, End: span.Start}}
	if id, ok := block.Child(block.Envelope(), "tool_name"); ok {
		if at := placeOf(call, block.Element(id).Content()); span.Contains(at) {
			s.Selected = at
		}
	}
	if !arguments {
		return s
	}
	for _, element := range block.Children(block.Arguments()) {
		all, kind := placeOf(call, element.Span()), ArgumentSymbol
		if element.HasChildren() {
			kind = ParentSymbol
		}
		s.Children = append(s.Children, Symbol{
			Kind: kind, Name: foreign.Line(element.Local()), Detail: inShort(element.Text()), Span: all,
			Selected: xmlcall.Span{Start: all.Start, End: placeOf(call, element.Start()).End},
		})
	}
	return s
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
		for _, element := range block.Children(arguments) {
			if !element.HasChildren() {
				return inShort(element.Text())
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
		list = append(list, Fold{Span: placeOf(&call, element.Span()), Tagged: element.End().Len() > 0})
	}
	for _, token := range block.Tokens {
		if token.Kind() == xmlcall.Comment {
			list = append(list, Fold{Span: placeOf(&call, token.Span()), Comment: true})
		}
	}
	return list
}
