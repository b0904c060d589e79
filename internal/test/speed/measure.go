package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// measure adds a turn to a row, unless that is nil.
func (e *editor) measure(r *row, program int, turn func() time.Duration) {
	before := e.cpu()
	took := turn()
	if r != nil {
		r.by[program].add(took, e.cpu()-before)
	}
}

// starts measures the time from starting a process to the answer to initialize.
func (s *settings) starts() {
	r := s.wants("start")
	if r == nil {
		return
	}
	for range 20 {
		for i, p := range s.programs {
			e := p.connect(pull, "null")
			r.by[i].add(e.answered, e.cpu())
			e.end()
		}
	}
}

// opens measures the time from writing didOpen to the first diagnostics, each in a
// process of its own, and then in the same process again.
func (s *settings) opens(f form) {
	first, again := s.wants("open/"+f.String()), s.wants("open again/"+f.String())
	if first == nil && again == nil {
		return
	}
	doc := generate(f)
	for range max(3, 50/f.megabytes) {
		for i, p := range s.programs {
			e := p.connect(push, "null")
			for _, r := range []*row{first, again} {
				e.measure(r, i, func() time.Duration { return e.open(doc) })
				e.Notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri))
			}
			e.end()
		}
	}
}

// A key is a text that is typed somewhere, and then deleted.
type key struct {
	name  string
	place place
	text  string
}

// keys are all keys to measure.
var keys = []key{
	{"letter in prose", inProse, "x"},
	{"new line in prose", inProse, "\n"},
	{"< in prose", inProse, "<"},
	{"letter in a value", inValue, "x"},
	{"new line in a value", inValue, "\n"},
	{"< in a value", inValue, "<"},
	{"letter in CDATA", inCDATA, "x"},
	{"letter in a defective call", inDefect, "x"},
}

// edits returns the edit that types the key at a position, and the one that deletes it.
func (k key) edits(at wire.Position) []edit {
	to := wire.Position{Line: at.Line, Character: at.Character + 1}
	if k.text == "\n" {
		to = wire.Position{Line: at.Line + 1}
	}
	return []edit{{at, at, k.text}, {at, to, ""}}
}

// keys measures all keys in a text of a form, for a kind of client, at its start, its
// middle and its end. The programs take turns.
func (s *settings) keys(f form, ch channel) {
	rows := map[key]*row{}
	for _, k := range keys {
		if r := s.wants(fmt.Sprintf("keys/%v/%v/%s", f, ch, k.name)); r != nil {
			rows[k] = r
		}
	}
	if len(rows) == 0 {
		return
	}
	doc := generate(f)
	var editors []*editor
	for _, p := range s.programs {
		e := p.connect(ch, "null")
		editors = append(editors, e)
		e.open(doc)
	}
	for _, k := range keys {
		for _, share := range []int{0, 50, 100} {
			if at, ok := doc.near(k.place, share); ok && rows[k] != nil {
				s.typeKey(rows[k], editors, k, wire.PositionOf(string(doc.text), at, "utf-16"))
			}
		}
	}
	for _, e := range editors {
		e.end()
	}
}

// typeKey types and deletes a key for some rounds, in each program in turn.
func (s *settings) typeKey(r *row, editors []*editor, k key, at wire.Position) {
	unmeasured := min(3, s.rounds/2) // first-time work is not part of a keystroke
	for round := range unmeasured + s.rounds {
		into := r
		if round < unmeasured {
			into = nil
		}
		for _, ed := range k.edits(at) {
			for i, e := range editors {
				e.measure(into, i, func() time.Duration { return e.edit(ed) })
			}
		}
	}
}

// edited is a file of 1 MB that a call edits, by a text that it does not have; a similar one is at its end.
var edited = strings.Repeat("\tif value := compute(other, 1); value != nil {\n", 1<<20/46) + "\tneedle := haystack(1)\n"

const (
	editing = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>a.go</path>\n" +
		"<edits><edit><search>  needle := haystack(1)</search><replace>x</replace></edit></edits>\n</arguments>\n</tool>\n"
	searching, searchLine = len("<edits><edit><search>"), 5 // where the text starts
)

// files measures a letter in that call, and in its file: the time until the findings of the call. Each letter
// is another one, so that nothing is known from before.
func (s *settings) files() {
	inCall, inFile := s.wants("files/letter in a call"), s.wants("files/letter in its file")
	if inCall == nil && inFile == nil {
		return
	}
	folder, err := os.MkdirTemp("", "speed")
	must(err)
	defer func() { _ = os.RemoveAll(folder) }()
	must(os.WriteFile(filepath.Join(folder, "a.go"), []byte(edited), 0o600))
	for i, p := range s.programs {
		e := p.connect(push, strconv.Quote("file://"+folder))
		e.openAs("file://"+folder+"/a.go", edited)
		e.openAs("file://"+folder+"/a.reply", editing[1:])
		e.edit(edit{text: editing[:1]}) // a reply that is not written is not checked
		for round := range s.rounds {
			letter := string(rune('a' + round%26))
			at := wire.Position{Line: searchLine, Character: searching + 2}
			e.measure(inCall, i, func() time.Duration { return e.edit(edit{at, at, letter}) })
			at = wire.Position{Line: strings.Count(edited, "\n") - 1, Character: 1}
			message := edit{at, at, letter}.of("file://"+folder+"/a.go", round+2)
			e.measure(inFile, i, func() time.Duration { return e.turn(message) })
		}
		e.end()
	}
}
