package cli

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestHookPreToolUse checks that a native call that the files refuse is denied, with their lines, and
// that the hook is silent about others.
func TestHookPreToolUse(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.go": "func a() {\n\treturn\n}\n"})
	input := func(path, search string) map[string]any {
		return map[string]any{"path": path, "edits": []any{map[string]any{"search": search, "replace": "x"}}}
	}
	for _, test := range []struct {
		name, tool string
		input      any
		want       string
	}{
		{"not found", "mcp__forge__apply_diff", input("a.go", "    return"), "a.go, from line 2:\n\treturn\n\nSend the same call with that text."},
		{"not found, by its own name", "apply_diff", input("a.go", "    return"), "Send the same call"},
		{"no file", "apply_diff", input("b.go", "return"), "no such file: b.go"},
		{"found", "apply_diff", input("a.go", "return"), ""},
		{"another tool", "Write", input("a.go", "    return"), ""},
		{"a name that ends alike", "reapply_diff", input("a.go", "    return"), ""},
		{"other arguments", "apply_diff", map[string]any{"diff": "x"}, ""},
		{"no arguments", "apply_diff", nil, ""},
		{"something else", "apply_diff", "x", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := runHook(t, map[string]any{"hook_event_name": "PreToolUse", "cwd": absolute("."), "tool_name": test.tool, "tool_input": test.input})
			switch {
			case test.want == "":
				if answer != nil {
					t.Errorf("%+v", answer.Output)
				}
			case answer == nil || answer.Output.Decision != "deny" || !strings.Contains(answer.Output.Reason, test.want):
				t.Errorf("%+v", answer)
			}
		})
	}
}

// mcpEditOf returns a call of apply_diff.
func mcpEditOf(path, search string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>" + path +
		"</path>\n<edits><edit><search>" + search + "</search><replace>x</replace></edit></edits>\n</arguments>\n</tool>"
}
