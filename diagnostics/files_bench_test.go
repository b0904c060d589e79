package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/text"
)

// BenchmarkFiles checks 10,000 replies, each with an edit of one of 1,000 files of 2 to 32 KB: a fifth of
// the texts is not in its file.
func BenchmarkFiles(b *testing.B) {
	const head, tail = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>",
		"</search><replace>x</replace></edit></edits>\n</arguments>\n</tool>\n"
	r := rand.New(rand.NewPCG(1, 38))
	files, lines := map[string]string{}, [1000][]string{}
	for i := range lines {
		for n := range []int{50, 200, 800}[r.IntN(3)] {
			lines[i] = append(lines[i], fmt.Sprintf("\tvalue%d_%d := compute(%d, other%d)", i, n, r.IntN(1e6), n%7))
		}
		files[fmt.Sprintf("f%d.go", i)] = "package a\n" + strings.Join(lines[i], "\n") + "\n"
	}
	var replies []string
	for range 10_000 {
		i := r.IntN(len(lines))
		search := lines[i][r.IntN(len(lines[i]))]
		switch r.IntN(10) {
		case 0:
			search = strings.Replace(search, "\t", "    ", 1)
		case 1:
			search = strings.Replace(search, "compute", "calc", 1)
		}
		replies = append(replies, fmt.Sprintf("%sf%d.go</path>\n<edits><edit><search>%s%s", head, i, search, tail))
	}
	folder := disk.Folder(b, "x", "")
	disk.Write(b, folder, files)
	for b.Loop() {
		w, err := filetools.Open(folder, nil)
		if err != nil {
			b.Fatal(err)
		}
		found := 0
		for _, reply := range replies {
			for range (Options{Files: w}).Open(text.New(reply), document.Reply).Diagnostics() {
				found++
			}
		}
		if found < 1500 || found > 2500 {
			b.Fatal(found)
		}
	}
}
