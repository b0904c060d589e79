package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResultsOfLines checks that the native calls of a file that is read by the megabyte are shown with their results.
func TestResultsOfLines(t *testing.T) {
	var lines strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lines, `{"role":"assistant","tool_calls":[{"id":"c%d","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]}`+"\n", i)
		fmt.Fprintf(&lines, `{"role":"tool","tool_call_id":"c%d","content":"result %d of %s"}`+"\n", i, i, strings.Repeat("x", 100_000))
	}
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, stderr := runCommand(t, "", "inspect", path)
	at := 0
	for i := range 40 {
		n := strings.Index(out[at:], fmt.Sprintf("result %d of", i))
		if n < 0 {
			t.Fatalf("result %d is missing: %s", i, stderr)
		}
		at += n
	}
}
