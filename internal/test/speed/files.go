package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// edited is a file of 1 MB that a call edits, by a text that it does not have; a similar one is at its end.
var edited = strings.Repeat("\tif value := compute(other, 1); value != nil {\n", 1<<20/46) + "\tneedle := haystack(1)\n"

const (
	editing = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>a.go</path>\n" +
		"<edits><edit><search>  needle := haystack(1)</search><replace>x</replace></edit></edits>\n</arguments>\n</tool>\n"
	searching, searchLine = len("<edits><edit><search>"), 5 // where the text starts
)

// files measures a letter in that call, and in its file: the time until the findings of the call. Each letter
// is another one, so that nothing is known from before.
func (s *settings) files() error {
	inCall, inFile := s.wants("files/letter in a call"), s.wants("files/letter in its file")
	if inCall == nil && inFile == nil {
		return nil
	}
	folder, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(edited), 0o600); err != nil {
		return err
	}
	for i, p := range s.programs {
		if err := s.lettersIn("file://"+folder, p, i, inCall, inFile); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) lettersIn(folder string, p program, i int, inCall, inFile *row) error {
	e, _, err := p.connectIn(push, strconv.Quote(folder))
	if err != nil {
		return err
	}
	defer e.end()
	_, failed := e.openAs(folder+"/a.go", edited)
	_, err = e.openAs(folder+"/a.reply", editing[1:])
	if err == nil { // a reply that is not written is not checked
		_, err = e.edit(edit{text: editing[:1]})
	}
	if err := errors.Join(failed, err); err != nil {
		return err
	}
	for round := range s.rounds {
		letter := string(rune('a' + round%26))
		at := wire.Position{Line: searchLine, Character: searching + 2}
		if err := e.measure(inCall, i, func() (time.Duration, error) { return e.edit(edit{at, at, letter}) }); err != nil {
			return err
		}
		at = wire.Position{Line: strings.Count(edited, "\n") - 1, Character: 1}
		message := edit{at, at, letter}.of(folder+"/a.go", round+2)
		if err := e.measure(inFile, i, func() (time.Duration, error) { return e.turn(message) }); err != nil {
			return err
		}
	}
	return nil
}

// measure adds a turn to a row, unless that is nil.
func (e *editor) measure(r *row, program int, turn func() (time.Duration, error)) error {
	before := e.cpu()
	took, err := turn()
	if r != nil && err == nil {
		r.by[program].add(took, e.cpu()-before)
	}
	return err
}
