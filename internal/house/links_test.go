package house

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	inlineLink    = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)`)
	referenceLink = regexp.MustCompile(`(?m)^\[[^\]]+\]:\s+(\S+)`)
	htmlLink      = regexp.MustCompile(`(?:href|src(?:set)?)="([^"]+)"`)
	heading       = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*\s*$`)
	linkText      = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	notInAnchor   = regexp.MustCompile(`[^\pL\pN _-]`)
)

// homepage is where the files of the project are on the web.
const homepage = "https://github.com/entrhq/forge-lsp/blob/main/"

// checkLinks finds the links of Markdown files that lead to no file, or to no heading, of the project. Links to
// other places are not followed: a test must not need the network.
func checkLinks(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	all := files(t, tree)
	anchors := map[string][]string{} // by file
	for _, name := range all {
		if path.Ext(name) == ".md" {
			anchors[name] = anchorsOf(read(t, tree, name))
		}
	}
	exists := func(name string) bool {
		return name == "." || slices.ContainsFunc(all, func(file string) bool { return file == name || strings.HasPrefix(file, name+"/") })
	}
	for _, name := range all {
		if path.Ext(name) != ".md" || inTestdata(name) {
			continue
		}
		for _, link := range linksOf(read(t, tree, name)) {
			if breach := broken(name, link, exists, anchors); breach != "" {
				breaches = append(breaches, fmt.Sprintf("%s links to %s: %s", name, link, breach))
			}
		}
	}
	return breaches
}

// broken returns what is wrong with a link of a file, or "".
func broken(name, link string, exists func(string) bool, anchors map[string][]string) string {
	target, ours := strings.CutPrefix(link, homepage)
	base := "."
	if !ours {
		if u, err := url.Parse(link); err != nil || u.Scheme != "" {
			return ""
		}
		base = path.Dir(name)
	}
	target, anchor, _ := strings.Cut(target, "#")
	file := name
	if target != "" {
		file = path.Join(base, target)
	}
	switch {
	case !exists(file):
		return "there is no " + file
	case anchor != "" && path.Ext(file) == ".md" && !slices.Contains(anchors[file], anchor):
		return fmt.Sprintf("%s has no heading #%s", file, anchor)
	}
	return ""
}

// linksOf returns the targets of the links and pictures in Markdown, code left out.
func linksOf(markdown string) []string {
	var list []string
	text := withoutFences(markdown)
	for _, expression := range []*regexp.Regexp{inlineLink, referenceLink, htmlLink} {
		for _, m := range expression.FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
	}
	return list
}

// withoutFences blanks fenced blocks and code spans.
func withoutFences(markdown string) string {
	var b strings.Builder
	open := ""
	for line := range strings.Lines(markdown) {
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && open == "":
			open = m[1]
		case m != nil && strings.HasPrefix(m[1], open):
			open = ""
		case open == "":
			b.WriteString(codeSpan.ReplaceAllString(line, ""))
		}
	}
	return b.String()
}

// anchorsOf returns the anchors of the headings, as GitHub makes them: lower case, without punctuation, with
// hyphens for blanks, and numbered where two are the same.
func anchorsOf(markdown string) []string {
	var list []string
	count := map[string]int{}
	open := ""
	for line := range strings.Lines(markdown) {
		if m := fence.FindStringSubmatch(line); m != nil && (open == "" || strings.HasPrefix(m[1], open)) {
			if open == "" {
				open = m[1]
			} else {
				open = ""
			}
		}
		m := heading.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || open != "" {
			continue
		}
		anchor := strings.ToLower(linkText.ReplaceAllString(m[1], "$1"))
		anchor = strings.ReplaceAll(notInAnchor.ReplaceAllString(anchor, ""), " ", "-")
		if n := count[anchor]; n > 0 {
			list = append(list, fmt.Sprintf("%s-%d", anchor, n))
		} else {
			list = append(list, anchor)
		}
		count[anchor]++
	}
	return list
}

func TestLinks(t *testing.T) {
	with := func(text string) map[string]string {
		return map[string]string{
			"docs/a.md":         text,
			"docs/b.md":         "# Two verdicts, `forge/x`\n\n## Again\n\n```\n## Code\n```\n\n## Again\n",
			"docs/images/c.svg": "",
			"text/text.go":      "",
		}
	}
	runBreaches(t, checkLinks, []breachTest{
		{"a file", with("[b](b.md) [b](../docs/b.md) ![c](images/c.svg) [text](../text)"), ""},
		{"no file", with("[b](c.md)"), "docs/a.md links to c.md: there is no docs/c.md"},
		{"no picture", with(`<img src="images/d.svg">`), "there is no docs/images/d.svg"},
		{"a reference", with("[b]\n\n[b]: c.md\n"), "there is no docs/c.md"},
		{"a heading", with("[b](b.md#two-verdicts-forgex) [b](b.md#again) [b](b.md#again-1)"), ""},
		{"no heading", with("[b](b.md#code)"), "docs/b.md has no heading #code"},
		{"a heading of its own", with("# A\n[a](#a)"), ""},
		{"no heading of its own", with("# A\n[a](#b)"), "docs/a.md has no heading #b"},
		{"our page on the web", with("[b](" + homepage + "docs/c.md)"), "there is no docs/c.md"},
		{"elsewhere", with("[x](https://example.org/c.md) [y](mailto:a@example.org)"), ""},
		{"code", with("`[b](c.md)`\n\n```\n[b](c.md)\n```\n"), ""},
	})
}
