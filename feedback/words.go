package feedback

import (
	"fmt"
	"slices"

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
		return []string{fmt.Sprintf("SOLUTION - Split the work into calls of less than %d bytes each.\n", limit)}
	}
	if b.unnamed() || b.NumElements() == 0 {
		return []string{asElements}
	}
	if len(places) == 0 {
		return solutions
	}
	switch b.Form {
	case xmlcall.Unclosed:
		return []string{"SOLUTION - End the call with </tool>, on a line of its own.\n"}
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
	return []string{"SOLUTION - Leave the character out: neither escaping nor CDATA can carry it.\n"}
}

// explain describes a problem and what to write instead.
func explain(b *call, p *xmlcall.Problem) string {
	src := clip(visible(b.Slice(p.Span)), 40)
	switch p.Kind {
	case xmlcall.BareAmpersand:
		return "this & starts no reference; write &amp;"
	case xmlcall.UnknownEntity:
		return src + " is no entity of XML; write &amp;" + src[1:] + " or the character itself"
	case xmlcall.UnterminatedReference:
		return src + " lacks its semicolon; write &amp;" + src[1:] + " if the & is meant as itself"
	case xmlcall.CorruptedCDATA:
		return "this & is rewritten to &amp; because of an error elsewhere in the call"
	case xmlcall.InvalidCharacter:
		return "a character that XML cannot carry; leave it out"
	case xmlcall.InvalidUTF8:
		return "bytes that are not UTF-8; leave them out"
	case xmlcall.InvalidCharacterReference:
		return src + " is no character that XML can carry; leave it out"
	case xmlcall.SurrogateReference:
		return src + " is half a character; write the character itself"
	case xmlcall.RawLessThan:
		return "this < starts no tag; write &lt;"
	case xmlcall.CDATAEndInText:
		return "]]> outside a CDATA section; write ]]&gt;"
	case xmlcall.CDATAEndsEarly:
		return "this ]]> ends the CDATA section; write " + encode.SplitCDATAEnd + ", or escape the value"
	case xmlcall.UnclosedCDATA:
		return "this CDATA section has no end; write ]]> where its content ends"
	case xmlcall.MalformedCDATA:
		return src + " opens no CDATA section; write " + "<![CDATA["
	case xmlcall.UnclosedElement:
		return src + " is never closed; write its end tag, or &lt; if it is text"
	case xmlcall.MismatchedEndTag:
		return src + " stands where </" + clip(visible(p.Want), 40) + "> is due"
	case xmlcall.StrayEndTag:
		return src + " closes nothing; remove it, or write &lt; if it is text"
	case xmlcall.InvalidElementName:
		return "the name of " + src + " is none that XML allows; write &lt; if it is text"
	case xmlcall.InvalidAttribute:
		return "an attribute that XML does not allow; calls have none, write &lt; if the tag is text"
	case xmlcall.InvalidComment:
		return "-- in a comment, or a comment without end; remove the comment, or write &lt; if it is text"
	case xmlcall.InvalidDeclaration:
		return "a declaration that cannot be read; remove it, or write &lt; if it is text"
	case xmlcall.NestedCall:
		return "<tool> inside a value; write &lt;tool&gt;"
	case xmlcall.SwallowedCall:
		return "this <tool> is read as the beginning of the call behind it; write &lt;tool&gt; where the tag is only mentioned"
	case xmlcall.UnclosedCall:
		return "this call has no </tool>"
	case xmlcall.CallEndInContent:
		return "this </tool> ends the call, in a CDATA section too; write the value with escapes, and &lt;/tool&gt; in it"
	case xmlcall.UnrecognizedTag:
		return src + " is not recognised; write " + p.Want
	}
	return "the parser stops here"
}
