package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

var cdataAroundStructure = &Rule{
	Code: "cdata-around-structure", Severity: Error, Group: Schema,
	Needs: about(call.Envelope),
	Check: checkCdataAroundStructure,
}

func checkCdataAroundStructure(p *Pass) {
	b := p.Block
	if t, ok := call.CallInSection(b); ok {
		p.reportAnyway(t.Span(), Report{
			Message: "CDATA turns all of `<tool>` into plain text; remove the wrapper",
			Note:    "The runtime refuses a call that names no tool",
			Fixes:   []Fix{replace("Remove the CDATA wrapper", t.Span(), bared(b.Slice(t.Inner())))},
		})
		return
	}
	check := func(i xmlcall.ElementID) {
		t, ok := call.OnlySection(b, i)
		if !ok {
			sectionBesideText(p, i)
			return
		}
		if p.HoldsStructure(i) {
			n := Report{Message: structureMessage(p, i, t), Note: structureNote(p), Fixes: unwrap(p, i, t, strings.TrimSpace(b.Slice(t.Inner())))}
			if !p.Defined() && !p.IsArguments(i) {
				n.Severity = Warning // only its name shows that it is a list
			}
			p.reportAnyway(t.Span(), n)
		}
	}
	arguments := p.ArgumentsElement()
	check(arguments)
	for i := range b.Within(arguments) {
		check(i)
	}
}

// structureMessage returns the message on the section t in an element.
func structureMessage(p *Pass, element xmlcall.ElementID, t xmlcall.Token) string {
	message := "CDATA turns `<" + Clip(p.Block.Element(element).Local()) + ">` into plain text; "
	if strings.HasPrefix(strings.TrimSpace(p.Block.Slice(t.Inner())), "<") {
		return message + "remove the wrapper"
	}
	if a := call.ShapeOf(p.Argument(element)); a != nil && a.Kind == toolspec.List {
		return message + "write one `<" + Clip(a.Item.Name) + ">` for each item"
	}
	return message + "write its members as elements"
}

// structureNote returns the note on what is lost with such a section.
func structureNote(p *Pass) string {
	if !p.Defined() {
		return "A tool that reads elements here finds none"
	}
	return "The tool reads elements here and finds none"
}

// sectionBesideText reports an element that the tool reads as structure and that
// contains a CDATA section beside other text, and no element.
func sectionBesideText(p *Pass, element xmlcall.ElementID) {
	if call.ShapeOf(p.Argument(element)) == nil || p.HasChildren(element) || p.Outcome() == xmlcall.Refused {
		return
	}
	e := p.Block.Element(element)
	for i := e.First() + 1; i < e.Last(); i++ {
		if t := &p.Block.Tokens[i]; t.Kind() == xmlcall.CDATA && strings.TrimSpace(p.Block.Element(element).Text()) != "" {
			p.report(t.Span(), Report{Message: structureMessage(p, element, *t), Note: structureNote(p)})
			return
		}
	}
}

// unwrap returns the fixes that turn the section t, the only content of an element,
// into structure.
func unwrap(p *Pass, element xmlcall.ElementID, t xmlcall.Token, text string) []Fix {
	if strings.HasPrefix(text, "<") {
		return []Fix{replace("Remove the CDATA wrapper", t.Span(), bared(p.Block.Slice(t.Inner())))}
	}
	if p.IsArguments(element) {
		if v := argumentsIn(p, text); v != nil {
			return []Fix{replace("Rewrite as elements", t.Span(), layOut(p, t.Span(), v))}
		}
		return nil
	}
	e := p.Block.Element(element)
	if p.Defined() {
		a := call.ShapeOf(p.Argument(element))
		if v := jsonElements(a, text); v != nil {
			return []Fix{replace("Rewrite as elements", t.Span(), layOut(p, t.Span(), v))}
		}
	}
	v, _, err := legacy.ParseValue(e.Local(), quoteNames(text), encode.Options{})
	if err != nil {
		return nil
	}
	if item, _ := plural.Singular(e.Local()); strings.HasPrefix(text, "{") && item != e.Local() {
		// One object in place of a list: most likely its only item.
		v.Name = plural.Item(e.Local())
		v = &xmlcall.Value{Children: []*xmlcall.Value{v}}
	}
	return []Fix{replace("Rewrite as elements", t.Span(), layOut(p, t.Span(), v))}
}

// bared returns the elements in a section as they are written without it: each '&' and each '<' that starts nothing
// is escaped.
func bared(inner string) string {
	if strings.Contains(inner, "<![CDATA[") {
		return inner // in which they may be in a section of their own
	}
	const opened = "<tool><arguments>"
	for _, problem := range slices.Backward(xmlcall.ParseAt(opened+inner+"</arguments></tool>", 0).Problems) {
		if at := problem.Span.Start - len(opened); problem.Kind == xmlcall.RawLessThan && at >= 0 && at < len(inner) {
			inner = inner[:at] + escapeEdit(problem).Text + inner[at+1:]
		}
	}
	return xmlcall.Repair(inner) // otherwise the runtime does so to the sections of the call as well
}
