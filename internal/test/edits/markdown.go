package edits

import (
	"cmp"
	"math/rand/v2"
	"strings"
)

// sound is a call without diagnostics.
const sound = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n"

// call draws a call, sound as often as not.
func (s *Source) call(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		defect := pick(r, pieces["defects"]...)
		return strings.Replace(sound, cmp.Or(defect[0], sound), defect[1], 1)
	case 1:
		if len(s.calls) > 0 {
			return pick(r, s.calls...)
		}
	}
	return sound
}

var vocabulary = strings.Fields("Words of prose, which mean <b>nothing</b> & use `<tool>` or `a` b: wrong: *good* example 😀 é 1. - <br> \\< &amp; [l](u \"t\") [ref] <a title=\"x>y\" b c> don't: end")

// words draws a line of prose.
func words(r *rand.Rand) string {
	line := make([]string, 1+r.IntN(10))
	for i := range line {
		line[i] = pick(r, vocabulary...)
	}
	return strings.Join(line, " ")
}

// markdown generates a text.
func (s *Source) markdown(r *rand.Rand, size int) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteString(pick(r, of("starts")...))
	}
	for want := size/4 + r.IntN(size*3/4+1); b.Len() < want; {
		b.WriteString(s.block(r, 3))
		b.WriteString(pick(r, "\n", "\n", "\n", "", "\n\n"))
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
		return words(r) + "\n" + pick(r, "===\n", "---\n", "=\n")
	case 4:
		return prefixed(inner()+"\n"+inner(), "> ", "> ")
	case 5:
		return prefixed(inner(), "> ", "") // the rest is a lazy continuation, or ends the quote
	case 6:
		return prefixed(inner(), "- ", "  ") + prefixed(inner()+"\n"+inner(), "- ", "  ")
	case 7:
		return prefixed(inner(), "1. ", "   ") + "\n" + prefixed(inner(), "2. ", "   ")
	case 8, 9:
		h := pick(r, pieces["HTML"]...)
		return h[0] + inner() + pick(r, h[1], h[1], "")
	case 10, 11:
		fence := pick(r, "```", "~~~", "````")
		return fence + pick(r, "", "xml", "xml bad") + "\n" + s.call(r) + fence + "\n"
	case 12:
		return pick(r, of("directives")...)
	case 13:
		return pick(r, of("speakers")...) + inner()
	case 14:
		return "<thinking>" + words(r) + pick(r, "</thinking>\n", "</thinking>\n", "\n")
	case 15:
		return prefixed(inner(), "    ", "    ")
	case 16:
		return pick(r, "[ref]: <tool> 'a\n", "[ref]: u\n", "***\n", "| a | b |\n|---|---|\n| <tool> | `x` |\n", "❌ Wrong:\n\n", "{% if x %}\n", "{{ x\n")
	}
	if r.IntN(3) > 0 {
		return s.call(r)
	}
	tag := func() string { return pick(r, of("tags")...) }
	return tag() + strings.Replace(s.call(r), "<arguments>\n", "<arguments>\n"+tag()+"<x>"+tag()+"</x>\n", 1) + tag()
}

// prefixed inserts first before the first line of a block, and rest before the others.
func prefixed(block, first, rest string) string {
	return first + strings.TrimSuffix(strings.ReplaceAll(block, "\n", "\n"+rest), rest)
}
