package diagnostics

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestKindOfComments checks edits far from a call that comment it out, or no longer do.
func TestKindOfComments(t *testing.T) {
	const call, prose = "<tool>\n<tool_name>x</tool_name>\n</tool>\n", "\n\nSome.\n\nWords.\n\n"
	for _, test := range []struct{ before, old, new, after string }{
		{"x " + prose + call + prose, "", "<!--", ""},
		{"x ", "", "<!--", prose + call + prose + "y -->\n"},
		{"x ", "<!--", "", prose + call + prose + "y -->\n"},
		{"x <!--" + prose + call + prose, "", "-->", "\n"},
		{"x <!--" + prose + call + prose, "-->", "", "\n"},
		{"x <!--" + prose + call + prose, "", "-->", " y <!-- z" + prose},
		{"x <!--" + prose + call + prose, "-->", "", " y <!-- z" + prose},
		{"x <!--" + prose + call + prose, "", "-->", " y" + prose + "z -->\n"},
		{"x <!--" + prose + call + prose + "y --> z <!-- y" + prose, "", "-->", " y <!-- z" + prose},
		{"x <!-- y\n\ny --> z <!-- y" + prose, "", "y --> z <!-- y", prose + call + prose + "z -->\n"},
		{call + "x <!--\n" + prose + "\n", "", "<tool>\n<tool_", "name>x</tool_name>\n</tool>" + prose + "y -->\n"},
		{"<tool>\n<tool_", "name>x</tool_name>\n</tool>\n\nx <!-- y\n\nz", "", "\n\n" + call + prose + "y -->\n"},
		{"<tool>\n<tool_", "name>x</tool_name>\n</tool>\n\n", "\nx <!-- y\n\n", call + prose + "y -->\n"},
	} {
		for _, message := range []int{300, 20} { // of one item, and of many
			small(t, 1, message)
			d := Options{}.Open(text.New(test.before+test.old+test.after), document.Auto)
			now := test.before + test.new + test.after
			if got, want := d.Edit(len(test.before), len(test.before)+len(test.old), test.new).Kind(), document.Detect(now); got != want {
				t.Errorf("%q is a %v, want a %v", now, got, want)
			}
		}
	}
}

// TestEarlierVersions checks that a document does not keep earlier versions of itself
// alive: an hour of typing makes thousands.
func TestEarlierVersions(t *testing.T) {
	const call = "prose\n\n<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>\n\n"
	for _, kind := range []document.Kind{document.Reply, document.Document, document.Log} {
		d := Options{}.Open(text.New(strings.Repeat(call, 2_000)), kind)
		var earlier []weak.Pointer[Document]
		for range 20 {
			earlier = append(earlier, weak.Make(d))
			at := d.Text().Len() / 2
			d = d.Edit(at, at, "x")
		}
		runtime.GC()
		for k, w := range earlier {
			if w.Value() != nil {
				t.Errorf("%v: version %d of %d is kept", kind, k, len(earlier))
			}
		}
		runtime.KeepAlive(d)
	}
}

// checkDocument checks that a document equals the result of reading its text.
func checkDocument(t testing.TB, d *Document) {
	t.Helper()
	if why := differs(d, false); why != "" {
		t.Fatal(why)
	}
}

// TestLeakedFarAway checks that evidence of native calls, and of <tool> being taught,
// applies to all of a transcript, wherever it is.
func TestLeakedFarAway(t *testing.T) {
	small(t, 200, 2000)
	leaked := `{"role":"assistant","content":"<invoke name=\"Bash\"><parameter name=\"x\">1</parameter></invoke>\n<tool>\n<tool_name>ls</tool_name>\n<arguments></arguments>\n</tool>"}` + "\n"
	native := strings.Repeat(leaked, 10) + strings.Repeat(`{"role":"user","content":"more"}`+"\n", 20_000) + `{"role":"assistant","tool_calls":[{"id":"1"}]}` + "\n"
	taught := native + `{"role":"system","content":"Write <tool>."}` + "\n"
	for transcript, want := range map[string]int{leaked: 0, native: 20, taught: 10} {
		d := Options{}.Open(text.New(transcript), document.JSON)
		n := 0
		for p := range d.Diagnostics() {
			if p.Code == "leaked-call" {
				n++
			}
		}
		if n != want {
			t.Errorf("%d leaked calls in %d bytes, want %d", n, len(transcript), want)
		}
		if why := differs(d, false); why != "" {
			t.Error(why)
		}
	}
}

// TestLabelsFarAway checks that a text is a transcript also if the start of it, from which its labels
// are guessed, has too few of them.
func TestLabelsFarAway(t *testing.T) {
	words := strings.Repeat("Some words.\n\n", 30_000)
	for _, end := range []string{"", "**Assistant:** Yes.\n\n**User:** Go on.\n\n**Assistant:** Yes.\n\n"} {
		s := "# Session\n\n**User:** Go on.\n\n" + plainCall + "\n" + words + end
		d := Options{}.Open(text.New(s), document.Prose)
		if want := document.Read(s, document.Prose).Kind; d.Kind() != want || (want == document.Transcript) != (end != "") {
			t.Errorf("%q: a %v, want a %v", end, d.Kind(), want)
		}
		checkDocument(t, d)
	}
}

// TestOpenLines checks that a part of a file is read by the facts of the whole file.
func TestOpenLines(t *testing.T) {
	leaked := `{"role":"assistant","content":"<invoke name=\"Bash\"><parameter name=\"x\">1</parameter></invoke>"}` + "\n"
	native := `{"role":"assistant","tool_calls":[{"id":"1"}]}` + "\n"
	whole := Options{}.Open(text.New(leaked+native), document.JSON)
	for labels, want := range map[*document.Labels]int{whole.labels: 1, Options{}.Open(text.New(leaked), document.JSON).labels: 0} {
		got := 0
		d := Options{}.OpenLines(text.New(leaked), labels)
		for p := range d.Diagnostics() {
			if p.Code == LeakedCall {
				got++
			}
		}
		if leaked := d.Summary().Leaked; leaked != want {
			t.Errorf("%d calls leaked, want %d", leaked, want)
		}
		if got != want {
			t.Errorf("%d calls leaked, want %d", got, want)
		}
	}
}
