package main

import (
	"bytes"
	"encoding/json"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// blockSize is about how many bytes of rows are sent together, before they are compressed.
const blockSize = 1 << 20

// rows sends rows to a file, in blocks that are each compressed by themselves: so they may
// follow each other in any order.
type rows struct {
	*settings
	name string
	emit func(string, []byte)
	text bytes.Buffer
	json *stats.RowWriter
}

// rows returns what sends the rows of a source, nil where none are wanted.
func (s *settings) rows(path string, emit func(string, []byte)) *rows {
	if !s.Facts {
		return nil
	}
	r := &rows{settings: s, name: s.facts(path), emit: emit}
	r.json = stats.NewRowWriter(&r.text)
	return r
}

// row returns what takes a row, nil for nothing.
func (r *rows) row() func(*stats.Row) {
	if r == nil {
		return nil
	}
	return r.write
}

func (r *rows) write(f *stats.Row) {
	if r.json.Write(f); r.text.Len() >= blockSize {
		r.flush()
	}
}

// flush sends what is not sent yet.
func (r *rows) flush() {
	if r == nil {
		return
	}
	_ = r.json.Close() // of a buffer
	if r.text.Len() > 0 {
		r.emit(r.name, r.encoder.EncodeAll(r.text.Bytes(), nil))
		r.text.Reset()
	}
}

// unreadableRow returns the row about a file that cannot be read.
func unreadableRow(path string, why error) []byte {
	row, err := json.Marshal(map[string]string{"source": path, "error": why.Error()})
	if err != nil {
		panic(err) // of texts nothing can fail
	}
	return append(row, '\n')
}
