package main

import (
	"fmt"
	"time"
)

// A stroke is a key that is typed somewhere, and deleted again.
type stroke struct {
	name  string
	place place
	text  string
}

// strokes are all that are measured.
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

// wheres are the shares of a text, in hundredths, near which is typed.
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

// A series is what was measured of one stroke at one place.
type series struct {
	form
	channel
	stroke string
	where  string
	server sample
	echo   sample
	cpu    time.Duration // of the server, all threads, for a turn
}

func (s *series) String() string {
	return fmt.Sprintf("%v/%v/%s/%s", s.form, s.channel, s.stroke, s.where)
}

// measure types and deletes a stroke for some rounds, at the server and at the echo
// server in turns.
func (s *series) measure(server, echo *editor, st stroke, at position, rounds int) error {
	typed, deleted := st.edits(at)
	took := func(e *editor, into *sample, ed edit) error {
		d, err := e.edit(ed)
		if into != nil {
			*into = append(*into, d)
		}
		return err
	}
	for range 3 { // what is done once only is not a keystroke's
		for _, ed := range []edit{typed, deleted} {
			if err := took(server, nil, ed); err != nil {
				return err
			}
			if err := took(echo, nil, ed); err != nil {
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
			if err := took(echo, &s.echo, ed); err != nil {
				return err
			}
		}
	}
	s.cpu = (server.cpu() - before) / time.Duration(2*rounds)
	return nil
}
