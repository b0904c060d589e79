package main

import "strings"

// A findingLine is a line of --format jsonl. The last line is a summaryLine.
type findingLine struct {
	Path string `json:"path"`
	*finding
}

type summaryLine struct {
	Version int     `json:"version"`
	Summary summary `json:"summary"`
}

// jsonLine returns a function that writes a finding as a line of JSON.
func (c *checker) jsonLine() func(b *strings.Builder, path string, f *finding) {
	return func(b *strings.Builder, path string, f *finding) {
		_ = writeJSON(b, findingLine{path, f}) // strings and numbers, to a strings.Builder
	}
}

func (c *checker) finishJSONLines() error {
	return writeJSON(c.report, summaryLine{jsonVersion, c.total.Summary})
}
