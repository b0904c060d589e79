package diagnostics

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// maxRefactor is the maximum size in bytes of a text whose calls are rewritten: it is read
// again for each proof.
const maxRefactor = 128 << 10

// Refactorings returns the ways to rewrite a call, given its index, or the value in it at an offset of
// the text: as escapes, as CDATA, and JSON as elements. All are proven: the call runs as before,
// its tool receives the same values, the other calls are unchanged, and there are no new
// errors or warnings. A call in JSON, which does not run, then runs as intended. Problems of
// a call are left to fixes: a refused or repaired call is not rewritten.
func (d *Document) Refactorings(call, at int) []Fix {
	i, ok := d.of(call)
	if !ok || d.chunks[i].Bytes > maxRefactor {
		return nil
	}
	c := &d.chunks[i]
	json := d.shownAbout(c, func(f *Diagnostic) bool {
		return f.Call == call-c.calls && (f.Code == "legacy-json" || f.Code == "json-arguments")
	})
	return moved(append(c.rewrites(call-c.calls, at-c.start), c.elements(call-c.calls, json)...), c.start)
}

// rewrites returns the ways to write values of a call, or the one at an offset of the file.
func (r *reading) rewrites(call, at int) []Fix {
	c := &r.Calls[call]
	if c.outcome != xmlcall.Runs || c.form != xmlcall.Closed {
		return nil
	}
	w := r.rewritingOf(call)
	offset, inText := c.Segment.TextOffset(at)
	for _, form := range []*valueNotation{&asEscapes, &asSection} {
		var all []Edit
		one := false
		for id, edit := range w.candidates(form) {
			all = append(all, edit)
			if span := w.block.Element(id).Span(); inText && span.Start <= offset && offset <= span.End {
				w.propose(rules.Titled(form.ofValue, w.block.Element(id).Name(), form.after), []Edit{edit})
				one = true
			}
		}
		if len(all) > 1 || len(all) == 1 && !one {
			w.propose(form.ofCall, all)
		}
	}
	return w.fixes
}

// elements returns the safe fixes of a call that write JSON as elements, given the findings about that, and leave
// nothing that the reader refuses.
func (r *reading) elements(call int, findings []int) (fixes []Fix) {
	for _, i := range findings {
		for _, fix := range r.prove(i) {
			if !fix.Safe() {
				continue
			}
			after := r.again(Apply(r.File.Text, fix.Edits))
			if call < len(after.Calls) && after.Calls[call].outcome != xmlcall.Refused {
				fixes = append(fixes, fix)
			}
		}
	}
	return fixes
}

// A valueNotation is a way to keep a value from being read as markup.
type valueNotation struct {
	ofValue, after string // a title consists of ofValue, the name of the element, and after
	ofCall         string // the title for all values of a call
	write          func(value string) (text string, ok bool)
	wanted         func(block *xmlcall.Block, element xmlcall.ElementID) bool
	marks          []string // a call without any of these has no candidates
}

var (
	asEscapes = valueNotation{
		ofValue: "Write `<", after: ">` as escapes", ofCall: "Write all values of the call as escapes",
		write: func(value string) (string, bool) {
			return strings.ReplaceAll(encode.Escape(value), "\r", "&#13;"), true
		},
		wanted: func(block *xmlcall.Block, id xmlcall.ElementID) bool { return holds(block, id, xmlcall.CDATA) },
		marks:  []string{"<![CDATA["},
	}
	asSection = valueNotation{
		ofValue: "Wrap `<", after: ">` in CDATA", ofCall: "Wrap all values of the call in CDATA",
		write: func(value string) (string, bool) {
			if syntax.HasThinking(value) || strings.Contains(value, "</tool>") || strings.Contains(value, "\r") {
				return "", false // a section cannot hold these: the live runtime removes thinking tags from it
			}
			return encode.Section(value)
		},
		wanted: func(block *xmlcall.Block, id xmlcall.ElementID) bool {
			return holds(block, id, xmlcall.Text) && strings.ContainsAny(block.Slice(block.Element(id).Content()), "&<>")
		},
		marks: []string{"&lt;", "&gt;", "&amp;", "&#"},
	}
)

// holds reports whether a token of a kind is in an element, and not in one of its children.
func holds(block *xmlcall.Block, id xmlcall.ElementID, kind xmlcall.TokenKind) bool {
	e := block.Element(id)
	for i := e.First() + 1; i < e.Last(); i++ {
		if t := block.Tokens[i]; t.Kind() == kind && t.Element() == id {
			return true
		}
	}
	return false
}

// edit returns the edit that writes a value in the form. ok is false if that is not possible,
// or it already is.
func (f *valueNotation) edit(block *xmlcall.Block, id xmlcall.ElementID) (edit Edit, ok bool) {
	e := block.Element(id)
	source := block.Slice(e.Content())
	text, ok := f.write(e.Text())
	text = strings.ReplaceAll(text, "\n", lineEndIn(source))
	return Edit{Span: e.Content(), Text: text}, ok && text != source
}

// lineEndIn returns the line end of the first line of a source. XML reads all three as
// "\n".
func lineEndIn(source string) string {
	switch i := strings.IndexAny(source, "\r\n"); {
	case i < 0 || source[i] == '\n':
		return "\n"
	case strings.HasPrefix(source[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}

// A rewriting is the search for ways to rewrite a call.
type rewriting struct {
	result *reading
	call   int
	block  *xmlcall.Block
	tool   *toolspec.Tool
	fixes  []Fix
}

func (r *reading) rewritingOf(call int) *rewriting {
	w := &rewriting{result: r, call: call, block: r.Calls[call].Block()}
	w.tool = r.options.Toolset().Of(w.block)
	return w
}

// candidates iterates over the values that can be written in another notation, with the edits that do.
func (w *rewriting) candidates(as *valueNotation) iter.Seq2[xmlcall.ElementID, Edit] {
	return func(yield func(xmlcall.ElementID, Edit) bool) {
		for id := range w.values() {
			if as.wanted(w.block, id) {
				if edit, ok := as.edit(w.block, id); ok && !yield(id, edit) {
					return
				}
			}
		}
	}
}

// values iterates over the elements in the arguments whose values can be rewritten: the tool reads
// it, if it is known, and it contains only text and CDATA sections.
func (w *rewriting) values() iter.Seq[xmlcall.ElementID] {
	return func(yield func(xmlcall.ElementID) bool) {
		arguments := w.block.Arguments()
		if arguments == xmlcall.NoElement {
			return
		}
		reads, texts := layoutOf(w.block, w.tool).arguments, w.texts()
		for id, e := range w.block.Within(arguments) {
			ok := e.End().Len() > 0 && (w.tool == nil || reads[id] != nil) && !texts[e.Parent()] && w.isText(e)
			if ok && !yield(id) {
				return
			}
		}
	}
}

// texts returns the elements that contain text, other than in one of their children.
func (w *rewriting) texts() map[xmlcall.ElementID]bool {
	in := map[xmlcall.ElementID]bool{}
	for _, t := range w.block.Tokens {
		if kind := t.Kind(); kind == xmlcall.CDATA || kind == xmlcall.Text && strings.TrimSpace(w.block.Slice(t.Span())) != "" {
			in[t.Element()] = true
		}
	}
	return in
}

// isText reports whether an element contains only text and CDATA sections.
func (w *rewriting) isText(e xmlcall.Element) bool {
	for i := e.First() + 1; i < e.Last(); i++ {
		if kind := w.block.Tokens[i].Kind(); kind != xmlcall.Text && kind != xmlcall.CDATA {
			return false
		}
	}
	return true
}

// propose adds a fix for edits of the segment's text, if they are proven.
func (w *rewriting) propose(title string, own []Edit) {
	if fix, ok := fixIn(w.result.Calls[w.call].Segment, title, own); ok && w.result.readsAlike(w.call, own) && w.result.sameAfter([]rewrite{{call: w.call, own: own, edits: fix.Edits}}) {
		fix.safe = true
		w.fixes = append(w.fixes, fix)
	}
}
