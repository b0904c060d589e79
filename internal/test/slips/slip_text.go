package slips

import (
	"maps"
	"regexp"
	"slices"
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
		return openers[p.choose(slices.Sorted(maps.Keys(openers))...)] + value + "]]>"
	})},
	{"text-end", sectioned(func(p *planter, value string) string {
		return "<![CDATA[" + value + ends[p.choose(slices.Sorted(maps.Keys(ends))...)]
	})},
	{"text-marker", sectioned(func(p *planter, value string) string {
		switch p.choose("opener-twice", "end-twice", "end-after-escapes") {
		case "opener-twice":
			return "<![CDATA[" + section(value)
		case "end-twice":
			return section(value) + "]]>"
		}
		return encode.Escape(value) + "]]>"
	})},
	{"text-end-in-section", texted(section, "]]>")},
	{"text-double-escapes", texted(func(value string) string { return encode.Escape(encode.Escape(value)) }, "&", "<", ">")},
	{"text-escapes-in-cdata", texted(func(value string) string { return section(encode.Escape(value)) }, "&", "<", ">")},
}

// texted returns the planting of a slip in a text with one of the strings in it.
func texted(spoil func(value string) string, with ...string) func(*planter) {
	return func(p *planter) {
		if n := p.text(with...); n != nil {
			n.spoilText(spoil(n.value))
		}
	}
}

// sectioned returns the planting of a slip in a text that an author would write as a
// CDATA section.
func sectioned(spoil func(p *planter, value string) string) func(*planter) {
	return func(p *planter) {
		with := []string{"&", "<", ">", "\n"} // usually with something to escape
		if p.chance(20) {
			with = nil
		}
		if n := p.text(with...); n != nil {
			n.spoilText(spoil(p, n.value))
		}
	}
}

func verbatim(value string) string { return value }

func section(value string) string { return "<![CDATA[" + value + "]]>" }

var special = regexp.MustCompile("[&<>]")

// halfEscaped escapes some of the special characters and forgets others: after a place,
// before a place, or at random.
func halfEscaped(p *planter) {
	n := p.text("&", "<")
	if n == nil {
		return
	}
	all := len(special.FindAllString(n.value, -1))
	cut := p.IntN(all)
	how := p.choose("stops", "stops", "starts", "scattered")
	seen, escaped := 0, 0
	text := special.ReplaceAllStringFunc(n.value, func(c string) string {
		seen++
		if how == "scattered" && p.chance(50) || how == "stops" && seen <= cut || how == "starts" && seen > cut {
			escaped++
			return encode.Escape(c)
		}
		return c
	})
	if escaped > 0 && escaped < all {
		n.spoilText(text)
	}
}

// halfCDATA begins with escapes and goes on with a section, or the other way round. If
// each half is right the call is valid, which is also worth testing.
func halfCDATA(p *planter) {
	n := p.text("&", "<")
	if n == nil {
		return
	}
	at := pick(p.Rand, p.breaks(n.value)...)
	first, second := n.value[:at], n.value[at:]
	if strings.TrimSpace(first) == "" || strings.TrimSpace(second) == "" {
		return // white space beside a section is not half a value
	}
	other := encode.Escape
	if p.chance(50) { // and forgets the escapes
		p.variant = "raw"
		other = verbatim
	}
	if p.chance(50) {
		n.spoilText(section(first) + other(second))
	} else {
		n.spoilText(other(first) + section(second))
	}
}

// sectionInSection writes a section around all or part of a text that contains one.
func sectionInSection(p *planter, value string) string {
	if p.chance(60) {
		p.variant = "all"
		return section(section(value))
	}
	p.variant = "part"
	cut := p.breaks(value)
	i, k := pick(p.Rand, cut...), pick(p.Rand, cut...)
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
