// Package tree holds what the packages that write values, as elements or as JSON, share
// about trees of values.
package tree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/plural"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/scalar"
)

// IsName reports whether an argument of this name is read back under it: the
// runtime drops a prefix.
func IsName(name string) bool {
	return lex.IsName(name) && !strings.Contains(name, ":")
}

// ItemName returns the function that names the items of lists: itemName, or
// [plural.Item] if that is nil.
func ItemName(name func(list string) string) func(list string) string {
	if name == nil {
		return plural.Item
	}
	return name
}

// BadChar returns the offset of the first character of value that XML cannot carry and
// describes it; reason is empty if there is none.
func BadChar(value string) (offset int, reason string) {
	bad, utf8OK := lex.NextBadChar(value, 0, len(value))
	switch {
	case bad.Len() == 0:
		return -1, ""
	case !utf8OK:
		return bad.Start, fmt.Sprintf("bytes that are not UTF-8 (% x)", value[bad.Start:min(bad.End, bad.Start+8)])
	}
	r, _ := utf8.DecodeRuneInString(value[bad.Start:])
	return bad.Start, fmt.Sprintf("%U, a character that XML cannot carry", r)
}

// SetString makes v a string, regardless of what text looks like.
func SetString(v *xmlcall.Value, text string) { v.Text, v.Literal = text, scalar.Typed(text) }

// IsList reports whether the children of v are the items of a list: they all
// have one name, and are several or have the name of its items.
func IsList(v *xmlcall.Value, itemName func(string) string) bool {
	if len(v.Children) == 0 || v.Children[0] == nil {
		return false
	}
	item := v.Children[0].Name
	for _, c := range v.Children[1:] {
		if c == nil || c.Name != item {
			return false
		}
	}
	return len(v.Children) > 1 || item == itemName(v.Name)
}
