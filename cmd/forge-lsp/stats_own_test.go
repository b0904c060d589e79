package main

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// The files of an archive that is named are counted as those of a folder are.
func TestStatsOfArchive(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := map[string]string{
		"a/x.jsonl": record + "\n" + record + "\n", "b.md": "## Assistant\n\n<tool>\n<tool_name>read_file</tool_name>\n</tool>\n",
		"c.bin": "\x00\x01", "d.txt": "no calls",
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	folder := map[string]string{}
	for name, text := range texts {
		to, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			t.Fatal(err)
		}
		folder["logs/"+name] = text
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	folder["logs.zip"] = b.String()
	disk.Write(t, ".", folder)
	code, want, errs := runCommand(t, "", "stats", "--format", "json", "logs")
	if code != 0 || errs != "" || strings.HasPrefix(want, `{"calls":0`) {
		t.Fatalf("%d, %s%s", code, want, errs)
	}
	if code, got, errs := runCommand(t, "", "stats", "--format", "json", "logs.zip"); code != 0 || got != want || errs != "" {
		t.Errorf("%d, %s\n%s\nwant\n%s", code, errs, got, want)
	}
}
