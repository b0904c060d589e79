package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// fuzzed is the number of bytes of a text that are read. The mutator lengthens texts
// over time, and one of 64 KB costs as much as a thousand that find as much.
const fuzzed = 2 << 10

func seeds(f *testing.F) {
	f.Helper()
	for _, c := range cases.Load(f, "assistant", "document", "stream") {
		if len(c.Text) <= fuzzed {
			f.Add(c.Text)
		}
	}
	for _, r := range Rules() {
		if len(r.Bad()) <= fuzzed {
			f.Add(r.Bad())
		}
	}
	call := "<tool><tool_name>x</tool_name><arguments>&</arguments></tool>\n"
	for _, directive := range []string{
		"<!-- forge-lsp-disable-next-call unknown-tool -->\n", "# forge-lsp-disable raw-less-than unknown-tol\n",
		"> - <!-- forge-lsp-disable -->\n>   ", "[//]: # (forge-lsp-disable-file unknown-tool -- a)\n", "// forge-lsp-enable\n",
		"❌ Wrong:\n\n", "---\na\n---\n- ```\n  ",
	} {
		f.Add(directive + call + directive + call)
	}
}

// styled are options with the rules about style, which are disabled by default.
var styled = Options{Rules: map[string]Level{"prefer-cdata": AsHint, "prefer-escaping": AsHint}}

// FuzzFixes checks the findings of any text, that fix-all leaves nothing that it could fix, and that a comment suppresses
// them all. What safe fixes do is known of calls with slips ([TestSlips]), and is bounded for any text by FuzzSafe.
func FuzzFixes(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), fuzzed)]
		for _, kind := range []document.Kind{document.Reply, document.Document} {
			res := styled.run(text, kind)
			checkResult(t, text, res)
			checkFixAll(t, text, kind, res)
			start := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
			with := text[:start] + document.HTMLComments.Comment(wordFile) + "\n" + text[start:]
			for _, f := range styled.run(with, kind).Diagnostics {
				if f.Code != unusedDirective {
					t.Fatalf("%s is still reported:\n%q\n%q", f.Code, text, with)
				}
			}
		}
	})
}

// checkFixAll checks that fix-all leaves nothing that it could fix, and is idempotent.
func checkFixAll(t *testing.T, text string, kind document.Kind, res *opened) {
	t.Helper()
	fixed := res.FixAll(nil).File.Text
	left := res
	if fixed != text {
		left = styled.run(fixed, kind)
	}
	if again := left.FixAll(nil).File.Text; again != fixed {
		t.Fatalf("fix-all does not converge:\n%q\n%q\n%q", text, fixed, again)
	}
	for i, f := range left.Diagnostics {
		if left.SafeFix(i) != nil && (kind == document.Reply || f.Severity <= Warning) {
			t.Fatalf("%s has a safe fix left:\n%q\n%q", f.Code, text, fixed)
		}
	}
}
