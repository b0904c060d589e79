package call

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestCasesOfRules compares the intent of the calls in the cases of the rules with a file: the
// doubts about it, or else the corrected call; what no tool receives, and the fields that are
// certain.
func TestCasesOfRules(t *testing.T) {
	var b strings.Builder
	for _, name := range golden.Files(t, filepath.Join("..", "..", "diagnostics", "testdata", "*.txtar")) {
		for _, file := range golden.Archive(t, name).Files {
			if !strings.HasSuffix(file.Name, ".reply") {
				continue
			}
			text := string(file.Data)
			for call := range xmlcall.Blocks(text, xmlcall.Options{}) {
				if call.Span.Len() > 2000 {
					continue
				}
				written := text[call.Span.Start:max(call.Span.End, call.Rest().End)]
				fmt.Fprintf(&b, "%s, %s, line %d\n", strings.TrimSuffix(filepath.Base(name), ".txtar"), file.Name, 1+strings.Count(text[:call.Span.Start], "\n"))
				alone := describe(t, written, Options{Tools: toolspec.Builtins(), Complete: true})
				b.WriteString(alone)
				if more := describe(t, written, Options{Tools: toolspec.Builtins(), After: "\nMore text."}); more != alone {
					b.WriteString("  before other text:\n" + more)
				}
				if unknown := describe(t, written, Options{Complete: true}); unknown != alone {
					b.WriteString("  without definitions of tools:\n" + unknown)
				}
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "intent.txt"), []byte(b.String()))
}

func describe(t *testing.T, written string, o Options) string {
	t.Helper()
	in := IntentOf(written, o)
	var b, fields strings.Builder
	encoder := json.NewEncoder(&fields)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(in.Fields); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "  %t %t %q %s", in.Structural, in.Swallowed, in.Extras, &fields)
	for _, doubt := range in.Doubts {
		fmt.Fprintf(&b, "    ? %s: %s\n", doubt.Path, doubt.Why)
	}
	if in.Certain() && in.Text != written {
		fmt.Fprintf(&b, "    %q\n", in.Text)
	}
	return b.String()
}
