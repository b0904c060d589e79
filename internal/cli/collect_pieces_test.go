package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/inspect"
	"github.com/entrhq/forge-lsp/internal/cli/stats"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestCollectInPieces checks that the commands which read a large file in pieces collect garbage
// more often than usual, and inspect, whose pieces have more of it, most often.
func TestCollectInPieces(t *testing.T) {
	t.Chdir(t.TempDir())
	const record = `{"role":"assistant","content":"<tool>\n<tool_name>read_file</tool_name>\n<arguments></arguments>\n</tool>"}`
	disk.Write(t, ".", map[string]string{"a.jsonl": strings.Repeat(record+"\n", 5)})
	setup := cli.Setup{Streamed: 1, Piece: 100}
	for want, command := range map[int]*cobra.Command{cli.InPieces: stats.Command(setup), cli.LargeFiles: inspect.Command(setup)} {
		t.Run(command.Name(), func(t *testing.T) {
			cli.NoneCollected(t)
			var out, errs bytes.Buffer
			if code := cli.Execute(command, []string{"a.jsonl"}, nil, &out, &errs); code != cli.ExitOK || errs.Len() > 0 {
				t.Fatalf("%d, %s%s", code, out.String(), errs.String())
			}
			if got := cli.CollectedForFiles(); got != want {
				t.Errorf("got %d %%, want %d", got, want)
			}
		})
	}
}
