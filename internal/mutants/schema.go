package main

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

// A schema is a mutant in the form in which all mutants of a package compile together:
// a call of a helper that does what the code did unless the mutant with that number is
// enabled. No text is duplicated, so schemas nest: an operand may hold other mutants.
// "%d" is the number of the mutant.
type schema struct {
	start, end    int // bytes of the file
	before, after string

	op, opEnd int // what opText replaces; empty if there is no operator
	opText    string
}

func around(start, end int, before, after string) schema {
	return schema{start: start, end: end, before: before, after: after}
}

// A piece is text that is inserted at a place, replacing the bytes up to end.
type piece struct {
	at, end int
	order   int    // at one place: ends first, then operators, then beginnings
	depth   [2]int // among those: the outer one ends last and begins first
	text    string
}

// write returns the text of a file with its mutants, in any order, in it; number gives
// the number of each. The lines of the file keep their numbers.
func write(file *source, mutants []*mutant, number map[*mutant]int) string {
	var pieces []piece
	for _, m := range mutants {
		if m.file != file {
			continue
		}
		s := m.schema
		fill := func(text string) string { return strings.ReplaceAll(text, "%d", strconv.Itoa(number[m])) }
		size := s.end - s.start
		pieces = append(pieces,
			piece{at: s.start, end: s.start, order: 2, depth: [2]int{-size, m.rank}, text: fill(s.before)},
			piece{at: s.end, end: s.end, order: 0, depth: [2]int{size, -m.rank}, text: fill(s.after)})
		if s.opText != "" {
			pieces = append(pieces, piece{at: s.op, end: s.opEnd, order: 1, text: fill(s.opText)})
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		if a.at != b.at {
			return a.at - b.at
		}
		if a.order != b.order {
			return a.order - b.order
		}
		return slices.Compare(a.depth[:], b.depth[:])
	})
	var b strings.Builder
	at := 0
	for _, p := range pieces {
		b.WriteString(file.text[at:p.at])
		b.WriteString(p.text)
		at = p.end
	}
	b.WriteString(file.text[at:])
	return b.String()
}

//go:embed helper.txt
var helperText string

// helperImports are the imports of the helpers.
var helperImports = []string{"cmp", "fmt", "os", "runtime/metrics", "sync", "time"}

// helper returns the file with the helpers for a package, which read the mutant to
// enable from the file named active; if that is recording, they write the numbers of
// those that are reached to a file beside it.
func helper(pkg, active string) string {
	return strings.NewReplacer("PACKAGE", pkg, "ACTIVE", strconv.Quote(active)).Replace(helperText)
}
