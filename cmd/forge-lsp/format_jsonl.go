package main

import (
	"bufio"
	"strings"
)

// A findingLine is a line of --format jsonl. The last line is a summaryLine.
type findingLine struct {
	Path string `json:"path"`
	*finding
}

type summaryLine struct {
	Version int     `json:"version"`
	Summary summary `json:"summary"`
}

// jsonLine writes a finding as a line of JSON.
func jsonLine(b *strings.Builder, path string, f *finding) {
	_ = writeJSON(b, findingLine{path, f}) // strings and numbers, to a strings.Builder
}

func finishJSONLines(out *bufio.Writer, t *total) error {
	return writeJSON(out, summaryLine{jsonVersion, t.Summary})
}
