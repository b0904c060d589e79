package slips

import (
	"embed"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"
)

//go:embed testdata
var testdata embed.FS

// archive returns the files of an archive in testdata.
func archive(name string) []txtar.File {
	data, err := testdata.ReadFile("testdata/" + name + ".txtar")
	if err != nil {
		panic(err)
	}
	return txtar.Parse(data).Files
}

// bases are the base values by group: code, diff, html, xml, md, json, forge
// and text, which mostly have several lines, and the groups of single lines.
var bases = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, name := range []string{"code", "markup", "languages"} {
		for _, f := range archive(name) {
			group, _, _ := strings.Cut(f.Name, "/")
			m[group] = append(m[group], string(f.Data))
		}
	}
	for _, f := range archive("lines") {
		lines := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		m[f.Name] = append(m[f.Name], lines...)
	}
	return m
})

// oneLine reports whether a group's values are never padded or broken into lines.
func oneLine(group string) bool {
	return slices.Contains([]string{"path", "url", "word", "item", "regex", "number"}, group)
}

// drawText draws a value for a string of the given name.
func drawText(r *rand.Rand, name string) string {
	groups := names()["any groups"][0]
	word := strings.ToLower(name)
	word = word[strings.LastIndexAny(word, "_-.")+1:]
	for _, topic := range names()["topics"] {
		colon := slices.Index(topic, ":")
		if slices.ContainsFunc(topic[:colon], func(w string) bool { return strings.HasSuffix(word, w) }) && r.IntN(12) > 0 {
			groups = topic[colon+1:]
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
	other := func() string { return pick(r, bases()[pick(r, names()["any groups"][0]...)]...) }
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
