package main

import "github.com/entrhq/forge-lsp/internal/test/wire"

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
func (k key) edits(at wire.Position) (typed, deleted edit) {
	to := wire.Position{Line: at.Line, Character: at.Character + 1}
	if k.text == "\n" {
		to = wire.Position{Line: at.Line + 1}
	}
	return edit{at, at, k.text}, edit{at, to, ""}
}
