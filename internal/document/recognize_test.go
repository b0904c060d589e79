package document

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecognize(t *testing.T) {
	fenced := "```xml\n" + call + "\n```\n"
	for name, test := range map[string]struct {
		text string
		want Kind
	}{
		"nothing":                       {"", Prose},
		"words":                         {"Please read the file.", Prose},
		"a call alone":                  {call, Reply},
		"a reply":                       {"I read it first.\n\n" + call + "\n", Reply},
		"a reply with a heading":        {"# Plan\n\n1. Read.\n\n" + call + "\n", Reply},
		"a reply with code":             {"```go\nfunc f() {}\n```\n\n" + call, Reply},
		"a reply with two calls":        {call + "\n\nAnd then:\n\n" + call, Reply},
		"a reply that is cut off":       {"I read it.\n\n<tool>\n<server_name>local</serv", Reply},
		"a cut reply in a fence":        {"```\n<tool>\n<server_name>loc", Prose},
		"a code block in a call":        {"Now.\n\n<tool><tool_name>x</tool_name><arguments><a>\n```\n# no heading\n```\n</a></arguments></tool>", Reply},
		"a mention":                     {"I write a <tool> now.", Reply},
		"a prompt":                      {"# Tools\n\n" + call + "\n\nThat is how.\n", Prose},
		"a prompt with code blocks":     {"Calls look so:\n\n" + fenced, Prose},
		"a code block in a quote":       {"> ~~~\n> " + call + "\n> ~~~\n", Prose},
		"a session":                     {"User: read it\n\nAssistant: I do.\n\n" + call + "\n\nUser: thanks\n", Prose},
		"an object":                     {`{"messages": []}`, JSON},
		"a list of objects":             {" [\n {\"role\": \"user\"}]\n", JSON},
		"records":                       {"{\"a\": 1}\n{\"a\": 2}\n", JSON},
		"records, with a mark in front": {"\uFEFF{\"a\": 1}\r\n{\"a\": 2}", JSON},
		"an object that is cut off":     {`{"messages": [{"role": "assi`, JSON},
		"a link":                        {"[the page](x) {is here}", Prose},
		"a list of numbers":             {"[1, 2]", Prose},
		"braces":                        {"{name}, do this.", Prose},
		"an object, and words":          {`{"a": 1} is what I saw`, Prose},
	} {
		if got := Recognize("", test.text); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestRecognizeExamples checks that the kinds that the names of the examples indicate
// are recognized without the names.
func TestRecognizeExamples(t *testing.T) {
	for pattern, want := range map[string]Kind{
		"reply-*.xml": Reply, "prompt.md": Prose, "transcripts/*.json": JSON, "transcripts/*.jsonl": JSON,
	} {
		files, err := filepath.Glob(filepath.Join("..", "..", "examples", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{string(text), string(text[:len(text)*9/10])} {
				if got := Recognize("", strings.ToValidUTF8(part, "")); got != want {
					t.Errorf("%s: %v, want %v", file, got, want)
				}
			}
		}
	}
}

func TestEnding(t *testing.T) {
	for k := range kinds {
		if ending := Kind(k).Extension(); ending != "" && KindOf("x"+ending) != Kind(k) {
			t.Errorf("%v: %q is the ending of %v", Kind(k), ending, KindOf("x"+ending))
		}
	}
	if Reply.Extension() != ".reply" || Prose.Extension() != ".md" || JSON.Extension() != ".json" || Transcript.Extension() != "" {
		t.Error("other endings")
	}
}
