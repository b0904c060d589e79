package xmlcall

import "testing"

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
		{
			head + "<arguments><v>a </tool> b</v></arguments></tool> c", head + "<arguments><v>a </tool>", " b</v></arguments></tool>",
		},
		{
			head + "<arguments>\n<v>a </tool> b</v>\n</arguments>\n</tool> c", head + "<arguments>\n<v>a </tool>", " b</v>\n</arguments>\n</tool>",
		},
		{
			head + "<arguments><v>a </tool> </v> b</v></arguments></tool> c", head + "<arguments><v>a </tool>", " </v> b</v></arguments></tool>",
		},
		{head + "<arguments><v>a </tool> b <v>c</v></arguments></tool>", head + "<arguments><v>a </tool>", " b <v>c</v></arguments></tool>"},
		{head + "<arguments><v>a </tool> b</v> <tool></tool>", head + "<arguments><v>a </tool>", ""},
	} {
		b := ParseAt(test.text, 0)
		if got, rest := b.Source(), b.Slice(b.Rest()); got != test.want || rest != test.rest {
			t.Errorf("%s\nends after %q with the rest %q, want %q and %q", test.text, got, rest, test.want, test.rest)
		}
	}
}
