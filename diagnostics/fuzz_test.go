package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
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

// keepsValues are the rules whose safe fixes change only the notation of a value: the
// intended values are the same before and after.
var keepsValues = []string{
	"unescaped-ampersand", "unknown-entity", "unterminated-entity", "corrupted-cdata", "raw-less-than",
	"cdata-end-in-text", "cdata-ends-early", "unclosed-cdata", "mismatched-end-tag", "unclosed-element",
	"mixed-encoding", "padded-tool-name", "missing-server-name", "prefer-cdata", "prefer-escaping",
}

// styled are options with the rules about style, which are disabled by default.
var styled = Options{Rules: map[string]Level{"prefer-cdata": AsHint, "prefer-escaping": AsHint}}

// FuzzFixes checks the findings against the verdict, and the fixes against the intent
// of the author.
func FuzzFixes(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), fuzzed)]
		for _, kind := range []document.Kind{document.Reply, document.Document} {
			res := styled.run(text, kind)
			checkResult(t, text, res)
			checkSafeFixes(t, text, kind, res)
			checkFixAll(t, text, kind, res)
		}
	})
}

// FuzzSuppression checks the comments that suppress findings against the findings with
// them.
func FuzzSuppression(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), fuzzed)]
		for _, kind := range []document.Kind{document.Reply, document.Document} {
			checkSuppression(t, text, kind, styled.run(text, kind))
		}
	})
}

func checkSafeFixes(t *testing.T, text string, kind document.Kind, res *opened) {
	t.Helper()
	for i, f := range res.Diagnostics {
		if i == 8 {
			break // the rest is similar, and the fuzzer needs speed
		}
		if !slices.Contains(keepsValues, f.Code) {
			continue
		}
		b := res.Calls[f.Call].Block()
		if b.Verdict().Outcome == xmlcall.Refused {
			// The intent of a block that XML cannot read is a guess, and one fix of
			// many may change the guess about the rest. TestSlips knows the intent.
			continue
		}
		if slices.ContainsFunc(res.Diagnostics, func(o Diagnostic) bool { return o.Call == f.Call && o.Code == "dropped-markup" }) {
			continue // its fixes turn markup into text, which changes the tree
		}
		before := intendedArguments(b)
		for _, fix := range res.Prove(i) {
			if !fix.Safe() {
				continue
			}
			fixed := Apply(text, fix.Edits)
			after := styled.run(fixed, kind)
			k := slices.IndexFunc(after.Calls, func(c Call) bool { return c.Span.Start == res.Calls[f.Call].Span.Start })
			if k < 0 && (kind == document.Document || b.Delimiters == xmlcall.Unrecognized) {
				continue // whether it has the shape of a call is a guess, and may change
			}
			if k < 0 {
				t.Fatalf("%s: %q loses the call\n%q\n%q", f.Code, fix.Title, text, fixed)
			}
			if diff := cmp.Diff(before, intendedArguments(after.Calls[k].Block()), cmpopts.IgnoreFields(xmlcall.Value{}, "Literal")); diff != "" {
				t.Fatalf("%s: %q changes what was meant:\n%s\n%q\n%q", f.Code, fix.Title, diff, text, fixed)
			}
		}
	}
}

// intendedArguments returns the arguments as the author intended them, or nil.
func intendedArguments(b *xmlcall.Block) *xmlcall.Value {
	i := b.Arguments()
	if i == xmlcall.NoElement {
		return nil
	}
	v := b.Value(i)
	foldSpace(v)
	return v
}

// foldSpace removes white space between elements, which is insignificant.
func foldSpace(v *xmlcall.Value) {
	if (len(v.Children) > 0 || v.Name == "arguments") && strings.TrimSpace(v.Text) == "" {
		v.Text = ""
	}
	for _, c := range v.Children {
		foldSpace(c)
	}
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

// checkSuppression checks that findings are suppressed by a comment for their call, and by one for the
// whole file.
func checkSuppression(t *testing.T, text string, kind document.Kind, res *opened) {
	t.Helper()
	start := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	with := text[:start] + document.HTMLComments.Comment(wordFile) + "\n" + text[start:]
	for _, f := range styled.run(with, kind).Diagnostics {
		if f.Code != "unused-directive" {
			t.Fatalf("%s is still reported:\n%q\n%q", f.Code, text, with)
		}
	}
	for i := range min(len(res.Diagnostics), 4) {
		f := &res.Diagnostics[i]
		fix, ok := res.DisableFix(f, document.HTMLComments)
		if !ok {
			continue
		}
		after := styled.run(Apply(text, fix.Edits), kind)
		if len(after.Calls) != len(res.Calls) || after.Suppressed() <= res.Suppressed() {
			t.Fatalf("%q of %s does not suppress it:\n%q\n%q", fix.Title, f.Code, text, Apply(text, fix.Edits))
		}
	}
}
