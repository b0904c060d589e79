package feedback

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// solutions are ADR-0024's two solutions, in its words.
var solutions = []string{
	`SOLUTION 1 - Use XML entity escaping (RECOMMENDED FIRST):
Escape special characters: & → &amp;, < → &lt;, > → &gt;
Example: <content>code with &amp; &lt; &gt;</content>
`,
	`SOLUTION 2 - Use CDATA as fallback for complex content:
Wrap content in CDATA markers (no escaping needed):
Example: <content><![CDATA[code with & < >]]></content>
NOTE: CDATA cannot contain ]]> - use escaping if your content has this sequence.
`,
}

// asElements shows the parts of a call.
const asElements = `SOLUTION - Write the call as elements:
<tool>
<server_name>local</server_name>
<tool_name>name_of_the_tool</tool_name>
<arguments>
  <argument>value</argument>
</arguments>
</tool>
`

// advice returns what to do about the places. Escaping does not help a call without a
// name or without an end.
func (b *call) advice(places []xmlcall.Problem) []string {
	if limit := b.limit(); b.Span.Len() > limit {
		return []string{"SOLUTION - Split the work into calls of less than " + thousands.Separate(limit) + " bytes each.\n"}
	}
	if b.unnamed() || b.NumElements() == 0 {
		return []string{asElements}
	}
	if len(places) == 0 {
		return solutions
	}
	switch b.Delimiters {
	case xmlcall.Unclosed:
		return []string{"SOLUTION - End the call with </tool>, on a line of its own.\n"}
	case xmlcall.Escaped:
		return []string{"SOLUTION - Write the tags of the call unescaped: <tool>, not &lt;tool&gt;.\n"}
	case xmlcall.Unrecognized:
		return []string{"SOLUTION - Begin the call with <tool> and end it with </tool>, in lower case and without attributes.\n"}
	}
	if slices.ContainsFunc(places, func(p xmlcall.Problem) bool {
		return p.Kind == xmlcall.CallEndInContent || p.Kind == xmlcall.NestedCall
	}) {
		return solutions[:1] // the runtime also finds the tag in a CDATA section
	}
	for _, p := range places {
		switch p.Kind {
		case xmlcall.InvalidCharacter, xmlcall.InvalidUTF8, xmlcall.InvalidCharacterReference:
		default:
			return solutions
		}
	}
	return []string{"SOLUTION - Remove the character: neither escaping nor CDATA helps.\n"}
}

// explanations describe the problems and what to write instead: {text} is that of the problem, {name} what follows its
// first byte, and {want} what belongs there.
var explanations = map[xmlcall.ProblemKind]string{
	xmlcall.BareAmpersand:             "unescaped &; write &amp;",
	xmlcall.UnknownEntity:             "unknown entity {text}; write &amp;{name} or the character itself",
	xmlcall.UnterminatedReference:     "missing ; after {text}; write &amp;{name} if the & is meant literally",
	xmlcall.CorruptedCDATA:            "this & arrives as &amp; because of an error elsewhere in the call",
	xmlcall.InvalidCharacter:          "a character that XML does not allow; remove it",
	xmlcall.InvalidUTF8:               "bytes that are not UTF-8; remove them",
	xmlcall.InvalidCharacterReference: "{text} does not refer to a valid character; remove it",
	xmlcall.SurrogateReference:        "{text} is half a character; write the character itself",
	xmlcall.RawLessThan:               "unescaped <; write &lt;",
	xmlcall.CDATAEndInText:            "unescaped ]]> outside of CDATA; write ]]&gt;",
	xmlcall.CDATAEndsEarly:            "this ]]> ends the CDATA section too early; write " + encode.SplitCDATAEnd + ", or escape the value",
	xmlcall.UnclosedCDATA:             "missing ]]> for this CDATA section; write it where its content ends",
	xmlcall.MalformedCDATA:            "{text} does not open a CDATA section; write <![CDATA[",
	xmlcall.UnclosedElement:           "{text} is never closed; write its end tag, or &lt; if it is text",
	xmlcall.MismatchedEndTag:          "expected </{want}>, found {text}",
	xmlcall.StrayEndTag:               "{text} does not close an element; remove it, or write &lt; if it is text",
	xmlcall.InvalidElementName:        "invalid element name in {text}; write &lt; if it is text",
	xmlcall.InvalidAttribute:          "invalid attribute; calls have none, write &lt; if the tag is text",
	xmlcall.InvalidComment:            "-- in a comment, or an unclosed comment; remove the comment, or write &lt; if it is text",
	xmlcall.InvalidDeclaration:        "unsupported XML declaration; remove it, or write &lt; if it is text",
	xmlcall.NestedCall:                "unescaped <tool> in a value; write &lt;tool&gt;",
	xmlcall.SwallowedCall:             "this <tool> swallows the call below; write &lt;tool&gt; for a mention of the tag",
	xmlcall.UnclosedCall:              "missing </tool> for this call; write it",
	xmlcall.CallEndInContent:          "unescaped </tool>, which ends the call, even in CDATA; escape the value, with &lt;/tool&gt; for the tag",
	xmlcall.UnrecognizedTag:           "{text} is not recognized; write {want}",
}

// explain describes a problem and what to write instead.
func explain(b *call, p *xmlcall.Problem) string {
	text, want := clip(foreign.Text(b.Slice(p.Span)), 40), clip(foreign.Text(p.Want), 40)
	return strings.NewReplacer("{text}", text, "{name}", text[min(1, len(text)):], "{want}", want).
		Replace(cmp.Or(explanations[p.Kind], "the parser stops here"))
}
