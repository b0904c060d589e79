package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "cdata-around-structure",
	Severity: Error,
	Summary:  `A CDATA section around elements or JSON that should be structure`,
	Explanation: `A CDATA section is text. Around the elements of a list, or around JSON, it turns
the structure into one string, which the runtime drops: it decodes an empty list, or
no arguments at all.

Where the tool is known, only what it reads as a list or an object is reported, never a
scalar. Otherwise the rule reports only what cannot be meant as text: a section that is all
there is in \'<arguments>\', or in a field named as a list whose content is that list, as
JSON or as elements named by its singular (\'edits, edit\'). A file's content in HTML or
JSON belongs in a CDATA section and is not reported.

Taking the section away is safe where its content is well-formed elements; rewriting
an array as elements is safe where the JSON parses and says nothing that elements
cannot.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>apply_diff</tool_name>
<arguments>
  <path>a.go</path>
  <edits><![CDATA[<edit><search>x</search><replace>y</replace></edit>]]></edits>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>apply_diff</tool_name>
<arguments>
  <path>a.go</path>
  <edits><edit><search>x</search><replace>y</replace></edit></edits>
</arguments>
</tool>`,
	check: checkCdataAroundStructure,
})

func checkCdataAroundStructure(p *pass) {
	b := p.b
	arguments := b.Child(b.Envelope(), "arguments")
	if arguments < 0 {
		return
	}
	known := p.arguments()
	for i := arguments; i < len(b.Elements) && b.Elements[i].Start.End <= b.Elements[arguments].End.Start; i++ {
		t := p.onlySection(i)
		if t == nil {
			continue
		}
		if text := strings.TrimSpace(b.Slice(t.Inner)); p.isStructure(i, known, text) {
			p.report(t.Span, note{
				message: "CDATA makes text of this structure: the runtime drops it, and the tool gets nothing",
				fixes:   p.unwrap(i, t, text),
			})
		}
	}
}

// onlySection returns the CDATA section that is all there is in an element but
// for white space, nil if there is anything else.
func (p *pass) onlySection(element int) *xmlcall.Token {
	e := &p.b.Elements[element]
	var section *xmlcall.Token
	for i := e.First + 1; i <= e.Last; i++ {
		t := &p.b.Tokens[i]
		switch {
		case t.Kind == xmlcall.EndTag && i == e.Last:
		case t.Kind == xmlcall.CDATA && section == nil:
			section = t
		case t.Kind != xmlcall.Text || strings.TrimSpace(p.b.Slice(t.Span)) != "":
			return nil
		}
	}
	return section
}

// isStructure reports whether text, all there is in an element, was meant as
// its structure and not as its value. known is what [pass.arguments] returned.
func (p *pass) isStructure(element int, known []*toolspec.Argument, text string) bool {
	if isArguments(p.b, element) {
		return looksLikeJSON(text) || len(elementNames(text)) > 0
	}
	name := p.b.Elements[element].Local()
	item, _ := xmlcall.Singular(name)
	items := []string{item, "item"}
	switch {
	case known == nil:
		if items[0] == name {
			return false // no list by its name
		}
	case known[element] == nil || known[element].Kind.Scalar() || known[element].Kind == toolspec.Any:
		return false // text, or nothing that anybody reads
	case known[element].Kind == toolspec.List:
		items = append(items, known[element].Item.Name)
	default:
		return looksLikeJSON(text) || len(elementNames(text)) > 0
	}
	if looksLikeJSON(text) {
		return true
	}
	names := elementNames(text)
	return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(items, n) })
}

// elementNames returns the names of the elements that text consists of, nil
// where it is anything but elements and white space.
func elementNames(text string) []string {
	if !strings.HasPrefix(text, "<") {
		return nil
	}
	b := xmlcall.ParseAt("<tool>"+text+"</tool>", 0)
	if b.Verdict().At >= 0 && b.Verdict().Outcome == xmlcall.Refused {
		return nil
	}
	var names []string
	for i := range b.Elements[1:] {
		if e := &b.Elements[i+1]; e.Parent == 0 {
			names = append(names, e.Local())
		}
	}
	if strings.TrimSpace(b.Value(0).Text) != "" {
		return nil
	}
	return names
}

// unwrap returns the fixes that make structure of the section t, all there is
// in an element.
func (p *pass) unwrap(element int, t *xmlcall.Token, text string) []Fix {
	if strings.HasPrefix(text, "<") {
		return []Fix{replace("Take the CDATA section away", t.Span, p.b.Slice(t.Inner))}
	}
	e := &p.b.Elements[element]
	v, _, err := xmlcall.ParseJSON(e.Local(), text)
	if err != nil {
		return nil
	}
	if !isArguments(p.b, element) && strings.HasPrefix(text, "{") {
		// One object where a list belongs: most likely its only item.
		v.Name = xmlcall.ItemName(e.Local())
		v = &xmlcall.Value{Children: []*xmlcall.Value{v}}
	}
	return []Fix{replace("Rewrite as elements", t.Span, p.layOut(t.Span, v))}
}
