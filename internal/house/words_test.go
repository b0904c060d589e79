package house

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// avoided are words that read as translated, or for which the field has another one, each with what to write.
// An expression matches without regard to case; matches of the group called except are left out.
var avoided = []struct {
	phrase *regexp.Regexp
	write  string
}{
	{word(`mend(?:s|ed|ing)?`), "fix"},
	{word(`(?:held|holds?|holding) (?:\w+ ){0,6}against`), "check against"},
	{word(`behind`), "after, below, next to"},
	{word(`stands?|stood`), "is, appears, means"},
	{word(`in force`), "applies"},
	{word(`anew`), "again"},
	{word(`counts? more`), "override"},
	{word(`shall`), "must, will"},
	{word(`nothing to say`), "no findings"},
	{word(`(?:is|are) said of`), "about"},
	{word(`says`), "a verb that fits: reports, shows, requires"},
	{word(`whole numbers?`), "integer"},
	{word(`tells (?:what|whether|how|why|where|which|when|that|if|of|more|as|so|nothing)`), "shows, reports, explains"},
	{word(`(?:as|than) (?:it|they) (?:was|were|is|are) meant`), "as meant"},
	{word(`but for`), "except for"},
	{word(`thereof|therein|whereby|hereby|herein`), "plain words"},
	{word(`can not`), "cannot"},
	{word(`(?:starts?|opens?|closes?|ends?) no (?:call|CDATA|element|markup|section|tag)`), "does not"},
	{word(`(?:is|are) there (?:already|twice)`), "already exists, appears twice"},
	{word(`nothing prevents`), "this cannot be turned off"},
	{word(`UTF-8 alone`), "only in UTF-8"},
	{word(`has no form`), "cannot be written"},
	{word(`gets? nothing else`), "other text is dropped"},
	{word(`(?:is|are) an information`), "is informational, is only information"},
	{word(`cannot be told from`), "cannot be distinguished from"},
	{word(`session tells`), "a session contains, nothing carries over"},
	{word(`folders? of caches`), "cache folder"},
	{word(`(?P<except>there )?(?:is|are|was|were) no (?P<except2>longer|more|less|better|worse|matter|different|other|such)?[a-z]*`), "is not a"},
}

func word(expression string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + expression + `)\b`)
}

// checkWords finds the avoided words in everything that people read.
func checkWords(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, p := range prose(t, tree) {
		if p.allowed {
			continue
		}
		for _, hit := range hits(p.text) {
			breaches = append(breaches, fmt.Sprintf("%s:%d: %s", p.file, p.line, hit))
		}
	}
	return breaches
}

// hits returns a sentence for each avoided word in a text.
func hits(text string) []string {
	var list []string
	text = strings.Join(strings.Fields(text), " ")
	for _, a := range avoided {
		for _, m := range a.phrase.FindAllStringSubmatch(text, -1) {
			excepted := false
			for i, name := range a.phrase.SubexpNames() {
				excepted = excepted || strings.HasPrefix(name, "except") && m[i] != ""
			}
			if !excepted {
				list = append(list, fmt.Sprintf("%q: write %s", m[0], a.write))
			}
		}
	}
	return list
}

func TestWords(t *testing.T) {
	file := func(text string) map[string]string { return map[string]string{"docs/a.md": "first\n\n" + text + "\n"} }
	runBreaches(t, checkWords, []breachTest{
		{"nothing", file("A fix, checked against the schema; there is no file, and it is no longer read."), ""},
		{"a word", file("It mends them."), `docs/a.md:3: "mends": write fix`},
		{"a phrase", file("It is held to be so against it."), "check against"},
		{"case", file("Shall it?"), "must, will"},
		{"a calque", file("`<Tool>` starts no call."), `"starts no call": write does not`},
		{"is no", file("This is no keyword."), `"is no keyword": write is not a`},
		{"part of a word", file("A standard, bystanders."), ""},
		{"code", file("Run `git behind` and\n\n```\nstands\n```\n"), ""},
		{"a link", file("[a](behind.md)"), ""},
		{"excepted", file("<!-- words:allow -->\nIt stands."), ""},
		{"only that line", file("<!-- words:allow -->\nIt is.\nIt stands."), "docs/a.md:5"},
		{"a rule page", map[string]string{"docs/rules/a.md": "It stands."}, "docs/rules/a.md:1"},
		{"a comment", map[string]string{"lsp/a.go": "package lsp\n\n// It stands.\n"}, "lsp/a.go:3"},
		{"a message", map[string]string{"diagnostics/a.go": "package diagnostics\n\nvar A = \"it stands\"\n"}, "diagnostics/a.go:3"},
		{"help", map[string]string{"editors/nvim/doc/a.txt": "It stands."}, "editors/nvim/doc/a.txt:1"},
		{"make help", map[string]string{"Makefile": "## a behind\n# behind\n"}, "Makefile:1"},
		{"test data", map[string]string{"docs/testdata/a.md": "behind"}, ""},
	})
}
