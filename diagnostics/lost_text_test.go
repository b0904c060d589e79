package diagnostics

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestLostItems checks that text that a tool drops from a list, or from an edit, is
// reported once, whether the list is required or not.
func TestLostItems(t *testing.T) {
	const question = "<tool><server_name>local</server_name><tool_name>ask_question</tool_name><arguments><question>Which?</question>"
	const diff = "<tool><server_name>local</server_name><tool_name>apply_diff</tool_name><arguments><path>a.go</path>"
	for _, test := range []struct {
		text string
		want []string
	}{
		{question + "<suggestions>a, b</suggestions></arguments></tool>", []string{"array-shape"}},
		{question + "<suggestions><![CDATA[a, b]]></suggestions></arguments></tool>", []string{"cdata-around-structure"}},
		{question + `<suggestions><![CDATA[["a", "b"]]]></suggestions></arguments></tool>`, []string{"cdata-around-structure"}},
		{question + "<suggestions>a <suggestion>b</suggestion></suggestions></arguments></tool>", []string{"stray-text"}},
		{question + "<suggestions><suggestion>a, b</suggestion></suggestions></arguments></tool>", nil},
		{diff + "<edits><edit><search>a</search><replace>b</replace></edit><edit><search>a</search><replace>b</replace></edit></edits></arguments></tool>", []string{"invalid-value"}},
		{diff + "<edits><edit><search>a</search><replace>b</replace><search>c</search><replace>d</replace></edit></edits></arguments></tool>", []string{"duplicate-argument", "duplicate-argument"}},
	} {
		if got := codesOf(run(test.text, document.Reply)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.text, got, test.want)
		}
	}
}
