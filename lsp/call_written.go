package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A writtenForm is a call by itself, written in one of the forms.
type writtenForm struct {
	Form string `json:"form"` // escapes, cdata or json
	notedText
}

// written answers forge/written: a call by itself as escapes, with CDATA, and as JSON. One that does
// not run as it is written is written as it is when all that is certain is fixed.
func (s *server) written(_ context.Context, at *place) ([]writtenForm, error) {
	forms := []writtenForm{{Form: "escapes"}, {Form: "cdata"}, {Form: "json"}}
	none := func(why string) ([]writtenForm, error) {
		for i := range forms {
			forms[i].Note = why
		}
		return forms, nil
	}
	if leak, _ := at.leaked(); leak != nil {
		return none("The call is in the format of " + leak.Format + ", which cannot be converted.")
	}
	if at.call == nil {
		return nil, nil
	}
	block, is := at.call.Received(), ""
	if block.Verdict().Outcome != xmlcall.Runs {
		if block = at.fixedBlock(); block == nil {
			return none(uncertain)
		}
		is = "Everything certain in the call is already fixed.  "
	}
	unproven := "It is not proven that its tool would receive the same values."
	if at.doc.Options().Toolset().Of(block) == nil {
		unproven = "Without a definition of its tool, a value may be read as a different type."
	}
	for i, write := range []func(diagnostics.Options, *xmlcall.Block) notedText{asEscapes, asSections, asJSON} {
		f := &forms[i].notedText
		if *f = write(at.doc.Options(), block); f.Text == "" {
			f.Note = unproven
		}
		f.Note = strings.TrimSpace(is + f.Note)
	}
	return forms, nil
}

// uncertain is why a call has no corrected form.
const uncertain = "It is not certain what was meant; fix the call by hand."

// fixedBlock returns the call as it is when all that is certain is fixed, nil where the reader would
// not run it as it is written then.
func (p *place) fixedBlock() *xmlcall.Block {
	fix := p.fixAt(p.offset)
	if fix == nil {
		return nil
	}
	if fixed := p.after(fix); fixed.call != nil && fixed.block.Verdict().Outcome == xmlcall.Runs {
		return fixed.block
	}
	return nil
}

func asEscapes(o diagnostics.Options, block *xmlcall.Block) (f notedText) {
	var ok bool
	if f.Text, ok = o.Write(block, encode.Escapes); ok && !strings.Contains(f.Text, "&") {
		f.Note = "No value needs an escape."
	}
	return f
}

func asSections(o diagnostics.Options, block *xmlcall.Block) (f notedText) {
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

func asJSON(o diagnostics.Options, block *xmlcall.Block) (f notedText) {
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
