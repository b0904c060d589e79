package diagnostics

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// Refactorings returns the ways to rewrite a call, given its index, or the value in it at an offset of
// the text: as escapes, as CDATA, and JSON as elements. All are proven: the call runs as before,
// its tool receives the same values, the other calls are unchanged, and there are no new
// errors or warnings. A call in JSON, which does not run, then runs as intended. Problems of
// a call are left to fixes: a refused or repaired call is not rewritten. Tags at the offset that only
// mention calls can be escaped.
func (d *Document) Refactorings(call, at int) []Fix {
	c, call := d.of(call)
	if c == nil || c.Bytes > maxProof {
		return nil
	}
	at -= c.start
	json := d.findingsAbout(c, func(f *Diagnostic) bool { return f.Code == "legacy-json" || f.Code == "json-arguments" })
	fixes := moved(append(c.rewrites(call, at), c.elements(call, json[call])...), c.start)
	return append(d.escapeMention(c, call, at), fixes...)
}

// rewrites returns the ways to write values of a call, or the one at an offset of the file.
func (r *result) rewrites(call, at int) (fixes []Fix) {
	c := &r.Calls[call]
	if c.outcome != xmlcall.Runs || c.form != xmlcall.Closed {
		return nil
	}
	propose := func(title string, own []Edit) {
		if fix, ok := fixIn(c.Segment, title, own); ok && r.readsAlike(call, own) && r.sameAfter([]rewrite{{call, own, fix.Edits}}) {
			fix.safe = true
			fixes = append(fixes, fix)
		}
	}
	block := c.Block()
	offset, inText := c.Segment.TextOffset(at)
	for _, as := range []*valueNotation{&asEscapes, &asSection} {
		var all []Edit
		one := false
		for id, edit := range r.notations(block, as, false) {
			all = append(all, edit)
			if span := block.Element(id).Span(); inText && span.Start <= offset && offset <= span.End {
				propose(rules.Titled(as.ofValue, block.Element(id).Name(), as.after), []Edit{edit})
				one = true
			}
		}
		if len(all) > 1 || len(all) == 1 && !one {
			propose(as.ofCall, all)
		}
	}
	return fixes
}

// elements returns the safe fixes of a call that write JSON as elements, given the findings about that, and leave
// nothing that the reader refuses.
func (r *result) elements(call int, findings []int) (fixes []Fix) {
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
	section        bool
	write          func(value string) (text string, ok bool)
	// inFile reports whether a value is written so where all of a file is, as ADR-0024 specifies. When rewriting one value,
	// a person may choose otherwise.
	inFile func(value string) bool
}

var (
	asEscapes = valueNotation{
		ofValue: "Write `<", after: ">` as escapes", ofCall: "Write all values of the call as escapes",
		write: func(value string) (string, bool) {
			return strings.ReplaceAll(encode.Escape(value), "\r", "&#13;"), true
		},
		inFile: func(value string) bool { return !syntax.HasThinking(value) },
	}
	asSection = valueNotation{
		ofValue: "Wrap `<", after: ">` in CDATA", ofCall: "Wrap all values of the call in CDATA", section: true,
		write: func(value string) (string, bool) {
			if syntax.HasThinking(value) || strings.Contains(value, "</tool>") || strings.Contains(value, "\r") {
				return "", false // a section cannot hold these: the live runtime removes thinking tags from it
			}
			return encode.Section(value)
		},
		// ADR-0024 escapes a "]]>"; a section would be split there.
		inFile: func(value string) bool { return !strings.Contains(value, "]]>") && encode.PrefersCDATA(value) },
	}
)

// notations iterates over the values of a call that can be written in another notation, with the edits that do: the tool
// reads them, if it is known, and they hold only text and CDATA sections. inFile is whether all of a file is written so.
func (r *result) notations(block *xmlcall.Block, as *valueNotation, inFile bool) iter.Seq2[xmlcall.ElementID, Edit] {
	return func(yield func(xmlcall.ElementID, Edit) bool) {
		arguments := block.Arguments()
		if arguments == xmlcall.NoElement {
			return
		}
		tool := r.options.Toolset().Of(block)
		reads, contents := tool.Elements(block), contentsOf(block)
		for id, e := range block.Within(arguments) {
			in, around := contents[id], contents[e.Parent()]
			source := block.Slice(e.Content())
			wanted := in.sections
			if as.section {
				wanted = in.text && strings.ContainsAny(source, "&<>")
			}
			// The tool that runs a custom tool reads its name; it is not one of its values.
			ofRunner := tool != nil && tool.Custom && e.Parent() == arguments && tool.Argument(e.Local()) == nil
			if !wanted || in.other || around.words || e.End().Len() == 0 || tool != nil && reads[id] == nil || ofRunner {
				continue
			}
			value := e.Text()
			text, ok := as.write(value)
			text = strings.ReplaceAll(text, "\n", lineEndAt(source, 0))
			if ok && text != source && (!inFile || as.inFile(value)) && !yield(id, Edit{Span: e.Content(), Text: text}) {
				return
			}
		}
	}
}
