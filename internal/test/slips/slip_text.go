package slips

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// textSlips concern the text of one field.
var textSlips = []slip{
	{"text-raw", texted(verbatim, "&", "<", "]]>")},
	{"text-raw-ampersand", texted(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace, "&")},
	{"text-raw-less-than", texted(func(value string) string { return strings.ReplaceAll(value, "&", "&amp;") }, "<")},
	{"text-half-escaped", halfEscaped},
	{"text-half-cdata", halfCDATA},
	{"text-cdata-no-end", sectioned(func(_ *planter, value string) string { return "<![CDATA[" + value })},
	{"text-cdata-no-start", sectioned(func(_ *planter, value string) string { return value + "]]>" })},
	{"text-section-in-section", sectioned(sectionInSection)},
	{"text-opener", sectioned(func(p *planter, value string) string {
		return openers[p.choose("lower-case", "blank-inside", "blank-after", "no-mark", "no-bracket", "no-start", "no-less-than", "no-second")] + value + "]]>"
	})},
	{"text-end", sectioned(func(p *planter, value string) string {
		return "<![CDATA[" + value + ends[p.choose("no-greater", "blank", "one", "blank-after", "escaped")]
	})},
	{"text-end-in-section", texted(section, "]]>")},
	{"text-double-escapes", texted(func(value string) string { return encode.Escape(encode.Escape(value)) }, "&", "<", ">")},
	{"text-escapes-in-cdata", texted(func(value string) string { return section(encode.Escape(value)) }, "&", "<", ">")},
}

// texted returns the planting of a slip in a text with one of the strings in it.
func texted(spoil func(value string) string, with ...string) func(*planter) bool {
	return func(p *planter) bool {
		n := p.text(with...)
		return n != nil && n.spoilText(spoil(n.value))
	}
}

// sectioned returns the planting of a slip in a text that an author would write as a
// CDATA section.
func sectioned(spoil func(p *planter, value string) string) func(*planter) bool {
	return func(p *planter) bool {
		n := p.inSection()
		return n != nil && n.spoilText(spoil(p, n.value))
	}
}

func verbatim(value string) string { return value }

func section(value string) string { return "<![CDATA[" + value + "]]>" }

// inSection picks a text that an author would write as a CDATA section: usually one
// with something to escape.
func (p *planter) inSection() *node {
	if p.chance(80) {
		return p.text("&", "<", ">", "\n")
	}
	return p.text()
}

// halfEscaped escapes some of the special characters and forgets others: after a place,
// before a place, or at random.
func halfEscaped(p *planter) bool {
	n := p.text("&", "<")
	if n == nil {
		return false
	}
	special := 0
	for _, c := range n.value {
		if c == '&' || c == '<' || c == '>' {
			special++
		}
	}
	if special < 2 {
		return false
	}
	cut := 1 + p.IntN(special-1)
	how := p.choose("stops", "stops", "starts", "scattered")
	var b strings.Builder
	seen, left := 0, 0
	for _, c := range n.value {
		s := string(c)
		if c != '&' && c != '<' && c != '>' {
			b.WriteString(s)
			continue
		}
		escapes := how == "scattered" && p.chance(50) || how == "stops" && seen < cut || how == "starts" && seen >= cut
		seen++
		if escapes {
			s = encode.Escape(s)
		} else {
			left++
		}
		b.WriteString(s)
	}
	return left > 0 && left < special && n.spoilText(b.String())
}

// halfCDATA begins with escapes and goes on with a section, or the other way round. If
// each half is right the call is valid, which is also worth testing.
func halfCDATA(p *planter) bool {
	n := p.text("&", "<")
	if n == nil {
		return false
	}
	cut := p.breaks(n.value)
	if len(cut) == 1 {
		return false
	}
	at := cut[p.IntN(len(cut)-1)]
	first, second := n.value[:at], n.value[at:]
	if strings.TrimSpace(first) == "" || strings.TrimSpace(second) == "" {
		return false // white space beside a section is not half a value
	}
	other := encode.Escape
	if p.chance(50) { // and forgets the escapes
		p.variant = "raw"
		other = verbatim
	}
	if p.chance(50) {
		return n.spoilText(section(first) + other(second))
	}
	return n.spoilText(other(first) + section(second))
}

// sectionInSection writes a section around all or part of a text that contains one.
func sectionInSection(p *planter, value string) string {
	if p.chance(60) {
		p.variant = "all"
		return section(section(value))
	}
	p.variant = "part"
	cut := p.breaks(value)
	i, k := cut[p.IntN(len(cut))], cut[p.IntN(len(cut))]
	i, k = min(i, k), max(i, k)
	if i == k {
		i, k = 0, len(value)
	}
	return section(value[:i] + section(value[i:k]) + value[k:])
}

// breaks returns the offsets at which an author might change the notation: before a
// line, otherwise before a word, and at the end.
func (p *planter) breaks(value string) []int {
	var lines, words []int
	for i := 1; i < len(value); i++ {
		switch value[i-1] {
		case '\n':
			lines = append(lines, i)
		case ' ':
			words = append(words, i)
		}
	}
	if len(lines) == 0 || p.chance(20) {
		lines = words
	}
	return append(lines, len(value))
}

var openers = map[string]string{
	"lower-case": "<![cdata[", "blank-inside": "<! [CDATA[", "blank-after": "<![CDATA [", "no-mark": "<[CDATA[",
	"no-bracket": "<!CDATA[", "no-start": "[CDATA[", "no-less-than": "![CDATA[", "no-second": "<![CDATA",
}

var ends = map[string]string{"no-greater": "]]", "blank": "] ]>", "one": "]>", "blank-after": "]] >", "escaped": "]]&gt;"}
