package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
	"github.com/entrhq/forge-lsp/xmlcall/plural"
)

var _ = register(&Rule{
	Code:     "cdata-around-structure",
	Severity: Error,
	Summary:  `A CDATA section around elements or JSON that should be structure`,
	Explanation: `A CDATA section is text. Around the elements of a list or an object, around JSON, or
around all arguments it turns the structure into one string, which no tool gets: the list is
empty, or there are no arguments at all.

Where the tool is known, every section in what it reads as a list or an object is reported,
never one in a scalar. Otherwise only what cannot be meant as text is: a section that is all
there is in \'<arguments>\', or in a field named as a list whose content is that list, as
JSON or as elements named by its singular (\'edits, edit\'). A file's content in HTML or
JSON belongs in a CDATA section and is not reported.

That a required list is empty for this reason is no finding of its own.`,
	FixSafety: `
Removing the section is certain where the tool is known, what it holds are elements that the
tool reads, and no reference in them may have been meant as text. Rewriting JSON is certain
where it parses without a member given twice, every name is one of the tool's, and the tool
accepts the values. With a raw \'&\' or \'<\' inside, removing the section alone leaves the call
refused, and is a guess until those are escaped.`,
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
			p.sectionBesideText(i)
			continue
		}
		if text := strings.TrimSpace(b.Slice(t.Inner)); p.isStructure(i, known, text) {
			p.report(t.Span, note{message: p.structureMessage(i), fixes: p.unwrap(i, t, text)})
		}
	}
}

// structureMessage says what is lost with a section that is all there is in an
// element.
func (p *pass) structureMessage(element int) string {
	name := "<" + clip(p.b.Elements[element].Local()) + ">"
	if isArguments(p.b, element) {
		return "CDATA around the arguments: write them as elements; the tool gets none of them"
	}
	known := p.arguments()
	if known == nil {
		return "CDATA around the items of " + name + ": write them as elements; in a section they are one text"
	}
	if a := shapeOf(known[element]); a.Kind == toolspec.List {
		return "CDATA in the list " + name + ": write <" + clip(a.Item.Name) + "> elements; the tool finds no item"
	}
	return "CDATA around the members of " + name + ": write them as elements; the tool gets none of them"
}

// sectionBesideText reports an element that the tool reads as structure and that
// holds a CDATA section beside other text, and no element.
func (p *pass) sectionBesideText(element int) {
	known := p.arguments()
	if known == nil || shapeOf(known[element]) == nil || hasChildren(p.b, element) || p.outcome() == xmlcall.Refused {
		return
	}
	e := &p.b.Elements[element]
	for i := e.First + 1; i < e.Last; i++ {
		if t := &p.b.Tokens[i]; t.Kind == xmlcall.CDATA && strings.TrimSpace(p.b.Value(element).Text) != "" {
			p.report(t.Span, note{message: p.structureMessage(element)})
			return
		}
	}
}

// isNull reports whether a text stands for no value of an argument.
func isNull(a *toolspec.Argument, text string) bool {
	return a != nil && a.Nullable && strings.TrimSpace(text) == "null"
}

// shapeOf returns what the tool reads in an element that holds elements and no
// text: the object or the list. It is nil for any other element.
func shapeOf(a *toolspec.Argument) *toolspec.Argument {
	for a != nil && a.Kind == toolspec.List && a.Repeated {
		a = a.Item
	}
	if a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object {
		return nil
	}
	return a
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
		return looksLikeJSON(text) || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">")
	}
	name := p.b.Elements[element].Local()
	item, _ := plural.Singular(name)
	items := []string{item, "item"}
	if known == nil {
		if item == name {
			return false // no list by its name
		}
	} else {
		a := shapeOf(known[element])
		switch {
		case a == nil, isNull(known[element], text):
			return false // text, or nothing that anybody reads
		case p.outcome() != xmlcall.Refused:
			return text != "" // whatever it is, it is lost
		case a.Kind == toolspec.Object:
			return looksLikeJSON(text) || len(elementNames(text)) > 0
		}
		items = append(items, a.Item.Name)
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
		return []Fix{replace("Remove the CDATA section", t.Span, p.b.Slice(t.Inner))}
	}
	if isArguments(p.b, element) {
		if v := p.jsonArguments(text); v != nil {
			return []Fix{replace("Rewrite as elements", t.Span, p.layOut(t.Span, v))}
		}
		return nil
	}
	e := &p.b.Elements[element]
	if known := p.arguments(); known != nil {
		a := shapeOf(known[element])
		if v := jsonElements(a, text); v != nil {
			return []Fix{replace("Rewrite as elements", t.Span, p.layOut(t.Span, v))}
		}
	}
	v, _, err := legacy.ParseValue(e.Local(), text, encode.Options{})
	if err != nil {
		return nil
	}
	if item, _ := plural.Singular(e.Local()); strings.HasPrefix(text, "{") && item != e.Local() {
		// One object where a list belongs: most likely its only item.
		v.Name = plural.Item(e.Local())
		v = &xmlcall.Value{Children: []*xmlcall.Value{v}}
	}
	return []Fix{replace("Rewrite as elements", t.Span, p.layOut(t.Span, v))}
}

// jsonArguments returns the arguments that a JSON object means, with the names
// that the call's tool has for items where it is known; nil where there are none.
func (p *pass) jsonArguments(text string) *xmlcall.Value {
	if !strings.HasPrefix(text, "{") {
		return nil
	}
	if p.tool != nil {
		if v := facts.Arguments(p.tool, text); v != nil {
			return v
		}
	}
	v, _, err := legacy.ParseValue("arguments", text, encode.Options{})
	if err != nil {
		return nil
	}
	return v
}

// jsonElements returns the elements that give an argument the value that a JSON
// text means; nil where it cannot have it. One object where a list belongs is most
// likely its only item.
func jsonElements(a *toolspec.Argument, text string) *xmlcall.Value {
	if a == nil || !looksLikeJSON(text) {
		return nil
	}
	if a.Kind == toolspec.List && strings.HasPrefix(text, "{") {
		text = "[" + text + "]"
	}
	return facts.Elements(a, text)
}
