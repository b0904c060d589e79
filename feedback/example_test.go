package feedback_test

import (
	"fmt"

	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func ExampleMessage() {
	b := xmlcall.ParseAt(`<tool>
<tool_name>write_file</tool_name>
<arguments>
<path>a.go</path>
<content>if a < b {}</content>
</arguments>
</tool>`, 0)
	fmt.Println(feedback.Message(b, 300, xmlcall.Options{}))
	// Output:
	// ERROR: Invalid XML in tool call.
	//
	// Parse error: XML syntax error on line 5: expected element name after <
	//
	// Line 5, in <content>: unescaped <; write &lt;.
	//     <content>if a < b {}</content>
	//                   ^
	//
	// That line, corrected:
	// <content>if a &lt; b {}</content>
}
