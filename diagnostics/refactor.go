package diagnostics

import (
	"reflect"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
	"github.com/entrhq/forge-lsp/diagnostics/rules"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// maxRefactor is how large a text is, in bytes, whose calls are rewritten: it is read again
// for each proof.
const maxRefactor = 128 << 10

// Refactorings returns the ways to write a call, or the value in it at an offset of the file,
// differently: as escapes, as CDATA, and what is JSON as elements. All are proven: the call
// runs as before, its tool gets the same values, the other calls are the same, and there is
// no further error or warning. A call in JSON, which does not run, runs then as it was meant.
// What is wrong with a call is for fixes: one that is refused or repaired is not rewritten.
func (r *Result) Refactorings(call, at int) []Fix {
	if call < 0 || call >= len(r.Calls) || len(r.File.Text) > maxRefactor {
		return nil
	}
	c := &r.Calls[call]
	if c.outcome != xmlcall.Runs || c.form != xmlcall.Closed {
		return r.elements(call)
	}
	w := &rewriting{result: r, call: call, block: c.Block()}
	w.tool = r.options.Toolset().Of(w.block)
	values := w.values()
	offset, inText := c.Segment.TextOffset(at)
	for _, form := range []valueForm{asEscapes, asSection} {
		var all []Edit
		one := false
		for _, id := range values {
			edit, wanted := form.edit(w.block, id)
			if !wanted {
				continue
			}
			all = append(all, edit)
			if span := w.block.Element(id).Span(); inText && span.Start <= offset && offset <= span.End {
				name := "<" + rules.Clip(w.block.Element(id).Name()) + ">"
				w.propose(form.ofValue+name+form.after, []Edit{edit})
				one = true
			}
		}
		if len(all) > 1 || len(all) == 1 && !one {
			w.propose(form.ofCall, all)
		}
	}
	return append(w.fixes, r.elements(call)...)
}

// elements returns the safe fixes of a call that write JSON as elements, and leave nothing
// that the reader refuses.
func (r *Result) elements(call int) (fixes []Fix) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Call == call && (f.Code == "legacy-json" || f.Code == "json-arguments") {
			for _, fix := range r.Prove(i) {
				if !fix.Safe() {
					continue
				}
				after := r.again(Apply(r.File.Text, fix.Edits))
				if call < len(after.Calls) && after.Calls[call].outcome != xmlcall.Refused {
					fixes = append(fixes, fix)
				}
			}
		}
	}
	return fixes
}

// A valueForm is a way to keep a value from being read as markup.
type valueForm struct {
	ofValue, after string // a title is ofValue, the name of the element, and after
	ofCall         string // the title for all values of a call
	write          func(value string) (text string, ok bool)
	wanted         func(block *xmlcall.Block, element xmlcall.Element) bool
}

var (
	asEscapes = valueForm{
		ofValue: "Write ", after: " as escapes", ofCall: "Write all values of the call as escapes",
		write: func(value string) (string, bool) {
			return strings.ReplaceAll(encode.Escape(value), "\r", "&#13;"), true
		},
		wanted: func(block *xmlcall.Block, e xmlcall.Element) bool { return holds(block, e, xmlcall.CDATA) },
	}
	asSection = valueForm{
		ofValue: "Wrap ", after: " in CDATA", ofCall: "Wrap all values of the call in CDATA",
		write: encode.Section,
		wanted: func(block *xmlcall.Block, e xmlcall.Element) bool {
			return holds(block, e, xmlcall.Text) && strings.ContainsAny(block.Slice(e.Content()), "&<>")
		},
	}
)

// holds reports whether an element without elements in it holds a token of a kind.
func holds(block *xmlcall.Block, e xmlcall.Element, kind xmlcall.TokenKind) bool {
	for i := e.First() + 1; i < e.Last(); i++ {
		if block.Tokens[i].Kind() == kind {
			return true
		}
	}
	return false
}

// edit returns the edit that writes a value in the form. ok is false where it cannot be, is
// already, or has nothing that could be taken for markup.
func (f *valueForm) edit(block *xmlcall.Block, id xmlcall.ElementID) (edit Edit, ok bool) {
	e := block.Element(id)
	if !f.wanted(block, e) {
		return edit, false
	}
	text, ok := f.write(e.Text())
	return Edit{Span: e.Content(), Text: text}, ok && text != block.Slice(e.Content())
}

// A rewriting is the search for ways to write a call.
type rewriting struct {
	result *Result
	call   int
	block  *xmlcall.Block
	tool   *toolspec.Tool
	fixes  []Fix
}

// values returns the elements that hold a value: those that the tool reads, if it is known,
// in which there is nothing but text and CDATA sections.
func (w *rewriting) values() (list []xmlcall.ElementID) {
	arguments, ok := w.block.Child(w.block.Envelope(), "arguments")
	if !ok {
		return nil
	}
	reads := layoutOf(w.block, w.tool).arguments
next:
	for id, e := range w.block.Within(arguments) {
		if e.End().Len() == 0 || w.tool != nil && reads[id] == nil || strings.TrimSpace(w.block.Element(e.Parent()).Text()) != "" {
			continue
		}
		for i := e.First() + 1; i < e.Last(); i++ {
			if kind := w.block.Tokens[i].Kind(); kind != xmlcall.Text && kind != xmlcall.CDATA {
				continue next
			}
		}
		list = append(list, id)
	}
	return list
}

// propose adds a fix for edits of the segment's text, if they are proven.
func (w *rewriting) propose(title string, own []Edit) {
	c := &w.result.Calls[w.call]
	fix := Fix{Title: title, Edits: own}
	if !c.Segment.Whole() {
		fix.within, fix.Edits = &own, nil
		for _, e := range own {
			span, text, ok := c.Segment.FileEdit(e.Span, e.Text)
			if !ok {
				return
			}
			fix.Edits = append(fix.Edits, Edit{Span: span, Text: text})
		}
	}
	if fix.safe = w.proves(own, fix.Edits); fix.safe {
		w.fixes = append(w.fixes, fix)
	}
}

// proves reports whether the call means the same after edits, given in the segment's text
// and in the file, and all else is as it was.
func (w *rewriting) proves(own, edits []Edit) bool {
	r := w.result
	r.options.interrupt.check()
	after := r.again(Apply(r.File.Text, edits))
	if len(after.Calls) != len(r.Calls) || after.troubles() > r.troubles() {
		return false
	}
	for k := range r.Calls {
		was, is := &r.Calls[k], &after.Calls[k]
		if was.outcome != is.outcome || was.tool != is.tool || was.form != is.form {
			return false
		}
		if k != w.call && was.Source() != is.Source() {
			return false
		}
	}
	return w.sameValues(after.Calls[w.call].Block()) && w.sameMessage(own)
}

// troubles returns how many errors and warnings there are.
func (r *Result) troubles() (n int) {
	for i := range r.Findings {
		if r.Findings[i].Severity <= Warning {
			n++
		}
	}
	return n
}

// sameValues reports whether the call has the same values in another version of its block.
// Where the tool is not known, they are of the same types, too.
func (w *rewriting) sameValues(after *xmlcall.Block) bool {
	was, _ := w.block.Decode()
	is, _ := after.Decode()
	if was == nil || is == nil || w.block.ToolName() != after.ToolName() || w.block.ServerName() != after.ServerName() || !sameTexts(was, is) {
		return false
	}
	if w.tool == nil {
		return reflect.DeepEqual(was.Infer(), is.Infer())
	}
	before, now := w.tool.Read(w.block), w.tool.Read(after)
	return len(before.Issues) == len(now.Issues) && reflect.DeepEqual(before.Arguments, now.Arguments)
}

// sameTexts reports whether two values have the same elements with the same texts.
func sameTexts(a, b *xmlcall.Value) bool {
	if a.Name != b.Name || a.Text != b.Text || len(a.Children) != len(b.Children) {
		return false
	}
	for i := range a.Children {
		if !sameTexts(a.Children[i], b.Children[i]) {
			return false
		}
	}
	return true
}

// sameMessage reports whether the live runtime, which looks for tags before it reads
// anything, runs the same of the message after the edits.
func (w *rewriting) sameMessage(own []Edit) bool {
	seg := w.result.Calls[w.call].Segment
	if seg.Scope != document.Message || !touchesTags(seg.Text, own) {
		return true
	}
	o := w.result.options
	m := messageRun{seg: seg, facts: intent.Options{Tools: o.Toolset(), MaxSize: o.MaxSize}}
	return !seg.Long && m.run(seg.Text).Same(m.run(Apply(seg.Text, own)))
}
