package slips

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
)

// An around is the text around a call.
type around struct {
	*planter
	text string
	c    *Case
}

// A surrounding is a kind of text around a call. put changes nothing if it does not suit
// the call.
type surrounding struct {
	name string
	put  func(*around)
}

var arounds = []surrounding{
	{"around-mention", after(
		"I'll write a <tool> element now.\n\n", "Calls start with `<tool>`:\n", "Use <tool> and <arguments> here.\n",
	)},
	{"around-thinking-raw", thought("\nif a < b && c, then the loop ends\n", "\nx <- y; List<String> & co\n", "\ncount <= 3\n")},
	{"around-thinking-mention", thought(
		"I need a <tool> call here.", "First <tool>, then </tool>.", "The </tool> must come last.",
	)},
	{"around-reasoning", reasoning},
	{"around-fence", func(a *around) {
		a.c.Kind = pick(a.Rand, document.Reply, document.Document)
		a.in("```xml\n", "\n```\n", "")
	}},
	{"around-empty-call", after("<tool></tool>\n", "<tool>\n</tool>\n\n")},
	{"around-start-twice", func(a *around) {
		a.text = strings.Replace(a.text, "<tool>", pick(a.Rand, "<tool>\n<tool>", "<tool><tool>"), 1)
	}},
	{"around-end-twice", func(a *around) {
		if strings.HasSuffix(a.text, "</tool>") {
			a.text += pick(a.Rand, "\n", "") + "</tool>\n"
		}
	}},
	{"around-second-call", secondCall},
	{"around-crlf", func(a *around) { a.text = strings.ReplaceAll(a.text, "\n", "\r\n") }},
	{"around-bom", after("\ufeff")},
	{"around-cut", cut},
	{"around-quote", func(a *around) {
		a.c.Kind = document.Document
		a.in("> ", "\n", "> ")
	}},
	{"around-draft", drafts},
	{"around-prose", after( // characters that would be defects in a call
		"Use `<tool>` for Tom & Jerry.\n\n", "A <tool> with R&D, x < 3 and a &nbsp; in prose:\n",
		"First <tool>, && then `<tool>` & co.\n",
	)},
	{"around-item", func(a *around) {
		a.c.Kind = document.Document
		a.in("1. Call it:\n\n   ", "\n", "   ")
	}},
}

// plainProse puts irrelevant text around a call, as in most replies. Sometimes the call
// is in a document, between its paragraphs.
func (a *around) plainProse() {
	if a.chance(8) {
		a.c.Kind = document.Document
	}
	if a.chance(40) {
		after("I'll do that now.\n\n", "Let me look at the file.\n", "OK.\n\n")(a)
	}
	switch a.IntN(6) {
	case 0, 1, 2:
		a.text += "\n"
	case 3:
		a.text += "\n\nThat is all.\n"
	}
}

// after puts one of several texts before a call.
func after(texts ...string) func(*around) {
	return func(a *around) { a.text = pick(a.Rand, texts...) + a.text }
}

// thought puts thinking before a call.
func thought(texts ...string) func(*around) {
	return func(a *around) {
		a.text = "<thinking>" + pick(a.Rand, texts...) + "</thinking>\n" + pick(a.Rand, "", "\n") + a.text
	}
}

// in puts a text before the call, one after it, and one before each of its lines except
// the first.
func (a *around) in(first, last, line string) {
	a.text = first + strings.ReplaceAll(a.text, "\n", "\n"+line) + last
}

// reasoning puts prose between the elements of the call.
func reasoning(a *around) {
	if a.root.opaque || len(a.root.kids) < 2 {
		return
	}
	kid := pick(a.Rand, a.root.kids[1:]...)
	kid.before = pick(a.Rand, "\nNow the arguments:", "\n<thinking>which path?</thinking>",
		"\nI choose this tool because a & b differ.", "\n(if x < 3)") + kid.before
	a.text = a.render()
}

// secondCall puts another valid call after the call, or before it.
func secondCall(a *around) {
	var other *call
	for ok := false; !ok; {
		t, set := a.tool, a.tools
		if a.chance(60) {
			t = pick(a.Rand, builtins()...)
		}
		other, ok = drawCallTo(a.Rand, t, set)
	}
	between := pick(a.Rand, "\n", "\n\n", "\nThen:\n\n", "")
	if a.chance(70) {
		a.text += between + other.render()
		a.c.Calls = append(a.c.Calls, other.intent())
		return
	}
	a.variant = "before"
	a.text = other.render() + between + a.text
	a.c.Calls = append([]Intent{other.intent()}, a.c.Calls...)
}

// cut ends the text somewhere in the call. The missing part is not intended; the call
// is known only if all its children are there.
func cut(a *around) {
	if a.root.opaque || len(a.text) < 10 {
		return
	}
	whole := len(a.text) - len(a.root.end) - len(a.root.inner) - len(a.root.after)
	runes := []rune(a.text)
	text := string(runes[:6+a.IntN(len(runes)-6)])
	if len(text) < whole && strings.HasSuffix(strings.TrimRight(text, "\r\n"), "</arguments>") {
		return // before an argument outside: a complete call, to which a reply adds the </tool>
	}
	a.text = text
	if len(a.text) < whole {
		a.c.Calls = nil
	}
}

// drafts writes the start of the call before it, cut off in the first CDATA section.
func drafts(a *around) {
	const opener = "<![CDATA["
	before, after, found := strings.Cut(a.text, opener)
	value, _, _ := strings.Cut(after, "]]>")
	if !found || value == "" || len(a.c.Slips) > 0 && a.root.opaque {
		return
	}
	runes := []rune(value)
	draft := before + opener + string(runes[:a.IntN(len(runes))])
	a.text = draft + pick(a.Rand, "\nLet me retry.\n", "\n\nSorry, once more:\n\n", " -- no.\n") + a.text
}
