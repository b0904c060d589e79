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

// A surrounding is a kind of text around a call. put returns false if it does not suit
// the call.
type surrounding struct {
	name string
	put  func(*around) bool
}

var arounds = []surrounding{
	{"around-mention", func(a *around) bool {
		a.text = pick(a.Rand, "I'll write a <tool> element now.\n\n", "Calls start with `<tool>`:\n", "Use <tool> and <arguments> here.\n") + a.text
		return true
	}},
	{"around-thinking-raw", func(a *around) bool {
		return a.before("<thinking>\n" + pick(a.Rand, "if a < b && c, then the loop ends", "x <- y; List<String> & co", "count <= 3") + "\n</thinking>\n\n")
	}},
	{"around-thinking-mention", func(a *around) bool {
		return a.before("<thinking>" + pick(a.Rand, "I need a <tool> call here.", "First <tool>, then </tool>.", "The </tool> must come last.") + "</thinking>\n")
	}},
	{"around-reasoning", reasoning},
	{"around-fence", func(a *around) bool {
		a.c.Kind = pick(a.Rand, document.Reply, document.Document)
		return a.in("```xml\n", "\n```\n", "")
	}},
	{"around-empty-call", func(a *around) bool { return a.before(pick(a.Rand, "<tool></tool>\n", "<tool>\n</tool>\n\n")) }},
	{"around-start-twice", func(a *around) bool {
		a.text = strings.Replace(a.text, "<tool>", pick(a.Rand, "<tool>\n<tool>", "<tool><tool>"), 1)
		return strings.Contains(a.text, "<tool>")
	}},
	{"around-end-twice", func(a *around) bool {
		if !strings.HasSuffix(a.text, "</tool>") {
			return false
		}
		a.text += pick(a.Rand, "\n", "") + "</tool>\n"
		return true
	}},
	{"around-second-call", secondCall},
	{"around-crlf", func(a *around) bool {
		a.text = strings.ReplaceAll(a.text, "\n", "\r\n")
		return strings.Contains(a.text, "\n")
	}},
	{"around-bom", func(a *around) bool { return a.before("\ufeff") }},
	{"around-cut", cut},
	{"around-quote", func(a *around) bool {
		a.c.Kind = document.Document
		return a.in("> ", "\n", "> ")
	}},
	{"around-draft", drafts},
	{"around-prose", prose},
	{"around-item", func(a *around) bool {
		a.c.Kind = document.Document
		return a.in("1. Call it:\n\n   ", "\n", "   ")
	}},
}

// plainProse puts irrelevant text around a call, as in most replies. Sometimes the call
// is in a document, between its paragraphs.
func (a *around) plainProse() {
	if a.chance(8) {
		a.c.Kind = document.Document
	}
	if a.chance(40) {
		a.before(pick(a.Rand, "I'll do that now.\n\n", "Let me look at the file.\n", "OK.\n\n"))
	}
	switch a.IntN(6) {
	case 0, 1, 2:
		a.text += "\n"
	case 3:
		a.text += "\n\nThat is all.\n"
	}
}

func (a *around) before(text string) bool {
	a.text = text + a.text
	return true
}

// in puts a text before the call, one after it, and one before each of its lines except
// the first.
func (a *around) in(first, last, line string) bool {
	a.text = first + strings.ReplaceAll(a.text, "\n", "\n"+line) + last
	return true
}

// reasoning puts prose between the elements of the call.
func reasoning(a *around) bool {
	if a.root.opaque || len(a.root.kids) < 2 {
		return false
	}
	words := pick(a.Rand, "\nNow the arguments:", "\n<thinking>which path?</thinking>", "\nI choose this tool because a & b differ.", "\n(if x < 3)")
	kid := a.root.kids[1+a.IntN(len(a.root.kids)-1)]
	kid.before = words + kid.before
	a.text = a.render()
	return true
}

// secondCall puts another valid call after the call, or before it.
func secondCall(a *around) bool {
	var other *call
	for ok := false; !ok; {
		t, set := a.tool, a.tools
		if a.chance(60) {
			t = builtins()[a.IntN(len(builtins()))]
		}
		other, ok = drawCallTo(a.Rand, t, set)
	}
	between := pick(a.Rand, "\n", "\n\n", "\nThen:\n\n", "")
	if a.chance(70) {
		a.text += between + other.render()
		a.c.Calls = append(a.c.Calls, other.intent())
		return true
	}
	a.variant = "before"
	a.text = other.render() + between + a.text
	a.c.Calls = append([]Intent{other.intent()}, a.c.Calls...)
	return true
}

// cut ends the text somewhere in the call. The missing part is not intended; the call
// is known only if all its children are there.
func cut(a *around) bool {
	if a.root.opaque || len(a.text) < 10 {
		return false
	}
	whole := len(a.text) - len(a.root.end) - len(a.root.inner) - len(a.root.after)
	runes := []rune(a.text)
	text := string(runes[:6+a.IntN(len(runes)-6)])
	if len(text) < whole && strings.HasSuffix(strings.TrimRight(text, "\r\n"), "</arguments>") {
		return false // before an argument outside: a complete call, to which a reply adds the </tool>
	}
	a.text = text
	if len(a.text) < whole {
		a.c.Calls = nil
	}
	return true
}
