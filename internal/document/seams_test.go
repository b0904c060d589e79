package document

import (
	"slices"
	"testing"
)

// TestSeams checks where a document may be divided, so that its parts are read on their own: where
// blocks begin, and not inside anything that is read as one.
func TestSeams(t *testing.T) {
	call := "<tool>\n<tool_name>x</tool_name>\n\n</tool>"
	for name, test := range map[string]struct {
		text string
		want []string // the start of what follows each seam
	}{
		"paragraphs":               {"aaaa\n\nbbbb\n\ncccc\n", []string{"bbbb", "cccc"}},
		"a comment":                {"aaaa <!--\n\nbbbb\n\n--> cccc\n\ndddd\n", []string{"dddd"}},
		"two comments":             {"aaaa <!-- x --> <!--\n\nbbbb --> cccc\n\ndddd\n", []string{"dddd"}},
		"a comment in code":        {"`<!--`\n\nbbbb\n\n--> cccc\n", []string{"bbbb", "--> "}},
		"a comment in a block":     {"```\n<!--\n```\n\nbbbb\n\n--> cccc\n", []string{"bbbb", "--> "}},
		"a comment that is open":   {"aaaa\n\nbbbb <!--\n\ncccc\n\ndddd", []string{"bbbb"}},
		"a call":                   {"aaaa\n\n" + call + "\n\ncccc\n", []string{"cccc"}},
		"a tag over lines":         {"aaaa\n\nbbbb </tool\n\nid=1>\n\ncccc\n", []string{"bbbb", "cccc"}},
		"a tag that is open":       {"aaaa\n\nbbbb </tool\n\ncccc\n\ndddd", []string{"bbbb"}},
		"a call that is not there": {"aaaa\n\n<tool>\n\nbbbb\n\ncccc\n", nil},
	} {
		f, _ := ReadPart(test.text, Document, PartOptions{})
		var got []string
		for s := range f.Seams {
			got = append(got, test.text[s.At:min(s.At+4, len(test.text))])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestRelevant checks which texts need not be read.
func TestRelevant(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "a tool": false, "a < b, <b>tool</b>": false, "<too": false, "<": false, "</": false, "<to ol>": false,
		"<tool": true, "<TOOL>": true, "a </Tool>": true, "a < b <toolbox>": true,
		"<!-- forge-lsp-disable-next-call -->": true, "<!-- a remark -->": false,
	} {
		for _, kind := range []Kind{Document, Reply, Log, Transcript} {
			if got := Relevant(text, kind); got != want {
				t.Errorf("%q, %v: %t", text, kind, got)
			}
		}
	}
}

// TestDetectPart checks what is evidence of a call of Forge in a part of a text: the tag and what
// shows that it is one.
func TestDetectPart(t *testing.T) {
	const call = "<tool><tool_name>x"
	for _, test := range []struct {
		text              string
		commented, closed bool
		want              string
	}{
		{"a " + call, false, false, call},
		{"a </tool><tool_name>x", false, false, ""},
		{"</tool> " + call, false, false, call},
		{"<tool> a </tool> " + call, false, false, call},
		{"a " + call, true, true, ""},
		{"a " + call, true, false, call},
		{"a " + call + " --> b", true, false, ""},
		{"a --> " + call, true, false, call},
		{"<!-- " + call + " --> b", false, false, ""},
		{"<!-- " + call, false, false, call},
		{"<!-- " + call, false, true, ""},
		{"<!-- a --> " + call, false, true, call},
	} {
		got, ok := DetectPart(test.text, test.commented, test.closed)
		text := ""
		if ok {
			text = test.text[got.Start:got.End]
		}
		if ok != (test.want != "") || len(text) > 0 && text[:6] != "<tool>" {
			t.Errorf("%q, %t, %t: %q, %t", test.text, test.commented, test.closed, text, ok)
		}
	}
}
