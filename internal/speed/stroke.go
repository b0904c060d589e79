package main

import (
	"fmt"
	"time"
)

// A stroke is a key that is typed somewhere, and then deleted.
type stroke struct {
	name  string
	place place
	text  string
}

// strokes are all strokes to measure.
var strokes = []stroke{
	{"letter in prose", inProse, "x"},
	{"new line in prose", inProse, "\n"},
	{"< in prose", inProse, "<"},
	{"letter in a value", inValue, "x"},
	{"new line in a value", inValue, "\n"},
	{"< in a value", inValue, "<"},
	{"letter in CDATA", inCDATA, "x"},
	{"letter in a defective call", inDefect, "x"},
}

// wheres are the fractions of a text, in percent, near which a stroke is typed.
var wheres = []struct {
	name  string
	share int
}{{"start", 0}, {"middle", 50}, {"end", 100}}

// edits returns the edit that types the stroke at a position, and the one that
// deletes it.
func (s stroke) edits(at position) (typed, deleted edit) {
	to := position{at.Line, at.Character + 1}
	if s.text == "\n" {
		to = position{at.Line + 1, 0}
	}
	return edit{at, at, s.text}, edit{at, to, ""}
}

// A series is the measurements of one stroke at one place.
type series struct {
	form
	channel
	peer   string // the other server
	stroke string
	where  string

	server, other sample
	cpu           time.Duration // CPU time of all threads of the server, for a turn
	size          int           // bytes of the last answer
}

func (s *series) String() string {
	return fmt.Sprintf("%v/%v/%s/%s beside %s", s.form, s.channel, s.stroke, s.where, s.peer)
}

// measure types and deletes a stroke for some rounds, at the server and at the
// other in turns.
func (s *series) measure(server, other *editor, st stroke, at position, rounds int) error {
	typed, deleted := st.edits(at)
	took := func(e *editor, into *sample, ed edit) error {
		d, err := e.edit(ed)
		if into != nil {
			*into = append(*into, d)
		}
		return err
	}
	for range min(3, rounds/2) { // first-time work is not part of a keystroke
		for _, ed := range []edit{typed, deleted} {
			if err := took(server, nil, ed); err != nil {
				return err
			}
			if err := took(other, nil, ed); err != nil {
				return err
			}
		}
	}
	before := server.cpu()
	for range rounds {
		for _, ed := range []edit{typed, deleted} {
			if err := took(server, &s.server, ed); err != nil {
				return err
			}
			if err := took(other, &s.other, ed); err != nil {
				return err
			}
		}
	}
	s.size = len(server.last)
	s.cpu = (server.cpu() - before) / time.Duration(2*rounds)
	return nil
}
