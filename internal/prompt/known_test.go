package prompt

import (
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// TestKnown checks that the list of advice is complete, and that a recorded sentence gives each piece of it.
func TestKnown(t *testing.T) {
	if len(advices()) < 40 {
		t.Errorf("%d pieces of advice", len(advices()))
	}
	recorded, err := os.ReadFile("../../diagnostics/testdata/prompts/advice.txt")
	if err != nil {
		t.Fatal(err)
	}
	given := map[int]bool{}
	for line := range strings.Lines(string(recorded)) {
		for _, g := range matched.of(normal(line)) {
			given[g.index] = true
		}
	}
	for i, k := range advices() {
		if k.topic == "" || k.way == "" || k.sentence == nil || k.reply == "" || k.shown == "" {
			t.Errorf("%s: %s is incomplete: %+v", k.topic, k.way, k)
		}
		if !given[i] {
			t.Errorf("%s: %s: no sentence gives it", k.topic, k.way)
		}
	}
}

// TestReason checks which defects texts name.
func TestReason(t *testing.T) {
	for _, test := range []struct {
		text, codes, named string
		confirmed          bool
	}{
		{"Wrong:", "unknown-tool", "", false},
		{"Wrong, the `&` is not escaped:", "unescaped-ampersand", "& is not escaped", true},
		{"Wrong, the `&` is not escaped:", "raw-less-than", "& is not escaped", false},
		{"Missing closing tag:", "unclosed-element", "missing closing tag", true},
		{"JSON payload, an unknown tool:", "unknown-tool", "unknown tool", true},
	} {
		named, confirmed := Reason(test.text, strings.Fields(test.codes))
		if named != test.named || confirmed != test.confirmed {
			t.Errorf("%q with %s: %q, %v", test.text, test.codes, named, confirmed)
		}
	}
}

// TestHostile checks that texts made to be slow or wrong are read, within the text.
func TestHostile(t *testing.T) {
	const size = 1 << 16
	for _, part := range []string{"- a\n", " - `a`(b): c\n", "# a\n", "###### read_file\n# x\n", "|a|\n", "```json\n{}\n```\n", "*", "`x_y` tool ", "You may call several tools. ", "```\n", "[{(", "\t- x:\n"} {
		text := strings.Repeat(part, size/len(part))
		for _, f := range Check(text, nil, toolspec.Builtins(), func(string, string) (string, string) { return "", "" }) {
			if f.Span.Start < 0 || f.Span.End > len(text) || f.Span.Start > f.Span.End {
				t.Errorf("%q: %+v", part, f)
			}
		}
		var deep strings.Builder
		for i := range 300 {
			deep.WriteString(strings.Repeat(" ", i) + part)
		}
		Check(deep.String(), nil, toolspec.Builtins(), func(string, string) (string, string) { return "", "no" })
	}
}
