package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var preferCdata = &Rule{
	Code:         "prefer-cdata",
	Severity:     Hint,
	Group:        Style,
	OffByDefault: true,
	Summary:      "A long value, or one with many special characters, written as escapes",
	Needs:        call.Needs{Facts: call.Values},
	Check:        checkPreferCdata,
}

func checkPreferCdata(p *Pass) {
	for f := range p.SoundFields() {
		content := p.Block.Element(f.Element).Content()
		if f.Sections > 0 || !encode.PrefersCDATA(f.Text) || f.Text == p.Block.Slice(content) ||
			hasReferences(f.Text) || strings.Contains(f.Text, "<tool") {
			continue
		}
		section, ok := asSection(f.Text)
		if !ok {
			continue
		}
		p.report(content, Report{
			Message: "Many escapes in `<" + Clip(p.Block.Element(f.Element).Name()) + ">`; CDATA is easier to read",
			Fixes:   []Fix{replace(Titled("Wrap `<", p.Block.Element(f.Element).Name(), ">` in CDATA"), content, section)},
		})
	}
}
