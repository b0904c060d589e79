package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// values are the rules about the value of one argument, and the way in which it is written.
var values = []*Rule{
	{
		Code: "type-mismatch", Severity: Error, Group: Schema,
		Needs: issues(toolspec.TypeMismatch),
		Check: eachIssue(func(p *Pass, i toolspec.Issue) Report {
			value, want := p.Block.Slice(i.Span), strings.TrimPrefix(i.Reason, "is not ")
			if strings.TrimSpace(value) == "" {
				return Report{Message: "Expected " + want + " in `<" + Clip(i.Name) + ">`, found white space", Note: toolRefuses}
			}
			n := Report{Message: "Expected " + want + ", found `" + Clip(value) + "`", Note: toolRefuses}
			for _, want := range i.Want {
				n.Fixes = append(n.Fixes, replace(Titled("Write `", want, "`"), i.Span, want))
			}
			return n
		}),
	},
	{
		Code: "coerced-value", Severity: Error, Group: Safety,
		Needs: issues(toolspec.CoercedValue),
		Check: eachIssue(func(p *Pass, i toolspec.Issue) Report {
			return Report{
				Message: "`" + Clip(p.Block.Slice(i.Span)) + "` is passed as `" + Clip(strings.TrimPrefix(i.Reason, "becomes ")) + "`",
				Note:    "The tool converts text that looks like a number or a boolean, even in CDATA; this cannot be turned off",
			}
		}),
	},
	{
		Code: "empty-argument", Severity: Error, Group: Schema,
		Needs: issues(toolspec.EmptyArgument),
		Check: eachIssue(func(p *Pass, i toolspec.Issue) Report {
			if _, ok := p.ValueAttribute(i.Element); ok {
				return Report{} // the value is there, as an attribute
			}
			return Report{Message: "Empty `<" + Clip(i.Name) + ">`; write a value", Note: toolRefuses}
		}),
	},
	{
		Code: "empty-value", Severity: Warning, Group: Safety,
		Needs: issues(toolspec.EmptyValue),
		Check: eachIssue(func(p *Pass, i toolspec.Issue) Report {
			if _, ok := p.ValueAttribute(i.Element); ok {
				return Report{} // the value is there, as an attribute
			}
			n := Report{Message: "Empty `<" + Clip(i.Name) + ">`; write a value or remove it", Note: "It is read as `0`", Fixes: []Fix{removeElement(p, "Remove `<", i.Element)}}
			if i.Argument.Kind == toolspec.Boolean {
				n.Note = "It is read as `false`"
			}
			return n
		}),
	},
	{Code: "padded-cdata", Severity: Warning, Group: Safety, Needs: call.Needs{Notes: []call.NoteKind{call.PaddedSection}, Issues: []toolspec.IssueKind{toolspec.PaddedValue}}, Check: checkPaddedCdata},
	{
		Code: "mixed-encoding", Severity: Warning, Group: Style,
		Needs: noted(call.MixedField),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			if p.IsArguments(n.Element) {
				return Report{} // text in place of arguments, in whatever notation
			}
			name := p.Block.Element(n.Element).Name()
			r := Report{
				Message: "The value of `<" + Clip(name) + ">` is partly in CDATA; write all of it one way",
				Note:    "The parts are joined, with the white space between them",
			}
			if text, ok := p.FieldText(n.Element); ok {
				r.Fixes = bothWays(n.Span, text, Titled("Escape all of `<", name, ">`"), Titled("Wrap all of `<", name, ">` in CDATA"))
			}
			return r
		}),
	},
	{
		Code: "prefer-cdata", Severity: Hint, Group: Style, OffByDefault: true,
		Needs: about(call.Values),
		Check: func(p *Pass) {
			for f := range p.SoundFields() {
				e := p.Block.Element(f.Element)
				section, ok := asSection(f.Text)
				if !ok || f.Sections > 0 || !encode.PrefersCDATA(f.Text) || f.Text == p.Block.Slice(e.Content()) || hasReferences(f.Text) || strings.Contains(f.Text, "<tool") {
					continue
				}
				p.report(e.Content(), Report{
					Message: "Many escapes in `<" + Clip(e.Name()) + ">`; CDATA is easier to read",
					Fixes:   []Fix{replace(Titled("Wrap `<", e.Name(), ">` in CDATA"), e.Content(), section)},
				})
			}
		},
	},
	{
		Code: "prefer-escaping", Severity: Hint, Group: Style, OffByDefault: true,
		Needs: about(call.Values),
		Check: func(p *Pass) {
			for f := range p.SoundFields() {
				e := p.Block.Element(f.Element)
				if f.Sections == 0 || f.Sections < int(e.Last()-e.First())-1 || encode.PrefersCDATA(f.Text) || hasReferences(f.Text) ||
					syntax.HasThinking(f.Text) || p.HoldsStructure(f.Element) || call.Typed(f.Text) {
					continue
				}
				p.report(e.Content(), Report{
					Message: "CDATA for few special characters in `<" + Clip(e.Name()) + ">`; escapes are shorter",
					Fixes:   []Fix{replace(Titled("Write `<", e.Name(), ">` as escapes"), e.Content(), encode.Escape(f.Text))},
				})
			}
		},
	},
}

func checkPaddedCdata(p *Pass) {
	padded := map[xmlcall.ElementID]bool{} // paths and names, which are already reported
	for i := range p.Issues() {
		padded[i.Element] = true
	}
	for n := range p.Notes() {
		if padded[n.Element] || !p.InArguments(n.Element) || p.HoldsStructure(n.Element) {
			continue
		}
		if a := p.Argument(n.Element); a != nil && a.Kind != toolspec.String {
			continue
		}
		e := p.Block.Element(n.Element)
		message := "White space between `<" + Clip(e.Name()) + ">` and its CDATA; remove it"
		if n.Span.End == e.End().Start {
			message = "White space between the CDATA and `</" + Clip(e.Name()) + ">`; remove it"
		}
		p.report(n.Span, Report{
			Message: message,
			Note:    "It is part of the value that the tool gets",
			Fixes:   []Fix{replace("Remove the white space", n.Span, "")},
		})
	}
}
