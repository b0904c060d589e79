package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// arguments are the rules about elements that are not the arguments they were meant to be.
var arguments = []*Rule{
	{Code: "unknown-argument", Severity: Warning, Group: Schema, Needs: issues(toolspec.UnknownArgument), Check: eachIssue(describeUnknownArgument)},
	{Code: "duplicate-argument", Severity: Warning, Group: Safety, Needs: call.Needs{Issues: []toolspec.IssueKind{toolspec.DuplicateArgument}, Facts: call.Values}, Check: checkDuplicateArgument},
	{Code: "duplicate-element", Severity: Warning, Group: Safety, Needs: noted(call.DuplicateChild), Check: eachNote(describeDuplicateElement)},
	{Code: "misplaced-argument", Severity: Warning, Group: Envelope, Needs: noted(call.UnknownChild), Check: checkMisplacedArgument},
	{Code: "unknown-element", Severity: Warning, Group: Envelope, Needs: noted(call.UnknownChild), Check: checkUnknownElement},
	{Code: "stray-text", Severity: Warning, Group: Safety, Needs: call.Needs{Notes: []call.NoteKind{call.StrayText}, Facts: call.Values}, Check: checkStrayText},
}

func describeUnknownArgument(p *Pass, i toolspec.Issue) Report {
	if isSpaced(p, i.Element) {
		return Report{}
	}
	name := "`<" + Clip(i.Name) + ">`"
	n := Report{Message: "Unknown argument " + name + "; remove it", Note: "The tool does not read it"}
	if p.Tool.Custom {
		n.Note = "The custom tool has no option of that name"
	}
	switch named := p.NamedBy(i.Element); {
	case named != "":
		n.Severity = Error
		n.Message = "Argument `" + Clip(named) + "` as " + name + "; write `<" + Clip(named) + ">`"
		n.Note = toolLacks
		n.Fixes = writeNamed(p, i.Element)
	case p.Wraps(i.Element):
		n.Severity = Error
		n.Message = "Unexpected " + name + " around the arguments; remove it"
		n.Note = "The tool gets none of them"
		n.Fixes = []Fix{removeTags(p, "Remove the wrapper `<", i.Element)}
	default:
		likely := p.LikelyArguments(i)
		for _, likely := range likely[:min(len(likely), maxLikely)] {
			n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename to `<", likely, ">`"), Edits: p.Rename(i.Element, likely)})
		}
		if len(n.Fixes) > 0 {
			n.Severity = Error
			n.Message = "Unknown argument " + name + "; did you mean `<" + Clip(n.Fixes[0].Edits[0].Text) + ">`?"
			n.Note = toolLacks
		}
	}
	return n
}

// writeNamed returns the fixes of an element that has the name of an argument as an
// attribute: for all such elements, and for this one alone.
func writeNamed(p *Pass, element xmlcall.ElementID) []Fix {
	named := func(k xmlcall.ElementID) []Edit {
		e, name := p.Block.Element(k), p.NamedBy(k)
		if n, _ := call.NamedIn(p.Block, k); n.InAttribute {
			return []Edit{{Span: e.Span(), Text: call.AsElement(name, p.Block.Slice(n.Value))}}
		}
		return []Edit{{Span: e.Start(), Text: "<" + name + ">"}, {Span: e.End(), Text: "</" + name + ">"}}
	}
	one := Fix{Title: Titled("Write as `<", p.NamedBy(element), ">`"), Edits: named(element)}
	parent := p.Block.Element(element).Parent()
	all := p.sharedFix(sharedKey{parent, ""}, func() Fix {
		all := Fix{Title: "Write each under its own name"}
		for k := range p.Block.Children(parent) {
			if len(all.Edits) >= maxShared {
				break
			}
			if p.NamedBy(k) != "" {
				all.Edits = append(all.Edits, named(k)...)
			}
		}
		return all
	})
	if len(all.Edits) <= len(one.Edits) {
		return []Fix{one}
	}
	return []Fix{all, one}
}

func checkDuplicateArgument(p *Pass) {
	for i := range p.Issues() {
		name := "`<" + Clip(i.Name) + ">`"
		n := Report{
			Message: name + " is given twice with the same value; remove one",
			Note:    "The tool gets the last one",
			Fixes:   []Fix{removeElement(p, "Remove this `<", i.Element)},
		}
		if later := i.Elements[0]; !i.Same {
			n.Severity = Error
			n.Message = name + " is given again below; write it once"
			n.Note = "The tool gets the last one; this value is lost"
			if i.Empty {
				n.Note = "The tool gets the last one, which is empty"
				n.Fixes = slices.Insert(n.Fixes, 0, removeElement(p, "Remove the empty `<", later))
			}
			n.Related = []Related{{Span: p.Block.Element(later).Start(), Message: "the tool gets this one"}}
		}
		p.report(i.Span, n)
	}
	listsTwice(p)
}

// listsTwice reports each list with the same items as an earlier one of its name.
func listsTwice(p *Pass) {
	if p.Outcome() == xmlcall.Refused {
		return
	}
	for i, first := range p.ListsTwice() {
		e := p.Block.Element(i)
		p.report(e.Span(), Report{
			Message:  "`<" + Clip(e.Local()) + ">` is given twice with the same items; remove one",
			Note:     "The tool gets the items of both",
			Severity: Error,
			Fixes:    []Fix{removeElement(p, "Remove this `<", i)},
			Related:  []Related{{Span: p.Block.Element(first).Start(), Message: "the same items are here"}},
		})
	}
}

func describeDuplicateElement(p *Pass, n call.Note) Report {
	b := p.Block
	e := b.Element(n.Element)
	local := e.Local()
	last, _ := b.Child(b.Envelope(), local)
	r := Report{
		Message: "`<" + local + ">` is given again below; remove this one",
		Note:    "The runtime reads the last one",
		Fixes:   []Fix{replace(Titled("Remove this `<", e.Name(), ">`"), p.WholeLines(n.Span), "")},
		Related: []Related{{Span: b.Element(last).Start(), Message: "the runtime reads this one"}},
	}
	if p.LosesWhole(n.Element) {
		r.Severity = Error
		r.Message = "`<" + local + ">` is given again below; write one"
		r.Note = "The runtime reads the last one; what is in this one is lost"
		r.Fixes = append(joinArguments(p, n.Element), r.Fixes...)
	}
	return r
}

// joinArguments returns the fix that makes one element of two <arguments> that follow each other and have
// no argument in common.
func joinArguments(p *Pass, first xmlcall.ElementID) []Fix {
	b, last := p.Block, p.ArgumentsElement()
	between := xmlcall.Span{Start: b.Element(first).End().Start, End: b.Element(last).Start().End}
	if b.Element(last).SelfClosing() || !p.HasChildren(first) || strings.TrimSpace(b.Text[b.Element(first).Span().End:b.Element(last).Start().Start]) != "" {
		return nil
	}
	for _, e := range b.Children(first) {
		if _, has := b.Child(last, e.Local()); has {
			return nil
		}
	}
	return []Fix{replace("Join the two `<arguments>`", between, "")}
}

func checkMisplacedArgument(p *Pass) {
	list := slices.DeleteFunc(slices.Clone(p.Strays()), func(s call.Stray) bool { return !s.Misplaced })
	if len(list) == 0 || p.Misshapen() {
		return
	}
	all := moveIn(p, list) // which all findings share
	for _, s := range list {
		e := p.Block.Element(s.Element)
		r := Report{Message: "`<" + Clip(e.Name()) + ">` is outside of `<arguments>`; move it there", Note: toolLacks}
		if p.share(all.Edits) {
			r.Fixes = []Fix{all}
		}
		if s.Read {
			r.Severity = Error
		}
		p.report(e.Start(), r)
	}
}

// moveIn returns the fix that moves children of the tool element into the arguments.
func moveIn(p *Pass, strays []call.Stray) Fix {
	var elements []xmlcall.ElementID
	for _, s := range strays {
		elements = append(elements, s.Element)
	}
	title := Titled("Move `<", p.Block.Element(elements[0]).Name(), ">` into `<arguments>`")
	if n := len(elements); n > 1 {
		title = "Move " + thousands.Count(n, "element") + " into `<arguments>`"
	}
	return Fix{title, p.MoveIn(elements, nil)}
}

func checkUnknownElement(p *Pass) {
	if p.Misshapen() {
		return
	}
	for _, s := range p.Strays() {
		if s.Misplaced {
			continue
		}
		e := p.Block.Element(s.Element)
		n := Report{
			Message: "Unknown element `<" + Clip(e.Name()) + ">`; remove it",
			Note:    "In a call the runtime reads only `<server_name>`, `<tool_name>` and `<arguments>`",
		}
		if p.StrayArguments(s) {
			n.Severity = Error
			n.Message = "Arguments in `<" + Clip(e.Name()) + ">`; write them in `<arguments>`"
			n.Note = "The tool gets none of them"
		}
		named := p.NamedBy(s.Element)
		if named != "" {
			n.Severity = Error
			n.Message = "Argument `" + Clip(named) + "` as `<" + Clip(e.Name()) + ">`; write `<" + Clip(named) + ">` in `<arguments>`"
			n.Note = toolLacks
			n.Fixes = append(n.Fixes, namedChildren(p))
		} else if s.Missing {
			n.Message = "Expected `<" + s.Near + ">`, found `<" + Clip(e.Name()) + ">`"
			n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename to `<", s.Near, ">`"), Edits: p.Rename(s.Element, s.Near)})
		} else if tool := p.Tool; s.Near == "" && tool == nil && e.Local() != "thinking" {
			// Whether the tool reads it is not known.
			if n.Severity != Error {
				n.Message = "Unknown element `<" + Clip(e.Name()) + ">`; move it into `<arguments>` or remove it"
			}
			n.Fixes = append(n.Fixes, moveIn(p, []call.Stray{s}))
		}
		n.Fixes = append(n.Fixes, replace(Titled("Remove `<", e.Name(), ">`"), p.WholeLines(e.Span()), ""))
		p.report(e.Start(), n)
	}
}

// namedChildren returns the fix that writes the children of the tool element that name an
// argument, such as <parameter name="path">, as arguments.
func namedChildren(p *Pass) Fix {
	var elements []xmlcall.ElementID
	var texts []string
	for _, s := range p.Strays() {
		if p.NamedBy(s.Element) == "" {
			continue
		}
		n, _ := call.NamedIn(p.Block, s.Element)
		text := "<" + n.Name + ">" + p.Block.Slice(n.Value) + "</" + n.Name + ">"
		if n.InAttribute {
			text = call.AsElement(n.Name, p.Block.Slice(n.Value))
		}
		elements, texts = append(elements, s.Element), append(texts, text)
	}
	return Fix{Title: "Write as elements in `<arguments>`", Edits: p.MoveIn(elements, texts)}
}

func checkStrayText(p *Pass) {
	for n := range p.Notes() {
		if p.Misshapen() {
			break // it may be the name
		}
		if !p.ReplacesArguments(n) && !call.IsEllipsis(p.Block.Slice(n.Span)) {
			p.report(n.Span, stray(p, n.Span, false))
		}
	}
	for span := range p.LostText {
		p.report(span, stray(p, span, true))
	}
}

// stray returns the report about text in place of elements.
func stray(p *Pass, span xmlcall.Span, lost bool) Report {
	n := Report{
		Message: "Text `" + Clip(p.Block.Slice(span)) + "` between elements; remove it",
		Note:    "The runtime ignores it",
	}
	if text := p.Block.Slice(span); !strings.ContainsAny(text, "<") {
		line := cmp.Or(p.NewLine(p.Block.Span.Start), " ")
		n.Fixes = []Fix{
			{Title: "Move the text before the call", Edits: []Edit{{Span: xmlcall.Span{Start: p.Block.Span.Start, End: p.Block.Span.Start}, Text: text + line}, {Span: span, Text: ""}}},
			replace("Remove the text", span, ""),
		}
	}
	if lost {
		n.Message = "Text `" + Clip(p.Block.Slice(span)) + "` outside of any argument; put it in an element or remove it"
		n.Note = toolLacks
		n.Severity = Error
	}
	return n
}
