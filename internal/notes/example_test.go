package notes_test

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Text that the runtime reads, though perhaps not as intended.
func ExampleOf() {
	b := xmlcall.ParseAt(`<tool><tool_name>write_file</tool_name><arguments>
<content><![CDATA[a &lt; b]]></content></arguments></tool>`, 0)
	for _, n := range notes.Of(b) {
		switch n.Kind {
		case notes.NoServerName:
			fmt.Println("no server is named: local")
		case notes.ReferenceInSection:
			fmt.Printf("%s stays as it is, and is not %s\n", b.Slice(n.Span), n.Want)
		}
	}
	// Output:
	// no server is named: local
	// &lt; stays as it is, and is not <
}
