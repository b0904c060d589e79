package ls

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A WrittenForm is a call by itself, written in one of the forms.
type WrittenForm struct {
	Form string `json:"form"` // escapes, cdata or json
	NotedText
}

// Written returns the call at the place by itself as escapes, with CDATA, and as JSON. One that does
// not run as it is written is written as it is when all that is certain is fixed.
func (p *Place) Written() []WrittenForm {
	forms := []WrittenForm{{Form: "escapes"}, {Form: "cdata"}, {Form: "json"}}
	none := func(why string) []WrittenForm {
		for i := range forms {
			forms[i].Note = why
		}
		return forms
	}
	switch c := p.aside(); {
	case c != nil && c.native != nil:
		return none("This call is native: JSON already.")
	case c != nil:
		return none("The call is in the format of " + c.text.Format + ", which cannot be converted.")
	case p.call == nil:
		return nil
	}
	block, is := p.call.Received(), ""
	if block.Verdict().Outcome != xmlcall.Runs {
		fixed := p.fixed()
		if fixed == nil || fixed.block.Verdict().Outcome != xmlcall.Runs {
			return none(uncertain)
		}
		block, is = fixed.block, "Everything certain in the call is already fixed.  "
	}
	unproven := "It is not proven that its tool would receive the same values."
	if p.doc.Options().Toolset().Of(block) == nil {
		unproven = "Without a definition of its tool, a value may be read as a different type."
	}
	for i, write := range []func(diagnostics.Options, *xmlcall.Block) NotedText{asEscapes, asSections, asJSON} {
		f := &forms[i].NotedText
		if *f = write(p.doc.Options(), block); f.Text == "" {
			f.Note = unproven
		}
		f.Note = strings.TrimSpace(is + f.Note)
	}
	return forms
}

// uncertain is why a call has no corrected form.
const uncertain = "It is not certain what was meant; fix the call by hand."

func asEscapes(o diagnostics.Options, block *xmlcall.Block) (f NotedText) {
	var ok bool
	if f.Text, ok = o.Write(block, encode.Escapes); ok && !strings.Contains(f.Text, "&") {
		f.Note = "No value needs an escape."
	}
	return f
}

func asSections(o diagnostics.Options, block *xmlcall.Block) (f NotedText) {
	f.Text, _ = o.Write(block, encode.Sections)
	switch names := stillEscaped(f.Text); {
	case len(names) == 1:
		f.Note = names[0] + " keeps its escapes: " + noSection
	case len(names) > 1:
		f.Note = strings.Join(names, ", ") + " keep their escapes: " + noSection
	case !strings.Contains(f.Text, "<![CDATA["):
		f.Note = "No value needs a CDATA section."
	}
	return f
}

func asJSON(o diagnostics.Options, block *xmlcall.Block) (f NotedText) {
	var b bytes.Buffer
	if payload, ok := o.WriteJSON(block); ok && json.Indent(&b, []byte(payload), "", "  ") == nil {
		f.Text, f.Note = "<tool>\n"+b.String()+"\n</tool>", "The runtime refuses a call in JSON."
	}
	return f
}

// noSection is why a value is in no section.
const noSection = "a CDATA section cannot contain a call tag, a thinking tag or a carriage return."

// stillEscaped returns the tags of the elements of a call in whose text there is an escape, each once.
func stillEscaped(call string) (tags []string) {
	block := xmlcall.ParseAt(call, 0)
	for _, token := range block.Tokens {
		if token.Kind() != xmlcall.Text || !strings.Contains(block.Slice(token.Span()), "&") {
			continue
		}
		if tag := "<" + block.Element(token.Element()).Name() + ">"; !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}
