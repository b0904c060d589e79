package feedback

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
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

// advice returns what to do about a call whose format is wrong. Escaping does not help a call without a
// name or without an end.
func (c *subject) advice(corrected string) []string {
	_, syntax := c.block.Verdict().At()
	unnamed := c.block.Delimiters == xmlcall.Closed && !syntax && c.block.ToolName() == ""
	json := strings.HasPrefix(strings.TrimSpace(c.block.Slice(c.block.Element(0).Content())), "{")
	switch {
	case c.has(xmlcall.TooLarge):
		return []string{"SOLUTION - Split the work into calls of less than " + thousands.Separate(c.maxSize) + " bytes each.\n"}
	case unnamed, json:
		if corrected != "" {
			return nil
		}
		return []string{asElements}
	case c.block.Delimiters == xmlcall.Unclosed:
		return []string{"SOLUTION - End the call with </tool>, on a line of its own.\n"}
	case c.block.Delimiters == xmlcall.Escaped:
		return []string{"SOLUTION - Write the tags of the call unescaped: <tool>, not &lt;tool&gt;.\n"}
	case c.block.Delimiters == xmlcall.Unrecognized:
		return []string{"SOLUTION - Begin the call with <tool> and end it with </tool>, in lower case and without attributes.\n"}
	case c.has(xmlcall.CallEndInContent, xmlcall.NestedCall):
		return solutions[:1] // the runtime also finds the tag in a CDATA section
	case !slices.ContainsFunc(c.block.Problems, func(p xmlcall.Problem) bool {
		return p.Kind != xmlcall.InvalidCharacter && p.Kind != xmlcall.InvalidUTF8 && p.Kind != xmlcall.InvalidCharacterReference
	}):
		return []string{"SOLUTION - Remove the character: neither escaping nor CDATA helps.\n"}
	}
	return solutions
}
