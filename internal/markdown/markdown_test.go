package markdown

import "testing"

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a":         "`a`",
		"a\n b":     "`a b`",
		"`":         "`` ` ``",
		"a ``` b":   "```` a ``` b ````",
		"<path> &x": "`<path> &x`",
	} {
		if got := Code(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{" a": "` a`", "a  ": "`a  `", " a ": "`  a  `"} {
		if got := verbatim(text); got != want {
			t.Errorf("with its white space, %q: %q, want %q", text, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	for text, want := range map[string]string{
		"":              "```go\n\n```\n",
		"a\n":           "```go\na\n```\n",
		"a\n\n":         "```go\na\n\n```\n",
		"```sh\nx\n```": "````go\n```sh\nx\n```\n````\n",
		"````` \xff":    "``````go\n````` \\xff\n``````\n",
	} {
		if got := Block("go", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"a < b && *c*":     `a \< b \&\& *c*`,
		"a `<b>` <c>":      "a `<b>` \\<c>",
		"a ``<b>` & `` &x": "a ``<b>` & `` \\&x",
		"a ` <b>":          "a \\` \\<b>",
		"a `` <b> `":       "a \\`\\` \\<b> \\`",
		`\<b> \`:           `\<b> \`,
		`\*<b>`:            `\*\<b>`,
		"![x](https://y)!": "!\\[x](`https://y`)!",
		"```\n<a>\n```\n<": "```\n<a>\n```\n\\<",
	} {
		if got := Prose(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
