package xmlcall

import (
	"slices"
	"testing"
)

// TestNextCallEnds checks that a call does not take the end tags of the next one, whose
// start tags are there too, for those of its elements.
func TestNextCallEnds(t *testing.T) {
	for _, name := range []string{"server_name", "seever_name", "Server_name", "tool_name", "tol_name", "argument", "arguments"} {
		first := "<tool>\n<" + name + ">x\n</tool>"
		for _, next := range []string{
			"<tool><server_name>local</server_name><tool_name>list_files</tool_name><arguments></arguments></tool>",
			"\n<tool>\n<tool_name >x</tool_name >\n<arguments\n><path>a</path></arguments>\n<server_name>local</server_name></tool>\n",
		} {
			blocks := slices.Collect(Blocks(first+next, Options{}))
			if len(blocks) != 2 || blocks[0].Rest().Len() > 0 {
				t.Errorf("%d blocks in %q, the first goes on with %q", len(blocks), first+next, blocks[0].Slice(blocks[0].Rest()))
			}
		}
	}
}
