package stats

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
)

// TallyVersion is the version of the format of a tally. Tallies of another one are not read.
const TallyVersion = 1

// tallyFile is the JSON form of a tally. What is zero is left out: a tally may have many counts.
type tallyFile struct {
	Format   string                 `json:"format"`
	Version  int                    `json:"version"`
	Sessions int64                  `json:"sessions"`
	Totals   Counts                 `json:"totals"`
	Other    Counts                 `json:"other"`
	By       map[Dimension]cellList `json:"by"`
	Groups   cellList               `json:"groups"`
}

type cellList struct {
	Cells []keyedCell `json:"cells"`
	// Rest is everything beyond the limits of a tally.
	Rest *Cell `json:"rest"`
}

type keyedCell struct {
	// Key is the value of the dimension, or the day, tool, model, prompt, method, form and format.
	Key []string `json:"key"`
	Cell
}

const tallyFormat = "forge-lsp tally"

// Marshal returns the tally as JSON: the same bytes for the same rows.
func (t *Tally) Marshal() []byte {
	f := tallyFile{
		Format: tallyFormat, Version: TallyVersion, Sessions: t.Sessions, Totals: t.Totals, Other: t.Other,
		By: map[Dimension]cellList{}, Groups: cellsOf(t.cube, len(grouped)),
	}
	for d, table := range t.by {
		f.By[d] = cellsOf(table, 1)
	}
	text, err := json.Marshal(&f, json.OmitZeroStructFields(true), json.Deterministic(true))
	if err != nil {
		panic(err) // its content cannot cause an error
	}
	return append(text, '\n')
}

func cellsOf(t *table, size int) (list cellList) {
	for _, key := range t.list() {
		list.Cells = append(list.Cells, keyedCell{valuesOf(key, size), *t.values[key]})
	}
	list.Rest = t.rest // to which list adds what is not held
	return list
}

// ReadTally reads the output of [Tally.Marshal].
func ReadTally(r io.Reader) (*Tally, error) {
	var f tallyFile
	switch err := json.UnmarshalRead(r, &f, json.RejectUnknownMembers(true)); {
	case err != nil:
		return nil, fmt.Errorf("not a tally: %w", err)
	case f.Format != tallyFormat:
		return nil, errors.New("not a tally")
	case f.Version != TallyVersion:
		return nil, fmt.Errorf("expected a tally of version %d, found version %d: count the transcripts or the rows again", TallyVersion, f.Version)
	}
	t := NewTally()
	t.Sessions, t.Totals, t.Other = f.Sessions, f.Totals, f.Other
	err := t.cube.set(f.Groups, len(grouped))
	for _, d := range Dimensions {
		err = errors.Join(err, t.by[d].set(f.By[d], 1))
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (t *table) set(list cellList, size int) error {
	for i := range list.Cells {
		c := &list.Cells[i]
		if len(c.Key) != size {
			return errors.New("a tally with an invalid key")
		}
		*t.at(keyOf(c.Key...)) = c.Cell
	}
	t.rest = list.Rest
	return nil
}
