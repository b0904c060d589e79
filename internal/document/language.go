package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// languageOf returns the language of a program or a configuration without a name, by its first lines, and Auto
// for other text. In doubt it is other text, of which more is read.
func languageOf(text string) Kind {
	const examined = 8 << 10 // bytes
	text = strings.TrimPrefix(text[:min(len(text), examined)], bom)
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "#!") {
		switch {
		case strings.Contains(first, "python"):
			return Python
		case strings.Contains(first, "node"), strings.Contains(first, "deno"), strings.Contains(first, "bun"):
			return JavaScript
		}
	}
	for _, l := range languages() {
		code := l.comment.ReplaceAllLiteralString(text, "")
		if l.start.MatchString(code) && !slices.ContainsFunc(l.also, func(r *regexp.Regexp) bool { return !r.MatchString(code) }) {
			return l.kind
		}
	}
	return Auto
}

// A language is recognized by the start of its text after comments and blank lines. also match the text.
type language struct {
	kind           Kind
	comment, start *regexp.Regexp
	also           []*regexp.Regexp
}

var languages = sync.OnceValue(func() []language {
	slashes := regexp.MustCompile(`\A(?:\s+|//[^\n]*(?:\n|\z)|(?s:/\*.*?\*/))+`)
	hashes := regexp.MustCompile(`\A(?:\s+|#[^\n]*(?:\n|\z))+`)
	return []language{
		{Go, slashes, regexp.MustCompile(`\Apackage [a-z]\w*[ \t]*(?:;|//[^\n]*)?\r?(?:\n|\z)`), nil},
		{JavaScript, slashes, regexp.MustCompile(`\A(?:['"]use strict['"]|import (?:type )?[\w{*][^\n]* from ['"]|import \{\s*\n|import ['"]|` +
			`export (?:default |const |let |async |function |class |interface |type |enum |[{*])|` +
			`(?:const|let|var) [\w{[][^\n]* = |(?:async )?function\*? ?\w*\(|module\.exports)`), nil},
		{Python, hashes, regexp.MustCompile(`\A(?:import [a-z_][\w.]*(?: as \w+)?(?:, ?[\w.]+)*\s*\n|from [.\w]+ import |def \w+\([^\n]*:\s*\n|class \w+(?:\([^\n]*\))?:\s*\n|@[\w.]+(?:\([^\n]*\))?\s*\n|(?:"""|''')|` +
			`[A-Z_]+ = (?:f|r)?(?:"""|'''|\())`), nil},
		{TOML, hashes, regexp.MustCompile(`\A(?:\[{1,2}[\w."-]+\]{1,2}[ \t]*\r?\n\s*(?:#[^\n]*\n\s*)*)*[\w."-]+ = (?:["'\[{]|\d|true|false)`), nil},
		{YAML, hashes, regexp.MustCompile(`\A(?:---[ \t]*\r?\n)?[a-z][\w-]*:(?:[ \t]|\r?\n)`), []*regexp.Regexp{
			// Nothing but members, items and what is indented, and one of them is a block: labels of messages are not.
			regexp.MustCompile(`\A(?:---[ \t]*\r?\n)?(?:(?:[ \t][^\n]*|- [^\n]*|#[^\n]*|[a-z][\w-]*:(?:[ \t][^\n]*)?)?\r?(?:\n|\z))*[^\n]*\z`),
			regexp.MustCompile(`(?m)^[ \t]*(?:- )?[a-z][\w-]*:[ \t]*[|>][-+0-9]*[ \t]*\r?\n[ \t]+\S`),
		}},
	}
})
