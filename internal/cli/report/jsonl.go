package report

import (
	"bufio"
	"strings"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// A findingLine is a line of --format jsonl. The last line is a summaryLine.
type findingLine struct {
	Path string `json:"path"`
	*finding
}

type summaryLine struct {
	Version   int         `json:"version"`
	Unchecked []Unchecked `json:"unchecked,omitempty"`
	Summary   summary     `json:"summary"`
	// Statistics are included on request.
	Statistics *describedStatistics `json:"statistics,omitempty"`
}

// jsonLine writes a finding as a line of JSON.
func jsonLine(b *strings.Builder, path string, f *finding) {
	_ = cli.WriteJSON(b, findingLine{path, f}) // strings and numbers, to a strings.Builder
}

func (o *Options) finishJSONLines(out *bufio.Writer, t *Total) error {
	line := summaryLine{Version: cli.JSONVersion, Unchecked: t.Unchecked, Summary: t.Summary}
	if o.Statistics {
		line.Statistics = t.stats.describe()
	}
	return cli.WriteJSON(out, line)
}
