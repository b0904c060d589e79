package diagnostics

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A defect makes of a sound call one that a model or a person might have
// written. It returns the text itself where there is nothing to spoil.
type defect struct {
	name  string
	apply func(r *rand.Rand, text string) string
}

var defects = []defect{
	{"bare ampersand", spoil("&amp;", "&")},
	{"bare less-than", spoil("&lt; ", "< ")},
	{"less-than before a digit", spoil("&lt;3", "<3")},
	{"less-than before a name", spoil("&lt;int", "<int")},
	{"raw CDATA end", spoil("]]&gt;", "]]>")},
	{"unsplit CDATA end", spoil("]]]]><![CDATA[>", "]]>")},
	{"lower-case CDATA", spoil("<![CDATA[", "<![cdata[")},
	{"CDATA without '!'", spoil("<![CDATA[", "<[CDATA[")},
	{"CDATA never closed", spoil("]]></", "</")},
	{"end tag in capitals", spoil("</content>", "</CONTENT>")},
	{"end tag with a slip", spoil("</search>", "</serch>")},
	{"no end of the path", spoil("</path>", "")},
	{"no end of the arguments", spoil("</arguments>\n", "")},
	{"tool tag in capitals", spoil("<tool>", "<Tool>")},
	{"tool end tag with a blank", func(_ *rand.Rand, text string) string {
		at := strings.LastIndex(text, "</tool>\n")
		if at < 0 {
			return text
		}
		return text[:at] + "</tool >\n"
	}},
	{"tool end in a value", spoil("&lt;/tool&gt;", "</tool>")},
}

// spoil replaces one of the places where what stands by with.
func spoil(what, with string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		n := strings.Count(text, what)
		if n == 0 {
			return text
		}
		at := 0
		for range r.IntN(n) + 1 {
			at += strings.Index(text[at:], what) + 1
		}
		return text[:at-1] + with + text[at-1+len(what):]
	}
}

var words = []string{
	"a", "if x < y {", "&&", "&", "]]>", "<int", "<3", "</tool>", "for i := 0; i < 10; i++ {", "é", "😀", "\n", "\t",
	"R&D", `"q"`, "'", ">", "x->y", "[[ -f a ]]>b", "{", "}", "www?a=1&b=2", "  ", "#include <stdio.h>",
}

func randomValue(r *rand.Rand) string {
	var w strings.Builder
	for range r.IntN(6) {
		w.WriteString(words[r.IntN(len(words))])
		w.WriteByte(' ')
	}
	return w.String() + "."
}

// write writes a value as escapes or as a CDATA section, at random.
func write(r *rand.Rand, value string) string {
	if section, ok := xmlcall.Section(value); ok && r.IntN(2) == 0 {
		return section
	}
	return xmlcall.Escape(value)
}

func soundCall(r *rand.Rand) string {
	var w strings.Builder
	w.WriteString("<tool>\n<server_name>local</server_name>\n<tool_name>")
	w.WriteString([]string{"x", "write_file", "apply_diff"}[r.IntN(3)]) // not all that follows is known to any of them
	w.WriteString("</tool_name>\n<arguments>\n")
	w.WriteString("  <path>" + xmlcall.Escape([]string{"a.go", "R&D/a b.txt", "x<y"}[r.IntN(3)]) + "</path>\n")
	w.WriteString("  <content>" + write(r, randomValue(r)) + "</content>\n  <edits>\n")
	for range r.IntN(3) {
		w.WriteString("    <edit>\n      <search>" + write(r, randomValue(r)) + "</search>\n      <replace>" + write(r, randomValue(r)) + "</replace>\n    </edit>\n")
	}
	w.WriteString("  </edits>\n</arguments>\n</tool>\n")
	return w.String()
}

// TestDefects plants one to three defects in sound calls. The call must then
// be reported if the runtime does not read it as it did, and where every
// finding has a safe fix, fixing all must give back the values that were
// there before.
func TestDefects(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 2))
	var refused, mended int
	for range n {
		sound := soundCall(r)
		want := meant(analyzeReply(sound).Calls[0].Block())
		text := sound
		var names []string
		for range 1 + r.IntN(3) {
			d := defects[r.IntN(len(defects))]
			if next := d.apply(r, text); next != text {
				text = next
				names = append(names, d.name)
			}
		}
		if slices.Contains(names, "CDATA never closed") && (slices.Contains(names, "unsplit CDATA end") || slices.Contains(names, "raw CDATA end")) {
			continue // the one closes what the other left open: nobody can tell
		}
		res := analyzeReply(text)
		checkResult(t, text, res)
		checkSeverities(t, res)
		if len(res.Calls) == 0 {
			t.Fatalf("%v: no call is seen\n%s", names, text)
		}
		if res.Calls[0].Block().Verdict().Outcome == xmlcall.Refused {
			refused++
		}
		if !mendable(res) {
			continue
		}
		fixed := FixAll(text, transcript.Reply, nil)
		after := analyzeReply(fixed)
		if slices.ContainsFunc(after.Findings, unsafe) {
			continue // mending one thing uncovered another that has no safe fix
		}
		if len(after.Calls) != 1 || after.Calls[0].Block().Verdict().Outcome != xmlcall.Runs {
			t.Fatalf("%v: still does not run\n%s\n%s", names, text, fixed)
		}
		if diff := cmp.Diff(texts(want), texts(meant(after.Calls[0].Block()))); diff != "" {
			t.Fatalf("%v: the values changed (-was +is):\n%s\n%s\n%s", names, diff, text, fixed)
		}
		mended++
	}
	t.Logf("%d calls with planted defects: %d refused by the runtime, %d mended by safe fixes alone, all to the values they had", n, refused, mended)
	if mended < n/4 {
		t.Errorf("only %d of %d calls could be mended", mended, n)
	}
}

// aboutTools are the rules that speak of a call as it was before a defect was
// planted: the calls know nothing of their tools.
var aboutTools = []string{"missing-argument", "unknown-argument", "unknown-tool"}

func unsafe(f Finding) bool { return f.SafeFix() == nil && !slices.Contains(aboutTools, f.Code) }

// mendable reports whether there is something to mend and all of it can be.
func mendable(res *Result) bool {
	return slices.ContainsFunc(res.Findings, func(f Finding) bool { return f.SafeFix() != nil }) &&
		!slices.ContainsFunc(res.Findings, unsafe)
}

// texts lists the values of the leaves by path.
func texts(v *xmlcall.Value) []string {
	var list []string
	var walk func(path string, v *xmlcall.Value)
	walk = func(path string, v *xmlcall.Value) {
		path += "/" + v.Name
		if len(v.Children) == 0 && v.Name != "edits" {
			list = append(list, path+"="+v.Text)
		}
		for _, c := range v.Children {
			walk(path, c)
		}
	}
	if v != nil {
		walk("", v)
	}
	return list
}
