package intent

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// What was meant to be a CDATA section, in the text of a value.

// Doubts about sections that the strict parser may yet read.
const (
	severalSections  = "several sections"
	textAfterSection = "text after a section"
)

// brokenOpener finds what was meant to open a CDATA section and does not.
var brokenOpener = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<?\s*!?\s*\[\s*!?\s*CDATA([ \t]*\[)?|<\s*!?\s*\[?\s*CDATA\s*\[`)
})

// BrokenOpener returns the place of the only text that was meant to open a CDATA
// section and does not.
func BrokenOpener(text string) (opener xmlcall.Span, ok bool) {
	at := brokenOpener().FindAllStringIndex(text, 2)
	if len(at) != 1 || text[at[0][0]:at[0][1]] == sectionOpen {
		return xmlcall.Span{}, false
	}
	return xmlcall.Span{Start: at[0][0], End: at[0][1]}, true
}

// nearClose finds what may have been meant to close a section, at the end of a
// text.
var nearClose = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\]\s*\]|\]\s*>|\]\s*&gt;|\]\s*\)?\s*>)\s*$`)
})

// section returns the value of a text with one opener.
func (m *meaning) section(raw string) (value, why string) {
	before, rest, _ := strings.Cut(raw, sectionOpen)
	last := strings.LastIndex(rest, sectionClose)
	if last < 0 {
		if strings.TrimSpace(before) != "" {
			return "", "section not closed, behind text"
		}
		if nearClose().MatchString(rest) || hasReference(rest) || m.structure(rest) != "" {
			return "", "section not closed"
		}
		return before + rest, ""
	}
	inner, after := rest[:last], rest[last+len(sectionClose):]
	if strings.TrimSpace(after) != "" || strings.TrimSpace(before) != "" {
		if strings.Contains(inner, sectionClose) {
			return "", "section ends early, beside text"
		}
		if strings.Contains(before, sectionClose) || strings.Contains(before, "<") {
			return "", "section that may be text"
		}
		pre, why := m.plain(before)
		if why != "" {
			return "", why
		}
		if _, why := m.plain(after); why != "" || strings.ContainsAny(after, "<&") {
			return "", textAfterSection
		}
		return pre + inner + after, ""
	}
	if strings.Contains(inner, "</"+m.own+">") {
		return "", "section over the end of its element"
	}
	if k := strings.LastIndex(inner, sectionClose); k >= 0 {
		if strings.TrimSpace(inner[k+len(sectionClose):]) == "" {
			return "", "section closed twice"
		}
		if strings.Count(inner, "[") != strings.Count(inner, "]") {
			return "", "section end that may be part of the value"
		}
		if why := m.structure(inner[strings.Index(inner, sectionClose):]); why != "" {
			return "", why
		}
	}
	return before + inner + after, ""
}

// brokenSection returns the value of a text with a broken opener: what is
// between that, at its start, and the one end of a section, at its end.
func (m *meaning) brokenSection(raw string) (value, why string) {
	at := brokenOpener().FindAllStringIndex(raw, -1)
	if len(at) != 1 || strings.TrimSpace(raw[:at[0][0]]) != "" || strings.Count(raw, sectionClose) != 1 {
		return "", "broken section opener"
	}
	inner, after, _ := strings.Cut(raw[at[0][1]:], sectionClose)
	if strings.TrimSpace(after) != "" || hasReference(inner) {
		return "", "broken section opener"
	}
	if strings.HasPrefix(strings.TrimSpace(inner), "[") || strings.HasPrefix(inner, " ") && strings.ContainsAny(raw[at[0][0]:at[0][1]], " ") {
		return "", "broken section opener"
	}
	return raw[:at[0][0]] + inner + after, ""
}

// strayClose returns the value of a text with "]]>" and no opener: code, where
// there is code on both sides of each on its line.
func (m *meaning) strayClose(raw string) (value, why string) {
	for i := 0; ; {
		k := strings.Index(raw[i:], sectionClose)
		if k < 0 {
			break
		}
		i += k
		line := raw[strings.LastIndexByte(raw[:i], '\n')+1 : i]
		rest, _, _ := strings.Cut(raw[i+len(sectionClose):], "\n")
		if strings.TrimSpace(line) == "" || strings.TrimSpace(rest) == "" {
			return "", "section end without an opener"
		}
		i += len(sectionClose)
	}
	return m.plain(raw)
}
