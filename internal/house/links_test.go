package house

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	link      = regexp.MustCompile(`\]\(([^)\s:]+)\)|(?:href|src)="([^":]+)"`)
	code      = regexp.MustCompile("(?s)(?m)^ *```.*?^ *```|`[^`]*`")
	heading   = regexp.MustCompile(`(?m)^#+ +(.*?) *$`)
	notAnchor = regexp.MustCompile(`[^\pL\pN _-]`)
)

// anchors returns those of the headings of Markdown, as GitHub makes them: lower case, without
// punctuation, and with hyphens for blanks.
func anchors(markdown string) map[string]bool {
	list := map[string]bool{"": true}
	for _, m := range heading.FindAllStringSubmatch(markdown, -1) {
		list[strings.ReplaceAll(notAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return list
}

// TestLinks checks that the links of documents lead to files, folders and headings that are
// there. Links to other places are not followed.
func TestLinks(t *testing.T) {
	there := map[string]bool{".": true}
	for _, name := range tree(t, "") {
		for ; !there[name]; name = path.Dir(name) {
			there[name] = true
		}
	}
	for _, name := range tree(t, ".md") {
		if strings.Contains(name, "/testdata/") {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(read(t, name), ""), -1) {
			target, anchor, _ := strings.Cut(m[1]+m[2], "#")
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
			}
			if !there[file] || path.Ext(file) == ".md" && !anchors(read(t, file))[anchor] {
				t.Errorf("%s links to %s, which is not there", name, m[1]+m[2])
			}
		}
	}
}
