package lsp

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// signature formats a signature, with the active parameter between stars.
func (q *question) signature() string {
	var found *struct {
		Signatures []struct {
			Label         string
			Documentation struct{ Value string }
			Parameters    []struct {
				Label         [2]int
				Documentation struct{ Value string }
			}
		}
		ActiveSignature, ActiveParameter *int
	}
	q.ask("textDocument/signatureHelp", q.position(), &found)
	if found == nil {
		return ""
	}
	sig := found.Signatures[*found.ActiveSignature]
	var b strings.Builder
	label, at := utf16.Encode([]rune(sig.Label)), 0
	for i, p := range sig.Parameters {
		star := ""
		if found.ActiveParameter != nil && i == *found.ActiveParameter {
			star = "*"
		}
		b.WriteString(string(utf16.Decode(label[at:p.Label[0]])) + star + string(utf16.Decode(label[p.Label[0]:p.Label[1]])) + star)
		at = p.Label[1]
	}
	fmt.Fprintf(&b, "%s\n%s\n", string(utf16.Decode(label[at:])), sig.Documentation.Value)
	if found.ActiveParameter != nil && *found.ActiveParameter < len(sig.Parameters) {
		if about := sig.Parameters[*found.ActiveParameter].Documentation.Value; about != "" {
			fmt.Fprintf(&b, "\n*: %s\n", about)
		}
	}
	return b.String()
}
