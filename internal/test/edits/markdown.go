package edits

import (
	"math/rand/v2"
	"strings"
)

// sound is a call without diagnostics.
const sound = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n"

// spoilt are calls with one defect each, as in bulk data.
var spoilt = []string{
	strings.Replace(sound, "read_file", "no_such_tool", 1),
	strings.Replace(sound, "a.md", "a & b.md", 1),
	strings.Replace(sound, "a.md", "a < b", 1),
	strings.Replace(sound, "a.md", "<![CDATA[a && b]]>", 1),
	strings.Replace(sound, "a.md", "<![CDATA[\n\n```\n</tool>\n```\n\n]]>", 1),
	strings.Replace(sound, "a.md", "{{path}}", 1),
	strings.Replace(sound, "</tool>\n", "", 1),
	strings.Replace(sound, "<server_name>local</server_name>\n", "", 1),
	strings.Replace(sound, "<arguments>\n", "<arguments>\n<!-- wrong -->\n", 1),
	"<tool>{\"tool_name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool>\n",
	"<tool>", "</tool>\n", "<tool></tool>\n",
}

// call draws a call, sound as often as not.
func (s *Source) call(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return spoilt[r.IntN(len(spoilt))]
	case 1:
		if len(s.calls) > 0 {
			return s.calls[r.IntN(len(s.calls))]
		}
	}
	return sound
}

var vocabulary = strings.Fields("Words of prose, which mean <b>nothing</b> & use `<tool>` or `a` b: wrong: *good* example 😀 é 1. - <br> \\< &amp; [l](u \"t\") [ref] <a title=\"x>y\" b c> don't: end")

// words draws a line of prose.
func words(r *rand.Rand) string {
	line := make([]string, 1+r.IntN(10))
	for i := range line {
		line[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.Join(line, " ")
}

// starts are what a text may start with.
var starts = []string{"---\ntitle: x\ntools: [a]\n---\n", "\ufeff", "---\n", "User: hello\n\nAssistant: ", "# Title\n\n", "\n", "<thinking>\n"}

// htmlBlocks are the starts of HTML blocks of all kinds, with their ends.
var htmlBlocks = [][2]string{
	{"<div class=\"a > b\">\n", "</div>\n"},
	{"<pre>\n", "</pre>\n"},
	{"<!-- a comment\n", "-->\n"},
	{"<?php\n", "?>\n"},
	{"<!DOCTYPE x\n", ">\n"},
	{"<![CDATA[\n", "]]>\n"},
	{"<a title=\"x > y\" b c>\n", "</a>\n"},
	{"<details>\n<summary>", "</summary>\n</details>\n"},
}

// directives are comments to the linter.
var directives = []string{
	"<!-- forge-lsp-disable-next-call -->\n", "<!-- forge-lsp-disable-next-call unknown-tool missing-server-name -->\n",
	"<!-- forge-lsp-disable raw-less-than -->\n", "<!-- forge-lsp-enable -->\n", "[//]: # (forge-lsp-disable-file unescaped-ampersand -- why)\n",
	"{# forge-lsp-disable-next-call -#}\n", "{{/* forge-lsp-disable-next-call */}}\n", "{{!-- forge-lsp-disable-file --}}", "{{! forge-lsp-enable }}", "{# x #}", "{#",
	"# forge-lsp-disable unknown-tol\n", "// forge-lsp-enable unknown-tool\n", "<!-- forge-lsp-disable-file\n",
}

// tags are those of templates, with text that would be markup outside, and some without an end.
var tags = []string{
	"{% if n < 3 %}", "{% endif %}", "{% raw %}\n", "{% endraw %}\n", "{%- raw -%}", "{% raw", "{% if x == \"</path>\n\" %}", "{{ a && b }}", "{{ {'a': 1}['a'] }}", "{{/* <tool>\n */}}",
	"{{!-- </tool>\n\n{{x}} --}}", "{# <tool>\n\n</tool> #}", "{# a\n", "{{ 'a\n", "#}", "%}", "}}", "${name}", "<% if a < b %>", "{#id}", "endraw",
}

// speakers are how messages of a transcript start.
var speakers = []string{
	"**User:** go on\n\n", "**Assistant:** ", "## User\n\n", "## Assistant\n\n", "User: ", "Assistant: ", "[assistant] ",
	"<|im_start|>assistant\n", "<|im_start|>user\n", "2026-10-01T09:30:05Z [assistant] ", "2026-10-01 09:30:00 INFO reply:\n",
}

// markdown generates a text.
func (s *Source) markdown(r *rand.Rand, size int) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteString(starts[r.IntN(len(starts))])
	}
	for want := size/4 + r.IntN(size*3/4+1); b.Len() < want; {
		b.WriteString(s.block(r, 3))
		b.WriteString([]string{"\n", "\n", "\n", "", "\n\n"}[r.IntN(5)])
	}
	return b.String()
}

// block draws a block, with others in it down to a depth.
func (s *Source) block(r *rand.Rand, depth int) string {
	inner := func() string {
		if depth == 0 {
			return words(r) + "\n"
		}
		return s.block(r, depth-1)
	}
	switch r.IntN(21) {
	case 0, 1:
		return words(r) + "\n"
	case 2:
		return strings.Repeat("#", 1+r.IntN(4)) + " " + words(r) + "\n"
	case 3:
		return words(r) + "\n" + []string{"===\n", "---\n", "=\n"}[r.IntN(3)]
	case 4:
		return prefixed(inner()+"\n"+inner(), "> ", "> ")
	case 5:
		return prefixed(inner(), "> ", "") // the rest is a lazy continuation, or ends the quote
	case 6:
		return prefixed(inner(), "- ", "  ") + prefixed(inner()+"\n"+inner(), "- ", "  ")
	case 7:
		return prefixed(inner(), "1. ", "   ") + "\n" + prefixed(inner(), "2. ", "   ")
	case 8, 9:
		h := htmlBlocks[r.IntN(len(htmlBlocks))]
		return h[0] + inner() + []string{h[1], h[1], ""}[r.IntN(3)]
	case 10, 11:
		fence := []string{"```", "~~~", "````"}[r.IntN(3)]
		return fence + []string{"", "xml", "xml bad"}[r.IntN(3)] + "\n" + s.call(r) + fence + "\n"
	case 12:
		return directives[r.IntN(len(directives))]
	case 13:
		return speakers[r.IntN(len(speakers))] + inner()
	case 14:
		return "<thinking>" + words(r) + []string{"</thinking>\n", "</thinking>\n", "\n"}[r.IntN(3)]
	case 15:
		return prefixed(inner(), "    ", "    ")
	case 16:
		return []string{"[ref]: <tool> 'a\n", "[ref]: u\n", "***\n", "| a | b |\n|---|---|\n| <tool> | `x` |\n", "❌ Wrong:\n\n", "{% if x %}\n", "{{ x\n"}[r.IntN(7)]
	}
	if r.IntN(3) > 0 {
		return s.call(r)
	}
	tag := func() string { return tags[r.IntN(len(tags))] }
	return tag() + strings.Replace(s.call(r), "<arguments>\n", "<arguments>\n"+tag()+"<x>"+tag()+"</x>\n", 1) + tag()
}

// prefixed inserts first before the first line of a block, and rest before the others.
func prefixed(block, first, rest string) string {
	return first + strings.TrimSuffix(strings.ReplaceAll(block, "\n", "\n"+rest), rest)
}
