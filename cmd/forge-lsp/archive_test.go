package main

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// logOf returns a log of Inspect with samples, given as alternating names and texts.
func logOf(t *testing.T, samples ...string) string {
	t.Helper()
	return archiveOf(t, "samples/", samples...)
}

// archiveOf returns an archive with files in a folder.
func archiveOf(t *testing.T, folder string, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		to, err := w.CreateHeader(&zip.FileHeader{Name: folder + files[i], Method: zip.Store})
		if err == nil {
			_, err = io.WriteString(to, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestArchive checks that errors in one sample are reported with its name, escaped for
// terminals, and that the others are checked.
func TestArchive(t *testing.T) {
	t.Chdir(t.TempDir())
	messages := `{"messages":[` + record + `]}`
	damaged := strings.Replace(logOf(t, "a.json", messages, "b\x1b[2J\n.json", `{"n":12345}`, "c.json", messages), "12345", "54321", 1)
	disk.Write(t, ".", map[string]string{
		"logs/a.eval": damaged, "logs/b.eval": damaged[:len(damaged)/2], "logs/c.eval": logOf(t, "x.json", messages[:len(messages)-10]),
		"logs/d.eval": logOf(t), "logs/e.eval": "notes", "logs/f.zip": damaged,
	})
	code, out, errs := runCommand(t, "", "check", "--color", "never", "logs")
	want := "forge-lsp: cannot read logs/a.eval:samples/b\\x1b[2J\\n.json: it is damaged in the archive\n" +
		"forge-lsp: cannot read logs/b.eval: the archive is cut off, or its directory is damaged\n"
	if code != cli.ExitFailure || errs != want {
		t.Errorf("%d\n%s\nwant\n%s", code, errs, want)
	}
	for _, want := range []string{
		"logs/a.eval:samples/a.json:1:", "logs/a.eval:samples/c.json:1:",
		"logs/c.eval:samples/x.json:1:168: information[invalid-json]", ", 2 calls: 2 repaired; ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if code, _, errs := runCommand(t, "", "inspect", "logs"); code != cli.ExitFailure || errs != want {
		t.Errorf("%d\n%s\nwant\n%s", code, errs, want)
	}
	code, _, errs = runCommand(t, "", "check", "logs/d.eval")
	if want := "logs/d.eval is not checked: this is a ZIP archive without samples of Inspect\n"; code != cli.ExitFailure || !strings.HasSuffix(errs, want) {
		t.Errorf("%d, %s", code, errs)
	}
}

// TestLeakInFolder checks that in a folder a leaked call is also found if no text in it
// has a <tool>.
func TestLeakInFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"d/a.json": `{"messages":[{"role":"assistant","tool_calls":[{"id":"1"}],"content":"<invoke name=\"Bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>"}]}`})
	if code, out, errs := runCommand(t, "", "check", "d"); code != cli.ExitFindings || !strings.Contains(out, "error[leaked-call]") {
		t.Errorf("%d, %s%s", code, out, errs)
	}
}
