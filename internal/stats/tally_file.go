package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
)

// TallyVersion is the version of the format of a tally. Tallies of another one are not read.
const TallyVersion = 1

// tallyFile is the JSON form of a tally. Counts are lists of numbers, whose names are listed
// once, without trailing zeros: a tally may have many.
type tallyFile struct {
	Format   string              `json:"format"`
	Version  int                 `json:"version"`
	Counts   []string            `json:"counts"`
	Sessions int64               `json:"sessions"`
	Totals   []int64             `json:"totals"`
	Other    []int64             `json:"other"`
	By       map[string]cellList `json:"by"`
	Groups   cellList            `json:"groups"`
}

type cellList struct {
	Cells []cellFile `json:"cells"`
	// Rest is everything beyond the limits of a tally.
	Rest *cellFile `json:"rest,omitempty"`
}

type cellFile struct {
	// Key is the value of the dimension, or the day, tool, model, prompt, method, form and format.
	Key    []string         `json:"key,omitempty"`
	Counts []int64          `json:"n"`
	Rules  map[string]int64 `json:"rules,omitempty"`
	Causes map[string]int64 `json:"causes,omitempty"`
}

const tallyFormat = "forge-lsp tally"

// CountNames returns the names of the counts in JSON, in the order of their fields.
func CountNames() []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Counts]()) {
		if !f.Anonymous {
			names = append(names, f.Tag.Get("json"))
		}
	}
	return names
}

// Marshal returns the tally as JSON: the same bytes for the same rows.
func (t *Tally) Marshal() []byte {
	f := tallyFile{
		Format: tallyFormat, Version: TallyVersion, Counts: CountNames(),
		Sessions: t.Sessions, Totals: numbers(&t.Totals), Other: numbers(&t.Other),
		By: map[string]cellList{},
	}
	for d, table := range t.by {
		f.By[string(d)] = cellsOf(table, 1)
	}
	f.Groups = cellsOf(t.cube, len(grouped))
	text, err := json.Marshal(&f)
	if err != nil {
		panic(err) // its content cannot cause an error
	}
	return append(text, '\n')
}

func numbers(c *Counts) []int64 {
	list := make([]int64, 0, len(c.each()))
	used := 0
	for i, n := range c.each() {
		if list = append(list, *n); *n != 0 {
			used = i + 1
		}
	}
	return list[:used]
}

func cellsOf(t *table, size int) cellList {
	list := cellList{Cells: []cellFile{}}
	for _, key := range t.sorted() {
		cell := t.values[key]
		list.Cells = append(list.Cells, cellFile{valuesOf(key, size), numbers(&cell.Counts), cell.Rules, cell.Causes})
	}
	if t.rest != nil {
		list.Rest = &cellFile{nil, numbers(&t.rest.Counts), t.rest.Rules, t.rest.Causes}
	}
	return list
}

// ReadTally reads the output of [Tally.Marshal].
func ReadTally(r io.Reader) (*Tally, error) {
	var f tallyFile
	switch err := json.NewDecoder(r).Decode(&f); {
	case err != nil:
		return nil, fmt.Errorf("not a tally: %w", err)
	case f.Format != tallyFormat:
		return nil, errors.New("not a tally")
	case f.Version != TallyVersion:
		return nil, fmt.Errorf("expected a tally of version %d, found version %d: count the transcripts or the rows again", TallyVersion, f.Version)
	case !slices.Equal(f.Counts, CountNames()):
		return nil, errors.New("a tally with other counts than those of this version")
	}
	t := NewTally()
	t.Sessions = f.Sessions
	if err := errors.Join(t.Totals.set(f.Totals), t.Other.set(f.Other)); err != nil {
		return nil, err
	}
	for _, d := range Dimensions {
		if err := setCells(t.by[d], f.By[string(d)], 1); err != nil {
			return nil, err
		}
	}
	if err := setCells(t.cube, f.Groups, len(grouped)); err != nil {
		return nil, err
	}
	return t, nil
}

func (c *Counts) set(list []int64) error {
	to := c.each()
	if len(list) > len(to) {
		return errors.New("a tally with more counts than names")
	}
	for i, n := range list {
		*to[i] = n
	}
	return nil
}

func setCells(t *table, list cellList, size int) error {
	for i := range list.Cells {
		c := &list.Cells[i]
		if len(c.Key) != size {
			return errors.New("a tally with an invalid key")
		}
		if err := t.at(keyOf(c.Key...)).take(c); err != nil {
			return err
		}
	}
	if list.Rest != nil {
		t.rest = &Cell{}
		return t.rest.take(list.Rest)
	}
	return nil
}

func (c *Cell) take(f *cellFile) error {
	c.Rules, c.Causes = f.Rules, f.Causes
	return c.Counts.set(f.Counts)
}
