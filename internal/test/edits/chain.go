package edits

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// typed is text that people type.
var typed = []string{
	"e", "a", " ", "\n", "&", "<", ">", "\n\n", "\r\n", "\r", "\xff", "é", "𝄞", "n", ":", ",", "/", "\"", "-", "=", "#", "===\n", "---\n", "    ", "\t", "> ", "- ", "1. ",
	"\n> ", "\n- ", "\n  ", "`", "!", "[", "]", "{{x}}", "{{", "}}", "${X}", "{%", "❌ Wrong:\n\n", "\n# Bad\n\n", "\n## Good examples\n\n", "\ufeff", "\x00",
	"</path>", "</arguments>", "<arguments>", "<div>\n", "</div>\n", "<a title=\"x > y\" b c>", "[//]: # (c)\n", "[ref]: x\n", "</pre>", "<?", "?>",
	"<tool ", "<Tool>", "</tool >", "<Thinking>", "\nUser: ", "\n**Assistant:** ", "\n**User:** go on\n\n", "\n<|im_start|>assistant\n", "\n2026-10-01 09:30:00 INFO x\n",
}

// opening is text around a mark where it is inserted.
var opening = [][2]string{{"", ""}, {"", ""}, {"\n", "\n"}, {"", "\n"}, {"\n", ""}, {"\n\n", "\n\n"}, {"    ", ""}, {"> ", "\n"}}

// A Chain generates a sequence of edits.
type Chain struct {
	source *Source
	random *rand.Rand
	undo   []Edit   // undoes the last edits, last first
	marks  []string // marks of the container of the texts, if they are in one
	often  int      // the number of edits of twenty that insert a mark
	// draws a text of the container
	container func(r *rand.Rand, size int) string
}

// Chain starts a chain of edits.
func (s *Source) Chain(r *rand.Rand) *Chain { return &Chain{source: s, random: r} }

// JSON makes the chain one of edits of JSON.
func (c *Chain) JSON() *Chain { return c.in(c.source.JSON, 4, jsonMarks) }

// Go makes the chain one of edits of programs in Go.
func (c *Chain) Go() *Chain { return c.in(c.source.Go, 4, goMarks) }

// Transcript makes the chain one of edits of transcripts.
func (c *Chain) Transcript() *Chain { return c.in(c.source.Transcript, 2, transcriptMarks) }

// YAML makes the chain one of edits of YAML.
func (c *Chain) YAML() *Chain { return c.in(c.source.YAML, 0, configMarks) }

// TOML makes the chain one of edits of TOML.
func (c *Chain) TOML() *Chain { return c.in(c.source.TOML, 0, configMarks) }

func (c *Chain) in(container func(r *rand.Rand, size int) string, often int, marks []string) *Chain {
	c.container, c.often, c.marks = container, often, marks
	return c
}

// Next draws an edit of a text, which is the result of the last edit of the chain. cuts
// are offsets of boundaries in it.
func (c *Chain) Next(text string, cuts []int) Edit {
	e := c.draw(text, cuts)
	if c.source.valid {
		e.From, e.To = character(text, e.From), character(text, e.To)
		e.With = strings.ToValidUTF8(e.With, "?")
	}
	c.undo = append(c.undo, e.inverse(text))
	return e
}

func (c *Chain) draw(text string, cuts []int) Edit {
	r := c.random
	at := r.IntN(len(text) + 1)
	if len(cuts) > 0 && r.IntN(4) == 0 {
		at = near(r, text, cuts[r.IntN(len(cuts))])
	}
	kind := r.IntN(20)
	if kind < c.often {
		return Edit{at, at, c.marks[r.IntN(len(c.marks))]}
	}
	switch kind {
	case 0, 1, 2, 3, 4: // what opens or ends something
		around := opening[r.IntN(len(opening))]
		return Edit{at, at, around[0] + Marks[r.IntN(len(Marks))] + around[1]}
	case 5, 6: // a deletion across items
		if len(cuts) == 0 {
			return Edit{at, min(len(text), at+r.IntN(400)), ""}
		}
		cut := cuts[r.IntN(len(cuts))]
		return Edit{max(0, cut-1-r.IntN(60)), min(len(text), cut+1+r.IntN(60)), ""}
	case 7: // a replacement of many
		return Edit{at, min(len(text), at+r.IntN(600)), c.pasted(text)}
	case 8, 9: // a paste
		return Edit{at, at, c.pasted(text)}
	case 10, 11: // a mark, or a byte of one, is deleted
		mark := Marks[r.IntN(len(Marks))]
		if i := strings.Index(text[at:], mark); i >= 0 {
			at += i
			if r.IntN(2) == 0 {
				return Edit{at, at + len(mark), ""}
			}
			at += r.IntN(len(mark))
			return Edit{at, at + 1, ""}
		}
		return Edit{at, min(len(text), at+1), ""}
	case 12: // a line
		from := strings.LastIndexByte(text[:at], '\n') + 1
		to := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			to = at + i + 1
		}
		return Edit{from, min(to, from+1000), ""}
	case 13, 14: // undo
		if n := len(c.undo); n > 0 {
			e := c.undo[n-1]
			c.undo = c.undo[:n-1]
			return e
		}
	}
	return Edit{at, min(len(text), at+max(0, r.IntN(12)-8)), typed[r.IntN(len(typed))]}
}

// near draws an offset at or close to one of a text.
func near(r *rand.Rand, text string, at int) int {
	return min(max(0, at+r.IntN(7)-3), len(text))
}

// pasted draws a text to be inserted: one of the source's, or a part of this one.
func (c *Chain) pasted(text string) string {
	r := c.random
	if c.container != nil && r.IntN(3) == 0 {
		return c.container(r, 200) + "\n"
	}
	switch r.IntN(4) {
	case 0:
		return c.source.Text(r, 300)
	case 1:
		return c.source.block(r, 1)
	case 2:
		return "\n\n" + c.source.call(r) + "\n"
	}
	from := r.IntN(len(text) + 1)
	return text[from:min(len(text), from+r.IntN(400))]
}

// character returns the offset of the start of the character, or of the line end,
// that an offset is in.
func character(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	if at > 0 && at < len(text) && text[at-1] == '\r' && text[at] == '\n' {
		at--
	}
	return at
}
