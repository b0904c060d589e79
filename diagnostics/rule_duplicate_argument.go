package diagnostics

import (
	"reflect"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

var _ = register(&Rule{
	Code:     "duplicate-argument",
	Severity: Warning,
	Summary:  "An argument that a later one of the same name replaces",
	Explanation: `
Of several elements with the name of one argument the runtime keeps the last, even if it
is empty, and drops the others without a word. Two pairs of \'<search>\' and \'<replace>\' in
one \'<edit>\' make one edit, the second.

The items of several elements of one list are run together. That is as it should be, unless
the same list is given twice: then the tool gets every item twice.
`,
	Otherwise: `**error** where the values differ, and where a list is given twice`,
	FixSafety: `
Removing an element whose value is that of the one that counts is certain: the tool gets the
same. Where the values differ it is a guess, since either may have been meant, or both.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>first</content>
  <content>second</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>first
second</content>
</arguments>
</tool>`,
	check: checkDuplicateArgument,
})

func checkDuplicateArgument(p *pass) {
	p.issues(func(i toolspec.Issue) {
		name := "<" + clip(i.Name) + ">"
		n := note{
			message: name + " is given twice with the same value; the later one counts",
			fixes:   []Fix{p.removeElement(i.Element)},
		}
		if later := p.b.Child(p.b.Elements[i.Element].Parent, i.Name); !p.sameValue(i.Element, later) {
			n.severity = Error
			n.message = name + " is given again below; the tool does not get this value"
			if p.b.Elements[later].Content().Len() == 0 {
				n.message = name + " is given again below, empty; the tool does not get this value"
			}
			n.related = []Related{{Span: p.b.Elements[later].Start, Message: "this one counts"}}
		}
		p.report(i.Span, n)
	}, toolspec.DuplicateArgument)
	p.listsTwice()
}

// listsTwice reports each list that holds what one of its name before it holds:
// the tool gets the items of both.
func (p *pass) listsTwice() {
	if p.outcome() == xmlcall.Refused {
		return
	}
	type place struct {
		parent  int
		name    string
		content string
	}
	given := map[place]int{}
	for i, a := range p.arguments() {
		if a == nil || a.Kind != toolspec.List || a.Repeated || !hasChildren(p.b, i) || p.isList(p.b.Elements[i].Parent) {
			continue
		}
		e := &p.b.Elements[i]
		value := plainValue(p.b.Value(i))
		at := place{e.Parent, e.Local(), legacy.JSON(&value, encode.Options{})}
		if first, ok := given[at]; ok {
			p.report(e.Span(), note{
				message:  "<" + clip(e.Local()) + "> is given twice; the tool gets every item twice",
				severity: Error,
				fixes:    []Fix{p.removeElement(i)},
				related:  []Related{{Span: p.b.Elements[first].Start, Message: "the same items are here"}},
			})
			continue
		}
		given[at] = i
	}
}

// sameValue reports whether two elements decode to the same value.
func (p *pass) sameValue(a, b int) bool {
	return reflect.DeepEqual(plainValue(p.b.Value(a)), plainValue(p.b.Value(b)))
}

// plainValue returns a value without the white space beside elements, and without
// how it is written.
func plainValue(v *xmlcall.Value) xmlcall.Value {
	plain := xmlcall.Value{Name: v.Name, Text: v.Text}
	for _, c := range v.Children {
		child := plainValue(c)
		plain.Children = append(plain.Children, &child)
		plain.Text = ""
	}
	return plain
}

// isList reports whether the call's tool reads an element as a list, in which an
// item may be there twice.
func (p *pass) isList(element int) bool {
	a := p.arguments()[element]
	return a != nil && a.Kind == toolspec.List
}
