package edits

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/pieces.txtar
var archive []byte

// pieces are the strings of each section of pieces.txtar, by lines.
var pieces = func() map[string][][]string {
	m := map[string][][]string{}
	for _, f := range txtar.Parse(archive).Files {
		for rest := range strings.Lines(string(f.Data)) {
			var line []string
			for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
				quoted, err := strconv.QuotedPrefix(rest)
				piece, _ := strconv.Unquote(quoted)
				if err != nil {
					panic("edits: no string of Go in pieces.txtar: " + rest)
				}
				line, rest = append(line, piece), rest[len(quoted):]
			}
			m[f.Name] = append(m[f.Name], line)
		}
	}
	return m
}()

// of returns all strings of a section.
func of(section string) []string { return slices.Concat(pieces[section]...) }

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
