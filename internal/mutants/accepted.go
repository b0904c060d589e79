package main

import (
	"fmt"
	"strings"
)

// An acceptance is a survivor that is equivalent to the code, and the reason. It is
// identified by its package, its function and the text of the line before and after, so
// that it moves with the line.
type acceptance struct {
	pkg, in, before, after string
	why                    string
	used                   bool
}

// readAccepted reads a list of acceptances, with an empty line between two:
//
//	package xmlcall
//	func Block.Child
//	- if a < b {
//	+ if a <= b {
//	where they are equal both ways give the same
//
// Lines that start with '#' are comments.
func readAccepted(text string) ([]*acceptance, error) {
	var list []*acceptance
	for block := range strings.SplitSeq(text, "\n\n") {
		a := &acceptance{}
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "package "):
				a.pkg = strings.TrimPrefix(line, "package ")
			case strings.HasPrefix(line, "func "):
				a.in = strings.TrimPrefix(line, "func ")
			case strings.HasPrefix(line, "-"):
				a.before = strings.TrimSpace(line[1:])
			case strings.HasPrefix(line, "+"):
				a.after = strings.TrimSpace(line[1:])
			default:
				a.why = strings.TrimSpace(a.why + " " + line)
			}
		}
		if *a == (acceptance{}) {
			continue
		}
		if a.pkg == "" || a.before == "" || a.why == "" {
			return nil, fmt.Errorf("accepted.txt: a block wants a package, mostly a function, a line with '-', one with '+', and a reason:\n%s", block)
		}
		list = append(list, a)
	}
	return list, nil
}

// accept removes the mutants that are on the list.
func accept(list []*acceptance, p *pkg, mutants []*mutant) (rest []*mutant) {
	for _, m := range mutants {
		before, after := m.lines()
		found := false
		for _, a := range list {
			if a.pkg == p.path && a.in == m.in && a.before == before && a.after == after {
				a.used, found = true, true
			}
		}
		if !found {
			rest = append(rest, m)
		}
	}
	return rest
}

// lines returns the line that a mutant begins in, as it is and as it becomes, without
// the spaces around it. Of a line that is gone the second is empty.
func (m *mutant) lines() (before, after string) {
	text := m.file.text
	start := strings.LastIndexByte(text[:m.start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[m.start:], '\n'); i >= 0 {
		end = m.start + i
	}
	before = strings.TrimSpace(text[start:end])
	changed := text[start:m.start] + m.text
	if m.end < end {
		changed += text[m.end:end]
	}
	first, _, _ := strings.Cut(changed, "\n")
	return before, strings.TrimSpace(first)
}
