package encode

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall/internal/scalar"
)

// ADR-0024 prefers escaping to a CDATA section, unless a value is long or has
// many characters to escape.
const (
	// CDATAFrom is the number of special characters ('&', '<' and '>') from
	// which a CDATA section is easier to read than escapes.
	CDATAFrom = 5
	// CDATAOver is the length in bytes beyond which a CDATA section is easier to read.
	CDATAOver = 1000
)

// A Method is a way to keep values from being read as markup.
type Method uint8

const (
	// Automatic follows ADR-0024: escapes, but a CDATA section for a
	// value that [PrefersCDATA]. A string that ADR-0019's type inference would
	// read as something else ("5", "true", "null") is a CDATA section too,
	// where the tree has it as a string ([xmlcall.Value].Literal): that keeps the
	// type for readers without a schema, and makes no difference to others.
	Automatic Method = iota
	// Escapes writes every value as character data, never as a CDATA section.
	// Strings that look like numbers then become numbers for [xmlcall.Value.Infer].
	Escapes
	// Sections writes a CDATA section for every value with a special character, and for
	// the strings that Automatic writes that way for their type. Paths, numbers and
	// other plain values stay plain (ADR-0019).
	Sections
)

// PrefersCDATA reports whether ADR-0024 would write value as a CDATA section:
// it has special characters, and five or more of them or more than 1,000
// bytes.
func PrefersCDATA(value string) bool {
	if len(value) > CDATAOver {
		return strings.ContainsAny(value, "&<>")
	}
	n := 0
	for i := range len(value) {
		switch value[i] {
		case '&', '<', '>':
			n++
		}
	}
	return n >= CDATAFrom
}

var (
	escaper       = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	returnEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")
)

// Escape returns value as character data: '&', '<' and '>' as entity references,
// everything else as it is. With '>' escaped, neither "]]>" nor "</tool>" can occur in
// the result. A CR stays as it is, and is read as LF; [Append] writes it as a
// reference.
func Escape(value string) string { return escaper.Replace(value) }

// Section returns value as a CDATA section; a "]]>" in it is split between two
// sections. ok is false if value contains </tool>, which would end the call even in a
// section.
//
// Even other strings do not always survive in a section: a CR in it is read as LF, and
// the live runtime removes <thinking>…</thinking> from it. [Append] escapes such
// values.
func Section(value string) (section string, ok bool) {
	if strings.Contains(value, lex.ToolClose) {
		return "", false
	}
	return string(appendSection(nil, value)), true
}

func appendSection(dst []byte, value string) []byte {
	dst = append(dst, lex.SectionOpen...)
	for {
		i := strings.Index(value, lex.SectionClose)
		if i < 0 {
			return append(append(dst, value...), lex.SectionClose...)
		}
		dst = append(append(dst, value[:i]...), SplitCDATAEnd...)
		value = value[i+len(lex.SectionClose):]
	}
}

// SplitCDATAEnd is how "]]>" is written in a CDATA section (ADR-0019): the
// section ends between the brackets and the '>', and another begins.
const SplitCDATAEnd = "]]]]><![CDATA[>"

// reserved are the character sequences that the runtime looks for before it parses
// anything, in CDATA sections too. Written calls contain none of them except their own
// two tags.
var reserved = [...]string{lex.ToolOpen, lex.ToolClose, lex.ThinkingOpen, lex.ThinkingClose}

// sectionHolds reports whether a CDATA section can hold value so that every
// view of the runtime reads it back: there is no reserved sequence in it and
// no CR, which the parser would read as LF.
func sectionHolds(value string) bool {
	if strings.IndexByte(value, '\r') >= 0 {
		return false
	}
	for _, s := range reserved {
		if strings.Contains(value, s) {
			return false
		}
	}
	return true
}

// appendLeaf appends value as character data or as CDATA sections. literal
// marks a string, whatever it looks like. value must hold no
// character that XML cannot carry.
func (m Method) appendLeaf(dst []byte, value string, literal bool) []byte {
	typed := literal && m != Escapes && scalar.Typed(value)
	section := typed
	switch m {
	case Automatic:
		section = section || PrefersCDATA(value)
	case Sections:
		section = section || strings.ContainsAny(value, "&<>")
	}
	if section && sectionHolds(value) {
		return appendSection(dst, value)
	}
	if typed { // "5\r": an empty section marks a string
		dst = append(append(dst, lex.SectionOpen...), lex.SectionClose...)
	}
	return append(dst, returnEscaper.Replace(value)...) // a CR alone would be read as LF
}
