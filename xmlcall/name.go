package xmlcall

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// localName returns name without its namespace prefix, as encoding/xml splits
// it: a colon at either end belongs to the name.
func localName(name string) string {
	if space, local, ok := strings.Cut(name, ":"); ok && space != "" && local != "" {
		return local
	}
	return name
}

// nameBytes has the bytes that can stand in a name as far as encoding/xml
// decides by bytes: every byte of a non-ASCII character can, and the whole
// name is judged afterwards.
var nameBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			c == '_' || c == ':' || c == '.' || c == '-' || c >= utf8.RuneSelf
	}
	return table
}()

func isNameByte(c byte) bool { return nameBytes[c] }

// nameEnd returns the end of the run of name bytes in s that starts at i.
func nameEnd(s string, i int) int {
	for i < len(s) && nameBytes[s[i]] {
		i++
	}
	return i
}

// isName reports whether encoding/xml takes name as a name. Its tables of
// non-ASCII name characters are those of XML 1.0, fourth edition, and are not
// exported; such names are so rare that it is simply asked.
func isName(name string) bool {
	if name == "" {
		return false
	}
	c := name[0]
	if '0' <= c && c <= '9' || c == '.' || c == '-' {
		return false
	}
	for i := range len(name) {
		if !isNameByte(name[i]) {
			return false
		}
		if name[i] >= utf8.RuneSelf {
			d := xml.NewDecoder(strings.NewReader("<?" + name + " ?>"))
			_, err := d.RawToken()
			return err == nil
		}
	}
	return true
}

// isElementName reports whether name can be the name of an element or an
// attribute: a name with at most one colon.
func isElementName(name string) bool {
	return isName(name) && strings.Count(name, ":") <= 1
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

// skipSpace returns the offset of the first byte at or after i that is not
// XML white space.
func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// isBlank reports whether s is nothing but XML white space.
func isBlank(s string) bool { return skipSpace(s, 0) == len(s) }
