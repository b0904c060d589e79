package examples

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestFiles checks the index of a folder, for people and for programs.
func TestFiles(t *testing.T) {
	refused := NewExample(&Call{
		Signature: Signature{Tool: "a|`b`", Result: diagnostics.Refused, By: diagnostics.ByReader, Reader: xmlcall.Refused, Rule: "raw-less-than", Codes: []string{"raw-less-than"}},
		Text:      "<tool>x < y</tool>", Kind: document.Reply,
	})
	refused.Calls = 7
	leaked := NewExample(&Call{Signature: Signature{Format: "x", Rule: LeakRule}, Text: "<invoke/>", Kind: document.JSON})
	leaked.Calls, leaked.Source, leaked.Line = 1, "a.jsonl", 3
	files := Files([]Example{refused, leaked}, 2)

	_, table, _ := strings.Cut(files["README.md"], "\n\n| rule")
	want := " | tool | verdict | calls | bytes | file |\n|---|---|---|---:|---:|---|\n" +
		"| `raw-less-than` | `` a\\|`b` `` | refused by the reader | 7 | 18 | [FILE](FILE) |\n" +
		"| `leaked-call` | – | leaked | 1 | 61 | [FILE](FILE) |\n" +
		"\n\"calls\" is the number of calls with this rule and tool.\n" +
		"2 of the chosen calls have no example: they depend on what an example leaves out.\n"
	if diff := cmp.Diff(want, strings.NewReplacer(refused.File, "FILE", leaked.File, "FILE").Replace(table)); diff != "" {
		t.Error(diff)
	}
	if complete := Files([]Example{refused}, 0)["README.md"]; strings.Contains(complete, "in no example") {
		t.Errorf("something is left out:\n%s", complete)
	}
	if files[refused.File] != "<tool>x < y</tool>" || !strings.Contains(files[leaked.File], "<invoke/>") {
		t.Errorf("the examples are %q", files)
	}
	if !strings.HasPrefix(refused.File, "raw-less-than-a--b--") || !strings.HasPrefix(leaked.File, "leaked-call-none-") {
		t.Errorf("they are called %s and %s", refused.File, leaked.File)
	}

	var got index
	if err := json.Unmarshal([]byte(files["index.json"]), &got); err != nil {
		t.Fatal(err)
	}
	list := []Example{
		{File: refused.File, Rule: "raw-less-than", Tool: "a|`b`", Verdict: "refused by the reader", Outcome: "refused", By: "reader", Reader: "refused", Seen: true, ToolVerdict: "unchecked", Rules: []string{"raw-less-than"}, Bytes: 18, Calls: 7},
		{File: leaked.File, Rule: "leaked-call", Verdict: "leaked", Bytes: 61, Calls: 1, Source: "a.jsonl", Line: 3},
	}
	if diff := cmp.Diff(index{format, 1, 2, list}, got, cmp.AllowUnexported(index{}, Example{})); diff != "" {
		t.Error(diff)
	}
	if empty := Files(nil, 0)["index.json"]; !strings.Contains(empty, `"examples": []`) {
		t.Errorf("of no examples: %s", empty)
	}
}
