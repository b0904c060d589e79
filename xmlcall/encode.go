package xmlcall

import "strings"

// ADR-0024 prefers escaping to a CDATA section, unless a value is long or has
// many characters to escape.
const (
	// CDATAFrom is the number of special characters ('&', '<' and '>') from
	// which a CDATA section is easier to read than escapes.
	CDATAFrom = 5
	// CDATAOver is the length in bytes beyond which it is.
	CDATAOver = 1000
)

// PrefersCDATA reports whether ADR-0024 would write value as a CDATA section.
func PrefersCDATA(value string) bool {
	if len(value) > CDATAOver {
		return strings.ContainsAny(value, "&<>")
	}
	n := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '&', '<', '>':
			n++
		}
	}
	return n >= CDATAFrom
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Escape returns value as character data: '&', '<' and '>' as entity
// references, everything else as it is. With '>' escaped neither "]]>" nor
// "</tool>" can stand in the result.
func Escape(value string) string { return escaper.Replace(value) }

// Section returns value as a CDATA section; a "]]>" in it is split between
// two sections. ok is false where no section can hold value: it contains
// </tool>, which would end the call.
func Section(value string) (section string, ok bool) {
	if strings.Contains(value, toolClose) {
		return "", false
	}
	return cdataOpen + strings.ReplaceAll(value, cdataClose, SplitCDATAEnd) + cdataClose, true
}

// SplitCDATAEnd is how "]]>" is written in a CDATA section (ADR-0019): the
// section ends between the brackets and the '>', and another begins.
const SplitCDATAEnd = "]]]]><![CDATA[>"

// encode returns value as character data or as a CDATA section, as ADR-0024
// chooses. ok is false where XML cannot carry value at all.
func encode(value string) (text string, ok bool) {
	if bad, _ := nextBadChar(value, 0, len(value)); bad.Len() > 0 {
		return "", false
	}
	if PrefersCDATA(value) && !strings.Contains(value, "\r") {
		if section, ok := Section(value); ok {
			return section, true
		}
	}
	// The parser reads CR as LF; only a reference keeps it.
	return strings.ReplaceAll(Escape(value), "\r", "&#13;"), true
}
