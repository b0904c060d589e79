package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// clues are the parts of texts, some of which are logs.
var clues = []string{
	"<!--", "-->", "<tool>", "</tool>", "<Tool>", "<tool id=\"1\">", "</Tool >", "<tool", ">", "<tool name=\"x\"/>",
	"\n", "\n\n", "\r\n", "prose\n\n", "Some words.\n\n", "# Heading\n\n", "- item\n\n", "> quote\n\n", "```\n", "{{x}}", "text",
	"<name>x</name>", "<name>", "</name>", "<id>7</id>\n", "<arguments>", "<arguments><a>", "</arguments>", "tool_name", "{\"tool_name\"", "_name>", "<server",
	"x <!-- y\n\n", "x --> y\n\n", "x <!-- y\n\n", "x --> y\n\n", "*a* <!--", "b -->",
	"<tool>\n<command>ls</command>\n</tool>\n\n", "Write <tool> here.\n\n", "<tool>\n<name>x</name>\n", "<!-- remark -->\n\n", "<!-- forge-lsp-disable x -->\n\n",
}

// TestKinds checks that after each edit a text of the kind Auto has the same kind as when
// it is opened, wherever the evidence is.
func TestKinds(t *testing.T) {
	small(t, 1, 300)
	r := rand.New(rand.NewPCG(8, 1))
	seen := map[[2]document.Kind]int{}
	for chain := range 250 {
		draw := func(n int) string {
			var b strings.Builder
			for range n {
				b.WriteString(clues[r.IntN(len(clues))])
			}
			return b.String()
		}
		start := draw(r.IntN(60))
		if chain%2 == 0 { // with one call, which may be commented out
			start = draw(r.IntN(20)) + "\n\nprose\n\n<tool>\n<tool_name>x</tool_name>\n</tool>\n\nprose\n\n" + draw(r.IntN(20))
		}
		d := Options{}.Open(text.New(start), document.Auto)
		for range 20 {
			was := d.Text().String()
			from := r.IntN(len(was) + 1)
			to := min(len(was), from+[]int{0, 0, 1, 3, 20}[r.IntN(5)])
			with := draw(r.IntN(3))
			if r.IntN(3) == 0 {
				with = with[:min(len(with), 1)]
			} else if r.IntN(40) == 0 {
				with = "<tool_name>"
			}
			before := d.Kind()
			d = d.Edit(from, to, with)
			now := d.Text().String()
			if want := document.Detect(now); d.Kind() != want {
				t.Fatalf("chain %d: a %v with %q for %d to %d in %q is a %v, want a %v", chain, before, with, from, to, was, d.Kind(), want)
			}
			if d.Kind() == document.Log && d.items.Len() > 0 {
				evidence := d.evidence
				if !strings.EqualFold(now[evidence.Start:evidence.Start+len("<tool")], "<tool") {
					t.Fatalf("chain %d: the evidence in %q is %q", chain, now, now[evidence.Start:evidence.End])
				}
			}
			seen[[2]document.Kind{before, d.Kind()}]++
		}
	}
	for _, change := range [][2]document.Kind{{document.Log, document.Log}, {document.Log, document.Document}, {document.Document, document.Log}, {document.Document, document.Document}} {
		if seen[change] < 5 {
			t.Errorf("%d edits make a %v of a %v", seen[change], change[1], change[0])
		}
	}
	t.Log(seen)
}

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

// TestEvidenceFarAway checks that not all is read again if the evidence that a text is a log goes,
// and there is more of it far below.
func TestEvidenceFarAway(t *testing.T) {
	const evidence = "<tool>\n<tool_name>x</tool_name>\n</tool>\n"
	words := strings.Repeat("Some words.\n\n<tool>\n<command>ls</command>\n</tool>\n\n", 100)
	for _, distance := range []int{1, 20, 60} { // in steps of 5 KB
		s := words + evidence + strings.Repeat(words, distance) + evidence + words
		d := Options{}.Open(text.New(s), document.Auto)
		e := d.edit(len(words), len(words)+len(evidence), "")
		if d.Kind() != document.Log || e.Kind() != document.Log || !e.partly {
			t.Errorf("after %d steps: a %v became a %v, read in parts: %v", distance, d.Kind(), e.Kind(), e.partly)
		}
	}
}

// TestKindOfReopenedComment checks that the end of a comment that is typed counts, wherever items
// begin, even if an earlier comment ended before.
func TestKindOfReopenedComment(t *testing.T) {
	small(t, 100, 100)
	const call = "<tool>\n<tool_name>x</tool_name>\n</tool>\n\n"
	for n := range 60 {
		s := "x <!-- y --> z <!-- y\n\n" + call + strings.Repeat("Words.\n\n", n)
		d := Options{}.Open(text.New(s), document.Auto)
		if is := d.Edit(len(s), len(s), "--> <!-- x\n").Kind(); d.Kind() != document.Log || is != document.Document {
			t.Errorf("after %d lines: a %v became a %v", n, d.Kind(), is)
		}
	}
}
