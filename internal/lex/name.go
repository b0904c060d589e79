package lex

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// Local returns name without its namespace prefix, as encoding/xml splits it: a
// colon at either end belongs to the name.
func Local(name string) string {
	if space, local, ok := strings.Cut(name, ":"); ok && space != "" && local != "" {
		return local
	}
	return name
}

// nameBytes has the bytes that encoding/xml accepts in a name when it scans bytes: it
// accepts every byte of a non-ASCII character and checks the whole name afterwards.
var nameBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = plainName[c] || c == ':' || c == '.' || c >= utf8.RuneSelf
	}
	return table
}()

// plainName has the bytes of the names of nearly all elements.
var plainName = func() (table [256]bool) {
	for c := range table {
		table[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
	}
	return table
}()

// IsNameByte reports whether c can be part of a name.
func IsNameByte(c byte) bool { return nameBytes[c] }

// NameEnd returns the end of the run of name bytes in s that starts at i.
func NameEnd(s string, i int) int {
	for i < len(s) && nameBytes[s[i]] {
		i++
	}
	return i
}

// IsName reports whether encoding/xml takes name as a name. Its tables of non-ASCII
// name characters are those of XML 1.0, fourth edition, and are not exported; such
// names are rare enough to call encoding/xml itself.
func IsName(name string) bool {
	if name == "" {
		return false
	}
	c := name[0]
	if '0' <= c && c <= '9' || c == '.' || c == '-' {
		return false
	}
	ascii := true
	for i := range len(name) {
		if !nameBytes[name[i]] {
			return false
		}
		ascii = ascii && name[i] < utf8.RuneSelf
	}
	if ascii {
		return true
	}
	d := xml.NewDecoder(strings.NewReader("<?" + name + " ?>"))
	_, err := d.RawToken()
	return err == nil
}

// IsElementName reports whether name can be the name of an element or an
// attribute: a name with at most one colon.
func IsElementName(name string) bool {
	return IsName(name) && strings.Count(name, ":") <= 1
}

// Near reports whether b is most likely a misspelling of a: equal except for case, for
// one letter that is missing, added or replaced, or for two adjacent letters that are
// swapped. Names of two letters or less are too short to compare.
func Near(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	return min(len(a), len(b)) >= 3 && OneSlip(a, b)
}

// OneSlip is like [Near] for names of any length, with case significant: it reports
// whether a and b are equal except for at most one mistake.
func OneSlip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
