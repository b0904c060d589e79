package intent

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// phrases describe for people what is not certain, by [Doubt.Why]. {tag} is the start tag of
// the element that the doubt is about, and {text} a part of the text.
var phrases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		// Tags that may be text, or those of another element.
		"element of the call": "whether {text} is markup or text", "markup": "whether {text} is markup or text", "tag": "whether {text} is markup or text", "end tag": "whether {text} is markup or text",
		"end tag like that of the field": "whether {text} is markup or text", "end tag that may be text": "whether {text} is markup or text",
		"comment": "whether {text} is markup or text", "declaration": "whether {text} is markup or text", "text outside of values": "which value {text} belongs to",
		"wrong end tag": "which element {text} closes", "end tag of another field": "which element {text} closes",
		"start tag or end tag": "whether {tag} or {text} has the right name", "start tag for an end tag": "whether {text} ends {tag} or starts another element",
		"closed later, too":             "whether {text} or a later tag ends {tag}",
		"name run together with a text": "where the name in {text} ends",
		"wrapper":                       "whether {text} is part of the value of {tag}", "element around a word": "whether {text} is part of the value of {tag}",
		"element around a value": "whether {tag} contains a value or elements", "value of elements": "whether {tag} contains a value or elements",
		"text beside elements": "what the text between the elements in {tag} means",

		// Missing tags.
		"element not closed": "where {tag} ends", "end of the start tag": "where the start tag of {tag} ends", "empty element not closed": "where {tag} ends", "name not closed": "where {tag} ends",
		"empty value not closed": "where {tag} ends", "end of the value": "where {tag} ends", "end of a list in a list": "where {tag} ends",
		"text after the value": "where {tag} ends", "no tag after the value": "where {tag} ends", "unknown tag after the value": "where {tag} ends",
		"</tool> in a value": "which value contains `</tool>`", "</tool> after the call": "which `</tool>` ends the call",
		"call in a call": "whether the inner `<tool>` starts a call or is text", "call not closed": "where the call ends",
		"call cut off": "how the call goes on, which is cut off", "text after the call": "whether the text after the call belongs to it",

		// References and sections.
		EscapedInPart: "whether {text} is an escape or text", "looks like a reference": "whether {text} is an escape or text",
		"reference in a section": "whether {text} is an escape or text", "half a surrogate pair": "which character {text} is half of",
		"escaped call in an element": "whether the escaped call is a call or a value", "escaped once or twice": "whether {text} is escaped once or twice",
		"escaped twice":         "whether {tag} is escaped twice or about escapes",
		"broken section opener": "where the CDATA section in {tag} starts and ends",
		"section not closed":    "where the CDATA section in {tag} ends", "section not closed, after text": "where the CDATA section in {tag} ends",
		"section ends early, beside text": "where the CDATA section in {tag} ends", "section closed twice": "where the CDATA section in {tag} ends",
		"section over the end of its element": "where the CDATA section in {tag} ends",
		SeveralSections:                       "where the CDATA sections in {tag} end", textAfterSection: "where the CDATA section in {tag} ends",
		"section that may be text": "whether `<![CDATA[` is markup or text", "section end that may be part of the value": "whether `]]>` is markup or text",
		"section end without an opener": "whether `]]>` is markup or text",
		"white space beside a section":  "whether the white space around the CDATA section is part of {tag}",
		"section around structure":      "how the text in {tag} becomes elements", "section around structure, escaped or not": "how the text in {tag} becomes elements",
		"draft": "whether {tag} contains a draft or quotes a call", "thinking tag": "what the thinking tag in {tag} means, which the runtime removes",
		"not UTF-8": "what the bytes in {tag} mean", "control character": "what the control character in {tag} means",
		"placeholder": "what the placeholder in {tag} means",

		// Arguments.
		"JSON": "how the JSON in {tag} becomes elements", escapesInJSON: "whether {text} in JSON is an escape or text",
		"attribute": "whether the attribute of {tag} is an argument", "attributes": "whether the attribute of {tag} is an argument",
		"attribute that may be an argument": "whether the attribute of {tag} is an argument", "attribute that may be the value": "whether the attribute of {tag} is its value",
		"named argument": "which argument {tag} names", "container around the arguments": "whether {tag} is around the arguments or one of them",
		"text for arguments": "which arguments {text} is", "text beside arguments": "whether {text} is an argument", "text that may be the arguments": "whether {text} is an argument",
		"string or not": "whether {tag} is a string", "unknown element": "what {tag} means", "unknown argument": "what {tag} means",
		"padded name of an unknown tool": "which tool is called", "no tool name": "which tool is called",
		"empty element": "the value of {tag}, which is empty", "empty value": "the value of {tag}, which is empty", "empty argument": "the value of {tag}, which is empty",
		"missing argument": "the value of {tag}, which is missing", "duplicate element": "which {tag} is meant", "argument given twice": "which {tag} is meant",
		"list given twice": "which {tag} is meant", "item given twice": "whether {tag} is meant twice", "shape of a list": "which items {tag} has",
		"wrong type": "the value of {tag}, which has the wrong type", "value that is not allowed": "the value of {tag}, which is not allowed",
		"value that the tool changes": "the value of {tag}, which the tool changes", "value that the tool takes another for": "the value of {tag}, which the tool replaces",
		"white space around the value": "whether the white space around the value of {tag} is meant", "text beside the members": "what the text between the elements in {tag} means",
		"values that are not checked": "whether the tool accepts the values",
		tooManyCorrections:            "what is meant, as there are too many problems",
	}
})

// String describes for people what is not certain, in a few words that quote the text.
func (d *Doubt) String() string {
	phrase, known := phrases()[d.Why]
	if !known {
		// The reason why it does not run is the reader's.
		return "the call stays refused: " + clip(strings.TrimPrefix(d.Why, doesNotRun), maxReason)
	}
	tag := "<" + clip(d.name, maxQuoted) + ">"
	text := clip(d.quote, maxQuoted)
	if text == "" {
		text = tag
	}
	return strings.NewReplacer("{tag}", "`"+tag+"`", "{text}", "`"+text+"`").Replace(phrase)
}

// The lengths in bytes of what a phrase quotes.
const (
	maxQuoted = 40
	maxReason = 80
)

// clip returns the first line of a text that is not blank, cut at a length in bytes.
func clip(text string, most int) string {
	line, _, more := strings.Cut(strings.TrimSpace(text[:min(len(text), 4*most)]), "\n")
	line = strings.ReplaceAll(strings.TrimRight(line, "\r"), "`", "'")
	if len(line) <= most && !more {
		return line
	}
	end := min(most, len(line))
	for end > 0 && end < len(line) && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}

// quoteAt returns the tag or the reference at an offset of a text, or the text up to the
// next one.
func quoteAt(text string, at int) string {
	rest := text[at:]
	if strings.HasPrefix(rest, "&") {
		end := 1
		if ref, _, _ := xmlcall.ReferenceAt(text, at); ref.Span.Len() > 0 {
			end = ref.Span.Len()
		}
		for end < len(rest) && rest[end-1] != ';' && isWordByte(rest[end]) {
			end++
		}
		return rest[:end]
	}
	if rest == "" {
		return rest
	}
	if next := strings.IndexAny(rest[1:], "<>"); next >= 0 {
		rest = rest[:1+next+1]
		return strings.TrimSuffix(rest, "<")
	}
	return rest
}

// lastTag returns the tag at the end of a text, or what may be one.
func lastTag(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	return text[max(0, strings.LastIndexAny(text, "< \t\n")):]
}

// firstReference returns the first reference of a text, or what looks like one.
func firstReference(text string) string {
	for i, a := range ampersands(text) {
		if a.ok || a.problem != xmlcall.BareAmpersand {
			return text[i:a.end]
		}
	}
	return ""
}

// textIn returns the text beside the elements in an element, from its start.
func (c *call) textIn(element xmlcall.ElementID) string {
	return c.text[syntax.Trim(c.text, c.b.Element(element).Content()).Start:]
}
