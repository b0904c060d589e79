package cases

import (
	_ "embed"
	"path"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/outcomes.txtar
var outcomesTxtar []byte

// An OutcomeText is a text with the wanted outcomes of its calls.
type OutcomeText struct {
	// File is its name, which ends with .reply or .md.
	File  string
	Text  string
	Calls []OutcomeCall
}

// An OutcomeCall is a call of an [OutcomeText].
type OutcomeCall struct {
	Line    int // 1-based
	Tool    string
	Outcome string // as in JSON: runs, repaired, altered, refused or ignored
	By      string // who refuses it: reader, tool or ""
}

// Outcomes returns texts with each outcome of a call.
func Outcomes(t testing.TB) (list []OutcomeText) {
	t.Helper()
	archive := txtar.Parse(outcomesTxtar)
	for i := 0; i+1 < len(archive.Files); i += 2 {
		text, want := archive.Files[i], archive.Files[i+1]
		if stem := strings.TrimSuffix(text.Name, path.Ext(text.Name)); want.Name != stem+".want" {
			t.Fatalf("%s is followed by %s", text.Name, want.Name)
		}
		of := OutcomeText{File: text.Name, Text: string(text.Data)}
		for line := range strings.Lines(string(want.Data)) {
			fields := strings.Fields(line)
			number, err := strconv.Atoi(fields[0])
			if err != nil || len(fields) < 3 {
				t.Fatalf("%s: %q", want.Name, line)
			}
			of.Calls = append(of.Calls, OutcomeCall{Line: number, Tool: fields[1], Outcome: fields[2], By: strings.Join(fields[3:], "")})
		}
		list = append(list, of)
	}
	return list
}
