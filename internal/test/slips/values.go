package slips

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/code.txtar
var codeArchive []byte

//go:embed testdata/markup.txtar
var markupArchive []byte

//go:embed testdata/languages.txtar
var languageArchive []byte

//go:embed testdata/lines.txtar
var linesArchive []byte

// bases are the base values by group: code, diff, html, xml, md, json, forge
// and text, which mostly have several lines, and the groups of single lines.
var bases = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, archive := range [][]byte{codeArchive, markupArchive, languageArchive} {
		for _, f := range txtar.Parse(archive).Files {
			group, _, _ := strings.Cut(f.Name, "/")
			m[group] = append(m[group], string(f.Data))
		}
	}
	for _, f := range txtar.Parse(linesArchive).Files {
		lines := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		m[f.Name] = append(m[f.Name], lines...)
	}
	return m
})

// topics are the groups of the content of arguments, by name. A group that is listed
// twice is drawn twice as often.
var topics = []struct {
	words  []string // the last word of an argument's name
	groups []string
}{
	{[]string{"path", "file", "filepath", "dir", "directory", "folder", "filename"}, []string{"path"}},
	{[]string{"url", "uri", "href", "link"}, []string{"url"}},
	{[]string{"command", "cmd", "shell", "script"}, []string{"shell", "shell", "shell", "code"}},
	{[]string{"pattern", "regex", "regexp"}, []string{"regex", "regex", "word"}},
	{[]string{"id", "name", "session", "selector", "server", "key", "branch", "channel"}, []string{"word", "word", "item"}},
	{[]string{"sql", "code", "expression", "template"}, []string{"code", "code", "code", "html", "json"}},
	{
		[]string{"content", "search", "replace", "body", "text", "old", "new", "diff", "patch", "value", "input", "payload"},
		[]string{"code", "code", "code", "html", "html", "xml", "md", "json", "diff", "forge", "text", "prose", "lang", "lang", "number", "shell"},
	},
	{
		[]string{"message", "question", "result", "note", "description", "comment", "prompt", "query", "title", "reason", "suggestion", "focus"},
		[]string{"prose", "prose", "lang", "lang", "lang", "forge", "md", "code", "text", "html", "word"},
	},
	{[]string{"tag", "label", "item", "alias", "child", "arg"}, []string{"item", "item", "word", "number", "path"}},
}

var anyGroups = []string{"code", "code", "html", "xml", "md", "json", "diff", "forge", "text", "path", "url", "shell", "regex", "number", "word", "prose", "lang", "item"}

// oneLine reports whether a group's values are never padded or broken into lines.
func oneLine(group string) bool {
	return slices.Contains([]string{"path", "url", "word", "item", "regex", "number"}, group)
}

// drawText draws a value for a string of the given name.
func drawText(r *rand.Rand, name string) string {
	groups := anyGroups
	word := strings.ToLower(name)
	word = word[strings.LastIndexAny(word, "_-.")+1:]
	for _, t := range topics {
		if slices.ContainsFunc(t.words, func(w string) bool { return strings.HasSuffix(word, w) }) && r.IntN(12) > 0 {
			groups = t.groups
			break
		}
	}
	group := pick(r, groups...)
	value := pick(r, bases()[group]...)
	if oneLine(group) {
		return value
	}
	if r.IntN(4) == 0 {
		value = compose(r, value)
	}
	return finish(r, value)
}

// finish decides about the white space around a value: most have no final line break,
// like text between two tags on one line.
func finish(r *rand.Rand, value string) string {
	switch n := r.IntN(20); {
	case n < 12:
		return strings.TrimSuffix(value, "\n")
	case n == 12:
		return " " + strings.TrimSuffix(value, "\n")
	case n == 13:
		return strings.TrimSuffix(value, "\n") + pick(r, " ", "\t", "\n\n")
	case n == 14:
		return "\n" + value
	}
	return value
}

// compose derives a value from another.
func compose(r *rand.Rand, value string) string {
	lines := strings.SplitAfter(value, "\n")
	other := func() string { return pick(r, bases()[pick(r, anyGroups...)]...) }
	switch r.IntN(11) {
	case 0:
		return value + "\n" + other()
	case 1:
		from := r.IntN(len(lines))
		return strings.Join(lines[from:from+1+r.IntN(len(lines)-from)], "")
	case 2:
		return "```\n" + value + "```\n"
	case 3:
		return prefixed(value, "+")
	case 4:
		return prefixed(value, "\t")
	case 5:
		return "cat > out.txt <<'EOF'\n" + value + "EOF\n"
	case 6:
		return jsonText(map[string]any{"text": value}, false)
	case 7:
		return "// " + other() + "\n" + value
	case 8: // a long file
		return several(3+r.IntN(6), func() string { return pick(r, bases()[pick(r, "code", "code", "html", "text")]...) })
	case 9:
		return several(3+r.IntN(12), func() string { return pick(r, soups...) })
	}
	return pick(r, "Note: ", "x = ", "(") + strings.TrimSpace(value) + pick(r, ")", ";", " ]]", ">", "]")
}

// prefixed puts a mark before each line.
func prefixed(value, mark string) string {
	return strings.TrimSuffix(mark+strings.ReplaceAll(value, "\n", "\n"+mark), mark)
}

// soups are the pieces of unforeseen values.
var soups = []string{
	"a", "x", " ", " ", "\n", "&", "&&", "<", ">", "&amp;", "&lt;", "&nbsp;", "]]>", "]]", "<b>", "</b>", "<br/>", "==", "if ", "(", ")",
	"\"", "'", "{", "}", "é", "日本", "🙂", "1", "-->", "<!--", "</", "/>", "#", "\t", "word", "&copy", "<T>", "->",
}

func several(n int, draw func() string) string {
	var b strings.Builder
	for range n {
		b.WriteString(draw())
	}
	return b.String()
}
