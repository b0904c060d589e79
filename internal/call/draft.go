package call

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Draft returns the <tool> in a CDATA section with which the author of a call started it
// again, after a draft that was cut off in the section:
//
//	<tool>…<message><![CDATA[a < b and so
//	Let me retry.
//	<tool>…<message><![CDATA[a < b and so on]]></message></arguments></tool>
//
// The call runs with the draft and the start of the other call as its value, the text of element. A value that quotes
// a call also has the end of what is open in the quote: here the end of the section, of the element, of the arguments
// and of the call are those of the second one. ok is false if there is no draft.
func Draft(b *xmlcall.Block) (again xmlcall.Span, element xmlcall.ElementID, ok bool) {
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind() != xmlcall.CDATA || !isLastSection(b, i) {
			continue
		}
		if k := startAgain(b.Slice(t.Inner()), b.Element(t.Element()).Local()); k >= 0 {
			start := t.Inner().Start + k
			return xmlcall.Span{Start: start, End: start + len("<tool>")}, t.Element(), true
		}
	}
	return again, xmlcall.NoElement, false
}

// isLastSection reports whether no section follows a token in its element, which is closed.
func isLastSection(b *xmlcall.Block, token int) bool {
	e := b.Element(b.Tokens[token].Element())
	for i := xmlcall.TokenID(token) + 1; i < e.Last(); i++ {
		if b.Tokens[i].Kind() == xmlcall.CDATA {
			return false
		}
	}
	return !e.Unclosed()
}

// startAgain returns the start of the last call in the text of a section that is written
// up to the content of a section in an element with a given name, or -1. The text has no
// end of a section: a section of the call before that one would have ended it.
func startAgain(text, field string) int {
	const opener = "<![CDATA["
	closed := strings.LastIndex(text, "</"+field+">")
	for end := strings.LastIndex(text, opener); end > closed && end >= 0; {
		before := strings.LastIndex(text[:end], opener)
		from := max(0, before)
		if k := strings.LastIndex(text[from:end], "<tool>"); k >= 0 && opensField(text[from+k+len("<tool>"):end], field) {
			return from + k
		}
		end = before
	}
	return -1
}

// opensField reports whether the text after a <tool> is the start of a call up to the start
// tag of an argument. What is wrong in it is wrong in the draft, too.
func opensField(text, field string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "<") && (strings.Contains(text, "<tool_name>") || strings.Contains(text, "<server_name>")) &&
		strings.Contains(text, "<arguments>") && !strings.Contains(text, "</arguments>") && strings.HasSuffix(text, "<"+field+">")
}
