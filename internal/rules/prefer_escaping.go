package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var preferEscaping = &Rule{
	Code:         "prefer-escaping",
	Severity:     Hint,
	Group:        Style,
	OffByDefault: true,
	Summary:      "A CDATA section around a value that hardly needs one",
	Needs:        call.Needs{Facts: call.Values},
	Check:        checkPreferEscaping,
}

func checkPreferEscaping(p *Pass) {
	for f := range p.SoundFields() {
		e := p.Block.Element(f.Element)
		if f.Sections == 0 || f.Sections < int(e.Last()-e.First())-1 || encode.PrefersCDATA(f.Text) || hasReferences(f.Text) ||
			syntax.HasThinking(f.Text) || p.HoldsStructure(f.Element) {
			continue
		}
		if _, isText := (&xmlcall.Value{Children: []*xmlcall.Value{{Text: f.Text}}}).Infer()[""].(string); !isText {
			continue
		}
		p.report(e.Content(), Report{
			Message: "CDATA for few special characters in `<" + Clip(p.Block.Element(f.Element).Name()) + ">`; escapes are shorter",
			Fixes:   []Fix{replace(Titled("Write `<", p.Block.Element(f.Element).Name(), ">` as escapes"), e.Content(), encode.Escape(f.Text))},
		})
	}
}
