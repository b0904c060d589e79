package xmlcall

import (
	"slices"
	"testing"
)

// TestEnds checks where blocks end, and where the rest of one is that a "</tool>" in a value cut.
func TestEnds(t *testing.T) {
	const head = "<tool><tool_name>x</tool_name>"
	for _, test := range []struct{ text, want, rest string }{
		{head + "</tool> b", head + "</tool>", ""},
		{head + "</Tool> b", head + "</Tool>", ""},
		{head + "</tool > b", head + "</tool >", ""},
		{head + " b <tool>", head + " b ", ""},
		{head + "</Tool> b <tool>", head + "</Tool>", ""},
		{head + " <tool> b </Tool>", head + " ", ""},
		{head + "\n\nb", head + "\n\nb", ""},
		{"<Tool><tool_name>x</tool_name></tool> b", "<Tool><tool_name>x</tool_name></tool>", ""},
		{"<Tool><tool_name>x</tool_name> b <tool>", "<Tool><tool_name>x</tool_name> b ", ""},
		{"<Tool><tool_name>x</tool_name> b </Tool> c </tool>", "<Tool><tool_name>x</tool_name> b </Tool>", ""},
		{"<Tool> b", "<Tool> b", ""},
		{head + "<arguments><v>a </tool> b</v></arguments></tool> c", head + "<arguments><v>a </tool>", " b</v></arguments></tool>"},
		{head + "<arguments>\n<v>a </tool> b</v>\n</arguments>\n</tool> c", head + "<arguments>\n<v>a </tool>", " b</v>\n</arguments>\n</tool>"},
		{head + "<arguments><v>a </tool> </v> b</v></arguments></tool> c", head + "<arguments><v>a </tool>", " </v> b</v></arguments></tool>"},
		{head + "<arguments><Tool>a </tool> b</Tool>\n</arguments>\n</tool> c", head + "<arguments><Tool>a </tool>", " b</Tool>\n</arguments>\n</tool>"},
		{head + "<arguments><v>a </tool> b <v>c</v></arguments></tool>", head + "<arguments><v>a </tool>", " b <v>c</v></arguments></tool>"},
		{head + "<arguments><v>a </tool> b</v> <tool></tool>", head + "<arguments><v>a </tool>", ""},
	} {
		b := ParseAt(test.text, 0)
		if got, rest := b.Source(), b.Slice(b.Rest()); got != test.want || rest != test.rest {
			t.Errorf("%s\nends after %q with the rest %q, want %q and %q", test.text, got, rest, test.want, test.rest)
		}
	}
}

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
