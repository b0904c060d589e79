package feedback

import (
	"slices"

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

// explain describes a problem and what to write instead.
func explain(b *call, p *xmlcall.Problem) string {
	src := clip(foreign.Text(b.Slice(p.Span)), 40)
	switch p.Kind {
	case xmlcall.BareAmpersand:
		return "unescaped &; write &amp;"
	case xmlcall.UnknownEntity:
		return "unknown entity " + src + "; write &amp;" + src[1:] + " or the character itself"
	case xmlcall.UnterminatedReference:
		return "missing ; after " + src + "; write &amp;" + src[1:] + " if the & is meant literally"
	case xmlcall.CorruptedCDATA:
		return "this & arrives as &amp; because of an error elsewhere in the call"
	case xmlcall.InvalidCharacter:
		return "a character that XML does not allow; remove it"
	case xmlcall.InvalidUTF8:
		return "bytes that are not UTF-8; remove them"
	case xmlcall.InvalidCharacterReference:
		return src + " does not refer to a valid character; remove it"
	case xmlcall.SurrogateReference:
		return src + " is half a character; write the character itself"
	case xmlcall.RawLessThan:
		return "unescaped <; write &lt;"
	case xmlcall.CDATAEndInText:
		return "unescaped ]]> outside of CDATA; write ]]&gt;"
	case xmlcall.CDATAEndsEarly:
		return "this ]]> ends the CDATA section too early; write " + encode.SplitCDATAEnd + ", or escape the value"
	case xmlcall.UnclosedCDATA:
		return "missing ]]> for this CDATA section; write it where its content ends"
	case xmlcall.MalformedCDATA:
		return src + " does not open a CDATA section; write " + "<![CDATA["
	case xmlcall.UnclosedElement:
		return src + " is never closed; write its end tag, or &lt; if it is text"
	case xmlcall.MismatchedEndTag:
		return "expected </" + clip(foreign.Text(p.Want), 40) + ">, found " + src
	case xmlcall.StrayEndTag:
		return src + " does not close an element; remove it, or write &lt; if it is text"
	case xmlcall.InvalidElementName:
		return "invalid element name in " + src + "; write &lt; if it is text"
	case xmlcall.InvalidAttribute:
		return "invalid attribute; calls have none, write &lt; if the tag is text"
	case xmlcall.InvalidComment:
		return "-- in a comment, or an unclosed comment; remove the comment, or write &lt; if it is text"
	case xmlcall.InvalidDeclaration:
		return "unsupported XML declaration; remove it, or write &lt; if it is text"
	case xmlcall.NestedCall:
		return "unescaped <tool> in a value; write &lt;tool&gt;"
	case xmlcall.SwallowedCall:
		return "this <tool> swallows the call below; write &lt;tool&gt; for a mention of the tag"
	case xmlcall.UnclosedCall:
		return "missing </tool> for this call; write it"
	case xmlcall.CallEndInContent:
		return "unescaped </tool>, which ends the call, even in CDATA; escape the value, with &lt;/tool&gt; for the tag"
	case xmlcall.UnrecognizedTag:
		return src + " is not recognized; write " + p.Want
	}
	return "the parser stops here"
}
