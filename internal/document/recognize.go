package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Recognize returns how a text is read, as [Read] takes it. Its content decides; the name of its file, which
// may be "", tells the language of a program or a configuration, and a document from a capture. A part of the
// text from its start may be enough.
//
// A text without a name, such as one that somebody pastes, is a program that its first lines show, a reply or
// prose. An agent's reply ends with its call. What has headings and goes on after a call, or has calls in code
// blocks, is text about calls.
func Recognize(name, text string) Kind {
	named := KindOf(name)
	if named == JSON && transcript.Begins(text) {
		return JSON // maybe damaged
	}
	likeness := transcript.Other
	if !named.Source() || transcript.Starts(text) {
		likeness = transcript.LikenessOf(text)
	}
	switch {
	case likeness == transcript.Transcript, likeness == transcript.Value && !named.Source() && (name == "-" || named != Reply): // the runtime finds a call in the JSON of a reply, too
		return JSON
	case name == "", name == "-", named == JSON:
		if language := languageOf(text); language != Auto {
			return language
		}
		if name != "-" {
			return replyOrProse(text)
		}
	case named == Document, named.Source() && isSession(text):
		return Prose // which may be a transcript
	}
	return named
}

// isSession reports whether a text is a transcript, and no program.
func isSession(text string) bool {
	text = strings.TrimPrefix(text, bom)
	return text != "" && strings.IndexByte("#/", text[0]) < 0 && shownBy(text) == Transcript && languageOf(text) == Auto
}

// replyOrProse returns Reply or Prose.
func replyOrProse(text string) Kind {
	if shownBy(text) == Transcript {
		return Prose
	}
	blocks, called := newBlockReader(text, 0, markdown.Fence{}), false
	for at := 0; at < len(text); {
		end := nextLine(text, at)
		start := strings.Index(text[at:end], "<tool")
		if start < 0 {
			blocks.read(at, end, text[at:end])
			at = end
			continue
		}
		_, after, closed := strings.Cut(text[at+start:], "</tool>")
		headed := slices.ContainsFunc(blocks.leaves, func(l leaf) bool { return l.level > 0 })
		switch {
		case blocks.open == fencedCode:
			return Prose
		case !closed:
			return Reply // it is cut off
		case headed && strings.TrimSpace(after) != "":
			return Prose
		}
		at, called = len(text)-len(after), true
	}
	if called {
		return Reply
	}
	if others, _ := textCalls(text, nil, taught, nil, nil); len(others) > 0 && strings.TrimSpace(text[others[len(others)-1].Whole.End:]) == "" {
		return Reply // of another runtime
	}
	return Prose
}

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
