package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// FuzzSafe applies each safe fix of any text alone. A call that runs then and did not
// run before must leave nothing in doubt: it has no problem except an ampersand outside
// CDATA, nothing in it is lost, and every field that the fix did not touch has the same
// value as before.
//
// The intent of an arbitrary text is unknown; TestSlips knows it.
func FuzzSafe(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "stream") {
		if len(c.Text) < 1<<14 {
			f.Add(c.Text)
		}
	}
	for i := range uint64(400) {
		c := slips.Draw(rand.New(rand.NewPCG(17, i)))
		if len(c.Calls) > 0 && toolspec.Builtin(c.Calls[0].Tool) != nil {
			f.Add(c.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []document.Kind{document.Reply, document.Document} {
			fix := fixer{diagnostics.Options{}, kind}
			safe, _, _ := fix.look(text)
			before := blocksOf(text, kind)
			for _, s := range safe[:min(len(safe), 8)] { // the rest is similar, and the fuzzer needs speed
				after := fix.apply(text, s)
				if why := unproven(text, kind, before, after, s); why != "" {
					t.Fatalf("%s: %q: %s\n%q\n%q", s.code, s.title, why, text, after)
				}
			}
		}
	})
}

// A placed block is a block and its start in the file.
type placed struct {
	*xmlcall.Block
	start int
	tool  *toolspec.Tool // nil if the call does not run
}

// blocksOf returns the blocks of a text in order.
func blocksOf(text string, kind document.Kind) (list []placed) {
	file := document.Read(text, kind)
	for i := range file.Segments {
		s := &file.Segments[i]
		parser, end := xmlcall.NewParser(s.Text, xmlcall.Options{}), 0
		for _, at := range s.Starts {
			start := at
			if start < end {
				continue
			}
			b := parser.At(start)
			end = b.Span.End
			p := placed{b, s.FileSpan(xmlcall.Span{Start: start, End: start + 1}).Start, nil}
			if tool := toolspec.Builtins().Of(b); tool != nil && b.Verdict().Outcome != xmlcall.Refused && !slips.Refuses(tool.Read(b).Issues) {
				p.tool = tool
			}
			list = append(list, p)
		}
	}
	return list
}

// unproven returns the reason why a fix is not safe, or "".
func unproven(text string, kind document.Kind, before []placed, after string, fix safeFix) string {
	ran := map[int]*placed{}
	for i := range before {
		ran[moved(before[i].start, fix.edits)] = &before[i]
	}
	for _, b := range blocksOf(after, kind) {
		was := ran[b.start]
		if b.tool == nil || was != nil && was.tool != nil {
			continue
		}
		for _, p := range b.Problems {
			// The runtime's repair reads these two literally.
			if p.Kind != xmlcall.BareAmpersand && p.Kind != xmlcall.UnknownEntity {
				return fmt.Sprintf("the call runs with a problem of kind %d at %q", p.Kind, b.Slice(p.Span))
			}
		}
		if what := lost(&b, kind); what != "" {
			return "the call runs and loses " + what
		}
		// Offsets in a document's segments are not those of the file.
		if was != nil && kind == document.Reply {
			if field := changed(was, &b, fix); field != "" {
				return "the call runs with another value of " + field
			}
		}
	}
	return ""
}

// moved returns the offset in the text after the edits.
func moved(at int, edits []diagnostics.Edit) int {
	to := at
	for _, e := range edits {
		if e.Span.End <= at && e.Span.Start < at {
			to += len(e.Text) - e.Span.Len()
		}
	}
	return to
}

// action is what a template has between two elements.
var action = regexp.MustCompile(`(?s)\{\{.*?\}\}`)

// lost describes something in a call that its tool does not receive. The actions of a template are
// not there for it.
func lost(b *placed, kind document.Kind) string {
	arguments := b.Arguments()
	for n := range call.New(b.Block, nil, call.Surroundings{}).NotesOf(call.UnknownChild, call.StrayText, call.IgnoredAttributes) {
		switch n.Kind {
		case call.UnknownChild:
			if strings.TrimSpace(b.Slice(b.Element(n.Element).Content())) != "" {
				return "the element " + b.Slice(n.Span)
			}
		case call.StrayText:
			if text := b.Slice(n.Span); n.Element == arguments && !(kind == document.Document && strings.TrimSpace(action.ReplaceAllString(text, "")) == "") {
				return "the text " + text
			}
		case call.IgnoredAttributes:
			for _, a := range b.Element(n.Element).Attributes() {
				if n.Element == arguments && b.tool.Argument(b.Slice(a.Name)) != nil {
					return "the attribute " + b.Slice(a.Span)
				}
			}
		}
	}
	for _, i := range b.tool.Read(b.Block).Issues {
		switch i.Kind {
		case toolspec.ArrayShape, toolspec.UnknownArgument:
			return b.Slice(i.Span)
		case toolspec.DuplicateArgument:
			if last, _ := b.Child(b.Element(i.Element).Parent(), i.Name); b.Slice(b.Element(last).Content()) != b.Slice(b.Element(i.Element).Content()) {
				return b.Slice(i.Span)
			}
		}
	}
	return inScalars(b, arguments, b.tool.Argument)
}

// inScalars describes an element, a comment or other markup in a field of which the
// tool reads only the text.
func inScalars(b *placed, parent xmlcall.ElementID, read func(string) *toolspec.Argument) string {
	for i, e := range b.Children(parent) {
		a := read(e.Local())
		if a == nil {
			continue // reported elsewhere
		}
		if a.Kind == toolspec.Object || a.Kind == toolspec.List {
			if what := inScalars(b, i, a.Child); what != "" {
				return what
			}
			continue
		}
		for k := e.First() + 1; a.Kind.Scalar() && k < e.Last(); k++ {
			if kind := b.Tokens[k].Kind(); kind != xmlcall.Text && kind != xmlcall.CDATA {
				return b.Slice(b.Tokens[k].Span())
			}
		}
	}
	return ""
}

// changed returns the name of a field that a fix did not touch but whose value has
// changed, or that is gone. Only fields without a problem are considered: for others
// the previous value is not known.
func changed(was, is *placed, fix safeFix) string {
	at := map[int]xmlcall.ElementID{}
	for i, e := range is.Elements() {
		at[e.Start().Start] = i
	}
	for i, e := range was.Elements() {
		if e.Parent() == xmlcall.NoElement || e.Unclosed() || e.Last() > e.First()+2 || touched(e.Span(), was, fix) {
			continue
		}
		k, ok := at[moved(e.Start().Start, fix.edits)]
		if !ok || is.Element(k).Name() != e.Name() || is.Element(k).Text() != was.Element(i).Text() {
			return was.Slice(e.Span())
		}
	}
	return ""
}

// touched reports whether an edit or a problem lies in a span or at its ends.
func touched(span xmlcall.Span, b *placed, fix safeFix) bool {
	for _, e := range fix.edits {
		if e.Span.Start <= span.End && span.Start <= e.Span.End {
			return true
		}
	}
	for _, p := range b.Problems {
		if p.Span.Start <= span.End && span.Start <= p.Span.End {
			return true
		}
	}
	return false
}
