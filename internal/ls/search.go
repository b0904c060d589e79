package ls

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// CallSymbol returns the name of a call in a list of calls of several documents, its tool
// and its subject, and its outcome if it does not run as written.
func CallSymbol(call *diagnostics.Call) (name, outcome string) {
	block := call.Block()
	name = callName(block)
	if about := callAbout(block); about != "" {
		name += " " + about
	}
	return name, notable(call)
}

// Matches reports whether a name contains the letters of a query, which is in lower case, in
// order. Blanks of the query separate its words.
func Matches(query, name string) bool {
	for _, want := range query {
		if unicode.IsSpace(want) {
			continue
		}
		at := strings.IndexFunc(name, func(r rune) bool { return unicode.ToLower(r) == want })
		if at < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(name[at:])
		name = name[at+size:]
	}
	return true
}
