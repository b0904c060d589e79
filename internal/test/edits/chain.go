// Package edits draws texts and chains of edits, as people type, paste and delete them. It tests code that reuses
// results for one version of a text for the next. Only tests use it.
package edits

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"
)

// An Edit replaces the bytes from From up to, not including, To by With.
type Edit struct {
	From, To int
	With     string
}

// Apply returns the text with the edit made.
func (e Edit) Apply(text string) string { return text[:e.From] + e.With + text[e.To:] }

// inverse returns the edit that undoes e, made in text.
func (e Edit) inverse(text string) Edit { return Edit{e.From, e.From + len(e.With), text[e.From:e.To]} }

// String returns the edit as a Go literal.
func (e Edit) String() string { return fmt.Sprintf("{%d, %d, %q}", e.From, e.To, e.With) }

// Marks open or end something that may span many lines.
var Marks = []string{"```", "~~~", "<!--", "-->", "<![CDATA[", "]]>", "<tool>", "</tool>", "<thinking>", "</thinking>"}

// IsLarge reports whether the edit inserts a mark, or touches the text on both sides
// of one of the cuts.
func (e Edit) IsLarge(cuts []int) bool {
	return slices.ContainsFunc(Marks, func(mark string) bool { return strings.Contains(e.With, mark) }) ||
		slices.ContainsFunc(cuts, func(cut int) bool { return e.From < cut && cut < e.To })
}

// A Chain generates a sequence of edits.
type Chain struct {
	source *Source
	random *rand.Rand
	undo   []Edit // undoes the last edits, last first
	Format        // of the container of the texts, if they are in one
}

// A Format is what the texts of a chain are in.
type Format struct {
	draw  func(s *Source, r *rand.Rand, size int) string
	often int // the number of edits of twenty that insert a mark
	marks []string
}

// The formats.
var (
	JSON       = Format{(*Source).JSON, 4, of("JSON")}
	Go         = Format{(*Source).Go, 4, of("Go")}
	Transcript = Format{(*Source).Transcript, 2, of("transcript")}
	YAML       = Format{(*Source).YAML, 0, of("YAML")}
)

// Chain starts a chain of edits.
func (s *Source) Chain(r *rand.Rand) *Chain { return &Chain{source: s, random: r} }

// In makes the chain one of edits of a format.
func (c *Chain) In(f Format) *Chain {
	c.Format = f
	return c
}

// Next draws an edit of a text, which is the result of the last edit of the chain. cuts
// are offsets of boundaries in it.
func (c *Chain) Next(text string, cuts []int) Edit {
	e := c.edit(text, cuts)
	if c.source.valid {
		e.From, e.To = character(text, e.From), character(text, e.To)
		e.With = strings.ToValidUTF8(e.With, "?")
	}
	c.undo = append(c.undo, e.inverse(text))
	return e
}

func (c *Chain) edit(text string, cuts []int) Edit {
	r := c.random
	at := r.IntN(len(text) + 1)
	if len(cuts) > 0 && r.IntN(4) == 0 {
		at = min(max(0, pick(r, cuts...)+r.IntN(7)-3), len(text)) // at or close to one
	}
	kind := r.IntN(20)
	if kind < c.often {
		return Edit{at, at, pick(r, c.marks...)}
	}
	switch kind {
	case 0, 1, 2, 3, 4: // what opens or ends something
		around := pick(r, pieces["around a mark"]...)
		return Edit{at, at, around[0] + pick(r, Marks...) + around[1]}
	case 5, 6: // a deletion across items
		if len(cuts) == 0 {
			return Edit{at, min(len(text), at+r.IntN(400)), ""}
		}
		cut := pick(r, cuts...)
		return Edit{max(0, cut-1-r.IntN(60)), min(len(text), cut+1+r.IntN(60)), ""}
	case 7: // a replacement of many
		return Edit{at, min(len(text), at+r.IntN(600)), c.pasted(text)}
	case 8, 9: // a paste
		return Edit{at, at, c.pasted(text)}
	case 10, 11: // a mark, or a byte of one, is deleted
		mark := pick(r, Marks...)
		if i := strings.Index(text[at:], mark); i >= 0 {
			at += i
			if r.IntN(2) == 0 {
				return Edit{at, at + len(mark), ""}
			}
			at += r.IntN(len(mark))
		}
		return Edit{at, min(len(text), at+1), ""}
	case 12: // a line
		from := strings.LastIndexByte(text[:at], '\n') + 1
		line, _, _ := strings.Cut(text[from:], "\n")
		return Edit{from, min(from+len(line)+1, from+1000, len(text)), ""}
	case 13, 14: // undo
		if n := len(c.undo); n > 0 {
			e := c.undo[n-1]
			c.undo = c.undo[:n-1]
			return e
		}
	}
	return Edit{at, min(len(text), at+max(0, r.IntN(12)-8)), pick(r, of("typed")...)}
}

// pasted draws a text to be inserted: one of the source's, or a part of this one.
func (c *Chain) pasted(text string) string {
	r := c.random
	if c.draw != nil && r.IntN(3) == 0 {
		return c.draw(c.source, r, 200) + "\n"
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
