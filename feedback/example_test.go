package feedback_test

import (
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/text"
)

func ExampleCorrections() {
	reply := diagnostics.Options{}.Open(text.New(`<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
<file>a.go</file>
</arguments>
</tool>`), diagnostics.KindOf("-"))
	for _, c := range feedback.Corrections(reply, feedback.Budget, nil, nil) {
		fmt.Print(c.Text)
	}
	// Output:
	// ERROR: read_file refused the call.
	//
	// Reason: <path> is missing
	//
	// Line 4: Missing `<path>` of `read_file`; write it in `<arguments>`.
	//
	// Line 5: Unknown argument `<file>`; remove it.
}
