package diagnostics

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

var callCount = flag.Int("calls", 270, "how many calls TestPlanted and TestEnvelope spoil each")

// toolCall returns a valid call to one of the runtime's tools, with its example's
// arguments, but random texts where any text is valid. It returns "" if there is no
// such call.
func toolCall(r *rand.Rand) string {
	tools := toolspec.Builtins().Tools()
	tool := tools[r.IntN(len(tools))]
	arguments := maps.Clone(tool.Example)
	for _, a := range tool.Arguments {
		_, given := arguments[a.Name]
		if given && a.Kind == toolspec.String && len(a.Enum) == 0 && a.Name != "pattern" && a.Name != "path" && a.Name != "tool_name" &&
			(tool.Name != "create_custom_tool" || a.Name != "name") {
			arguments[a.Name] = "x" + randomValue(r)
		}
	}
	methods := []encode.Method{encode.Automatic, encode.Escapes, encode.Sections}
	text, err := tool.Write(arguments, methods[r.IntN(len(methods))])
	if err != nil {
		return ""
	}
	return text + "\n"
}

// checkOtherFields applies each fix of a finding alone and checks that the intent of
// other fields is unchanged.
func checkOtherFields(t *testing.T, name, text string, res *opened, f Diagnostic) (compared int) {
	t.Helper()
	b := res.Calls[0].Block()
	at := slices.IndexFunc(b.Tokens, func(t xmlcall.Token) bool { return t.Span().End > f.Span.Start })
	field := b.Tokens[at].Element()
	if f.Code == "call-end-in-content" {
		return 0 // it is after the field of the finding
	}
	before := texts(intendedArguments(b))
	for _, fix := range f.Fixes {
		fixed := Apply(text, fix.Edits)
		after := texts(intendedArguments(analyzeReply(fixed).Calls[0].Block()))
		if len(after) != len(before) {
			continue // the fix creates fields: from JSON, or text that a tag cut off
		}
		compared++
		for i := range after {
			path, _, _ := strings.Cut(after[i], "=")
			if after[i] != before[i] && !strings.HasSuffix(path, "/"+b.Element(field).Local()) {
				t.Fatalf("%s: %q for %s changes %s, was %s\n%s\n%s", name, fix.Title, f.Code, after[i], before[i], text, fixed)
			}
		}
	}
	return compared
}

// TestPlanted plants one defect in calls to all of the runtime's tools: there is an
// error if and only if the runtime refuses the call or runs it with other data, and a
// call that runs after fix-all without an error runs as before.
func TestPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var planted, wrong, fixed, reported, compared int
	kinds := map[string]int{}
	for planted < *callCount {
		sound := toolCall(r)
		if sound == "" {
			continue
		}
		d := defects[r.IntN(len(defects))]
		text := d.apply(r, sound)
		if text == sound {
			continue
		}
		planted++
		kinds[d.name]++
		before := analyzeReply(sound)
		if len(before.Diagnostics) > 0 {
			t.Fatalf("a sound call: %+v\n%s", before.Diagnostics, sound)
		}
		want, _ := before.Calls[0].Block().Decode()
		res := analyzeReply(text)
		refused, changed := len(res.Calls) != 1 || res.Calls[0].Block().Verdict().Outcome == xmlcall.Refused, false
		if !refused {
			got, ok := res.Calls[0].Block().Decode()
			changed = !ok || cmp.Diff(want, got) != ""
		}
		hasError := slices.ContainsFunc(res.Diagnostics, func(f Diagnostic) bool { return f.Severity == Error })
		if refused || changed {
			wrong++
		}
		// "</tool >" hides the call only from a reader of single calls.
		lives := d.name == "tool end tag with a blank" && live.Read(text, xmlcall.Options{}).Runs()
		if hasError != ((refused || changed) && !lives) {
			t.Fatalf("%s: refused %v, changed %v, findings %+v\n%s", d.name, refused, changed, res.Diagnostics, text)
		}
		for _, f := range res.Diagnostics {
			if f.Severity <= Warning {
				reported++
			}
			compared += checkOtherFields(t, d.name, text, res, f)
		}
		after := res.FixAll(nil)
		if block := after.Calls[0].Block(); block.Verdict().Outcome == xmlcall.Refused || slices.ContainsFunc(after.Diagnostics, func(f Diagnostic) bool { return f.Severity == Error }) {
			continue
		} else if got, _ := block.Decode(); cmp.Diff(texts(want), texts(got)) != "" {
			t.Fatalf("%s: the values (-was +is):\n%s\n%s\n%s", d.name, cmp.Diff(texts(want), texts(got)), text, after.File.Text)
		}
		fixed++
	}
	t.Logf("%d planted defects in calls to all tools: %d refused or run with other data, each with an error and no other; %d errors and warnings (%.2f a defect); %d fixed",
		planted, wrong, reported, float64(reported)/float64(planted), fixed)
	t.Logf("%d fixes change no other field; by defect: %v", compared, kinds)
	if float64(reported) > 1.2*float64(planted) {
		t.Errorf("%d errors and warnings for %d defects", reported, planted)
	}
}
