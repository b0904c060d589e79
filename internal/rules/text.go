package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// Limits on messages: MaxTitle is the maximum number of characters of a title, and MaxReason the
// number of bytes of a reason in a message.
const (
	MaxTitle  = 40
	MaxReason = 80
)

// Clip returns s, truncated to 40 bytes for a message. Line breaks become spaces.
func Clip(s string) string { return ClipAt(s, 40) }

// Titled returns a title with a quote from the text in it, cut so that all of it fits:
// Titled("Insert `<", name, ">`").
func Titled(before, quote, after string) string {
	room := MaxTitle - len(before) - len(after)
	if len(quote) > room {
		room -= len("…")
	}
	return before + ClipAt(quote, room) + after
}

// The notes of several rules.
const (
	refused     = "XML does not allow this, so the runtime refuses the call"
	toolRefuses = "The tool refuses the call"
	toolLacks   = "The tool does not get it"
)

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// ClipAt is like [Clip] for a given length, in bytes.
func ClipAt(s string, most int) string {
	if strings.ContainsAny(s[:min(len(s), most+1)], "\r\n\t") {
		s = oneLine.Replace(s[:min(len(s), 4*most)])
	}
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// quoteChar formats a character in a title: as its number if it is not visible.
func quoteChar(char string) string {
	if r, size := utf8.DecodeRuneInString(char); size == len(char) && (unicode.IsSpace(r) || !unicode.IsGraphic(r)) {
		return fmt.Sprintf("U+%04X", r)
	}
	return char
}

// escapeMarkup escapes text in which markup is literal but references are references.
func escapeMarkup(s string) string {
	s = xmlcall.Repair(s)
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s)
}

// hasReferences reports whether text holds a reference that XML can read.
func hasReferences(text string) bool {
	return xmlcall.Repair(text) != strings.ReplaceAll(text, "&", "&amp;")
}

// asSection returns value as a CDATA section. ok is false if no section can represent
// value, because of a </tool> or because of the thinking tags, which the live runtime
// removes even from sections.
func asSection(value string) (section string, ok bool) {
	if syntax.HasThinking(value) {
		return "", false
	}
	return encode.Section(value)
}

// preferred returns value as it is best written: as a section, or with escapes.
func preferred(value string) string {
	if section, ok := asSection(value); ok && encode.PrefersCDATA(value) {
		return section
	}
	return encode.Escape(value)
}

// bothWays returns the fixes that write value under span, with escapes and as a section if there is one, the
// preferred one first.
func bothWays(span xmlcall.Span, value, escape, wrap string) []Fix {
	fixes := []Fix{replace(escape, span, encode.Escape(value))}
	if section, ok := asSection(value); ok {
		fixes = append(fixes, replace(wrap, span, section))
		if encode.PrefersCDATA(value) {
			slices.Reverse(fixes)
		}
	}
	return fixes
}
