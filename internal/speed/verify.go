package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// known is everything that a client can request for an open document, as JSON.
type known struct {
	diagnostics, summary, calls string
}

// maxCalls is the size in bytes of the largest text whose calls are also compared: for
// larger ones the list is longer than useful.
const maxCalls = 20 << 20

// know requests everything for the document, under its name.
func (e *editor) know(size int) (k known, err error) {
	items, err := e.diagnostics()
	if err != nil {
		return k, err
	}
	params := fmt.Sprintf(`{"textDocument":{"uri":%q}}`, e.uri)
	summary, err := e.call("forge/summary", params)
	if err != nil {
		return k, err
	}
	k.diagnostics, k.summary = string(items), result(summary.body)
	if size <= maxCalls {
		calls, err := e.call("forge/calls", params)
		if err != nil {
			return k, err
		}
		k.calls = result(calls.body)
	}
	return k, nil
}

// result returns an answer from its result on.
func result(answer []byte) string { return string(after(answer, `"result":`)) }

// names replaces the name of a document, which is edited, by that of a copy.
var names = strings.NewReplacer("/speed/a.", "/speed/b.", "/speed/c.", "/speed/b.")

// fresh opens a text in the same server under another name, of the same length, and
// returns what is known about it.
func (e *editor) fresh(text []byte) (known, error) {
	other := *e // the same session
	if _, err := other.open(names.Replace(e.uri), e.kind, text); err != nil {
		return known{}, err
	}
	k, err := other.know(len(text))
	if err == nil {
		err = other.close()
	}
	e.next = other.next
	k.diagnostics = strings.ReplaceAll(k.diagnostics, other.uri, e.uri)
	return k, err
}

// difference describes the difference between two, or returns "".
func (k known) difference(fresh known) string {
	for _, part := range []struct{ name, got, want string }{
		{"summary", k.summary, fresh.summary},
		{"diagnostics", k.diagnostics, fresh.diagnostics},
		{"calls", k.calls, fresh.calls},
	} {
		if part.got == part.want {
			continue
		}
		i := 0
		for i < len(part.got) && i < len(part.want) && part.got[i] == part.want[i] {
			i++
		}
		around := func(s string) string { return s[max(0, min(i-200, len(s))):min(i+300, len(s))] }
		return fmt.Sprintf("the %s differ\n   edited: …%s…\n   opened: …%s…", part.name, around(part.got), around(part.want))
	}
	return ""
}

// verify types a chain of edits into the document, whose text is given, and compares
// what the server then reports with what it reports for the same text after opening it.
// A difference is an error that shows the shortest chain that leads to one.
func (e *editor) verify(text []byte, seed uint64, length int) error {
	r := rand.New(rand.NewPCG(3, seed))
	before, now := text, text
	var chain []splice
	for range length {
		s := chainEdit(r, now, chain)
		if _, err := e.edit(s.in(now)); err != nil {
			return err
		}
		chain, now = append(chain, s), s.apply(now)
	}
	why, err := e.compare(now)
	if why == "" || err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "a difference; looking for the shortest way to it")
	t := trial{e, before, chain, why}
	t.shrink()
	return fmt.Errorf("%s after these edits\n%v", t.why, &t)
}

// compare describes the difference between what is known about the document and about
// the text when it is opened, or returns "".
func (e *editor) compare(text []byte) (string, error) {
	got, err := e.know(len(text))
	if err != nil {
		return "", err
	}
	want, err := e.fresh(text)
	return got.difference(want), err
}

// A trial is a chain of edits of a text that leads to a difference.
type trial struct {
	*editor
	text  []byte
	chain []splice
	why   string
}

// fails reports whether a chain leads to a difference, and if so records it.
func (t *trial) fails(text []byte, chain []splice) bool {
	if _, err := t.editor.open(strings.Replace(t.uri, "/a.", "/c.", 1), t.kind, text); err != nil {
		return false
	}
	now := text
	var made []splice
	for _, s := range chain {
		s = s.fit(now)
		if _, err := t.editor.edit(s.in(now)); err != nil {
			return false
		}
		made, now = append(made, s), s.apply(now)
	}
	why, err := t.compare(now)
	if err == nil {
		err = t.editor.close()
	}
	if err != nil || why == "" {
		return false
	}
	t.text, t.chain, t.why = text, made, why
	return true
}

// shrink removes edits from the chain, and text without edits, as long as there is
// still a difference.
func (t *trial) shrink() {
	own := *t.editor
	defer func() { own.next = t.next; *t.editor = own }()
	for k := len(t.chain) - 1; k >= 0; k-- {
		if k < len(t.chain) {
			t.fails(t.text, without(t.chain, k))
		}
	}
	for size := len(t.text) / 2; size >= 16; size /= 2 {
		for from := 0; from+size <= len(t.text); {
			cut := splice{from, from + size, ""}.fit(t.text)
			if !t.cut(cut) {
				from += size
			}
		}
	}
}

// cut removes a part of the text before all edits, if no edit is in it.
func (t *trial) cut(part splice) bool {
	var moved []splice
	from, by := part.start, part.end-part.start
	for _, s := range t.chain {
		switch {
		case s.start >= from+by:
			s.start, s.end = s.start-by, s.end-by
		case s.end > from:
			return false
		default:
			from += len(s.text) - (s.end - s.start)
		}
		moved = append(moved, s)
	}
	return t.fails(part.apply(t.text), moved)
}

func (t *trial) String() string {
	var b bytes.Buffer
	text := t.text
	for _, s := range t.chain {
		fmt.Fprintf(&b, "replace %q at %d by %q\n", text[s.start:s.end], s.start, s.text)
		text = s.apply(text)
	}
	fmt.Fprintf(&b, "in the text of %d bytes", len(t.text))
	if len(t.text) <= 8<<10 {
		fmt.Fprintf(&b, "\n%q", t.text)
	} else if name, err := os.CreateTemp("", "speed-*"+t.uri[strings.LastIndexByte(t.uri, '.'):]); err == nil {
		_, _ = name.Write(t.text)
		_ = name.Close()
		fmt.Fprintf(&b, " in %s", name.Name())
	}
	return b.String()
}
