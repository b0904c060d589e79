package workspace

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/toolspec"
)

// compress returns a text as gzip and as zstd.
func compress(t *testing.T, text string) (gz, zst string) {
	t.Helper()
	var out [2]bytes.Buffer
	encoder, err := zstd.NewWriter(&out[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{gzip.NewWriter(&out[0]), encoder} {
		_, writeErr := io.WriteString(w, text)
		if err := errors.Join(writeErr, w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return out[0].String(), out[1].String()
}

// pieces returns the pieces of a source, and the error after them.
func pieces(s *Source, size int) (list []string, err error) {
	for piece, problem := range s.Pieces(size, 0) {
		if problem != nil {
			return list, problem
		}
		list = append(list, strings.Clone(piece.Text))
		piece.Release()
	}
	return list, nil
}

// TestPieces checks that a piece has whole lines, as many as fit, and that it grows for
// a longer line.
func TestPieces(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("x", 50)
	for _, test := range []struct {
		text string
		size int
		want []string
	}{
		{"", 4, nil},
		{"ab\ncd\nef\n", 6, []string{"ab\ncd\n", "ef\n"}},
		{"ab\ncd\nef\n", 7, []string{"ab\ncd\n", "ef\n"}},
		{"ab\ncd\nef", 100, []string{"ab\ncd\nef"}},
		{"ab\n" + long + "\ncd\n", 4, []string{"ab\n", long + "\ncd\n"}},
		{long, 4, []string{long}},
		{"\n\n\n\n", 2, []string{"\n\n", "\n\n"}},
	} {
		gz, zst := compress(t, test.text)
		for name, content := range map[string]string{"a.jsonl": test.text, "a.jsonl.gz": gz, "a.jsonl.zst": zst} {
			disk.WriteFile(t, name, content)
			s := &Source{Path: name, File: name, Walked: true}
			got, err := pieces(s, test.size)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%s, %.9q in %d bytes: %v\n%s", name, test.text, test.size, err, diff)
			}
			if want := content != test.text; s.Compressed != want {
				t.Errorf("%s is compressed: %t", name, s.Compressed)
			}
			for piece, err := range s.Pieces(test.size, int64(len(content))+1) {
				if content == test.text {
					t.Errorf("%s, which is too short: a piece %.9q, %v", name, piece.Text, err)
				}
			}
			if all, err := s.Read(nil); err != nil || all != test.text {
				t.Errorf("%s: %q, %v", name, all, err)
			}
		}
	}
}

// TestPiecesFail checks that an error is returned after the pieces before it.
func TestPiecesFail(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat("0123456789abcde\n", 1<<14)
	gz, zst := compress(t, text)
	for _, test := range []struct{ name, content, want string }{
		{"cut.jsonl.gz", gz[:len(gz)-9], "cannot read cut.jsonl.gz: the compressed file is cut off"},
		{"cut.jsonl.zst", zst[:len(zst)-9], "cannot read cut.jsonl.zst: the compressed file is cut off"},
		{"head.jsonl.gz", gz[:5], "cannot read head.jsonl.gz: the compressed file is cut off"},
		{"head.jsonl.zst", zst[:5], "cannot read head.jsonl.zst: the compressed file is cut off"},
		{"bad.jsonl.gz", gz[:2] + "bad header", "cannot read bad.jsonl.gz: gzip: invalid header"},
		{"binary.jsonl", "\x00\x01\x02\n", "binary.jsonl is not checked: this is a binary file"},
	} {
		disk.WriteFile(t, test.name, test.content)
		s := &Source{Path: test.name, File: test.name}
		list, err := pieces(s, 64<<10)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v", test.name, err)
		}
		if whole := strings.Join(list, ""); !strings.HasPrefix(text, whole) {
			t.Errorf("%s: %.20q is read", test.name, whole)
		}
		if _, err := s.Read(nil); err == nil || err.Error() != test.want {
			t.Errorf("%s, read at once: %v", test.name, err)
		}
	}
	missing := &Source{Path: "missing", File: "missing"}
	const want = "missing: no such file or folder"
	if list, err := pieces(missing, 9); err == nil || err.Error() != want || list != nil {
		t.Errorf("%q, %v", list, err)
	}
}

// TestPiecesOfALongLine checks that a line that is longer than the limit is refused before it is in
// memory, and that one that is not is read.
func TestPiecesOfALongLine(t *testing.T) {
	t.Chdir(t.TempDir())
	head := strings.Repeat("{}\n", 3) + strings.Repeat("x", 64<<10)
	for after, want := range map[int64]string{
		maxLine:     "a.jsonl is not checked: it has a line of more than 536,870,912 bytes, which is the limit",
		2 * maxRoom: "",
	} {
		disk.WriteFile(t, "a.jsonl", head)
		if err := os.Truncate("a.jsonl", int64(len(head))+after); err != nil { // what is added takes no room on the disk
			t.Fatal(err)
		}
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		size := 0
		var failed error
		for piece, err := range (&Source{Path: "a.jsonl", File: "a.jsonl"}).Pieces(1<<20, 0) {
			if size += len(piece.Text); err != nil {
				failed = err
			}
			piece.Release()
		}
		runtime.ReadMemStats(&now)
		switch {
		case want == "" && (failed != nil || size != len(head)+int(after)):
			t.Errorf("%d bytes: %v, and %d are read", after, failed, size)
		case want != "" && (failed == nil || failed.Error() != want):
			t.Errorf("%d bytes: %v", after, failed)
		case want != "" && now.TotalAlloc-before.TotalAlloc > 8*maxRoom:
			t.Errorf("%d bytes: %d are allocated", after, now.TotalAlloc-before.TotalAlloc)
		}
	}
}

// TestRatio checks that a compressed file with far more text than bytes is refused, read at once and
// in pieces, and one with little text is not.
func TestRatio(t *testing.T) {
	t.Chdir(t.TempDir())
	for size, refused := range map[int]bool{freeText: false, 4 * freeText: true} {
		gz, zst := compress(t, strings.Repeat("\n", size))
		for name, content := range map[string]string{"a.jsonl.gz": gz, "a.jsonl.zst": zst} {
			disk.WriteFile(t, name, content)
			s := &Source{Path: name, File: name}
			_, whole := s.Read(nil)
			_, inPieces := pieces(s, 64<<10)
			for _, err := range []error{whole, inPieces} {
				if (err != nil) != refused || refused && !strings.Contains(err.Error(), "it is more than 1,000 times as large as compressed") {
					t.Errorf("%s of %d bytes, %d compressed: %v", name, size, len(content), err)
				}
			}
		}
	}
}

// TestUncompressed checks which names are those of compressed files.
func TestUncompressed(t *testing.T) {
	for name, plain := range map[string]string{
		"a.jsonl.gz": "a.jsonl", "a.JSON.ZST": "a.JSON", "a.tar.gz": "a.tar", "a.jsonl": "a.jsonl", "gz": "gz", "a.gzip": "a.gzip",
	} {
		if got := Uncompressed(name); got != plain {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestToolProblem checks that places are counted from 1, in UTF-16, and that the number
// of problems is limited.
func TestToolProblem(t *testing.T) {
	for _, test := range []struct {
		problem ToolProblem
		want    string
	}{
		{ToolProblem{Path: "a.json", Message: "a.json: gone"}, "a.json: gone"},
		{ToolProblem{Path: "a.json", Line: 2, Column: 3, Message: "bad"}, "a.json:2:3: bad"},
		{ToolProblem{Path: "a.json", Line: 2, Column: 3, Message: "bad", Pointer: "/b"}, "a.json:2:3: bad (at /b)"},
	} {
		if got := test.problem.Error(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	found := problemsIn("{\"é😀\": 1}", []*toolspec.Error{{File: "a.json", Reason: "bad"}, {File: "a.json", Line: 1, Column: 9, Reason: "bad", Pointer: "/b"}})
	want := []ToolProblem{{Path: "a.json", Line: 1, Column: 1, Message: "bad"}, {Path: "a.json", Line: 1, Column: 6, Message: "bad", Pointer: "/b"}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
	for _, line := range []int{0, 7} {
		problems := make([]ToolProblem, maxToolProblems+3)
		for i := range problems {
			problems[i] = ToolProblem{Path: "a.json", Line: line, Column: line, Pointer: "/b", Message: "bad"}
		}
		if few := atMost(problems[:maxToolProblems]); len(few) != maxToolProblems || few[maxToolProblems-1].Message != "bad" {
			t.Errorf("as many as are shown are %d", len(few))
		}
		got := atMost(problems)
		const want = ": 3 more mistakes follow in the definitions of tools"
		if last := got[len(got)-1].Error(); len(got) != maxToolProblems+1 || !strings.HasSuffix(last, want) || !strings.HasPrefix(last, "a.json:") || strings.Count(last, "a.json") != 1 {
			t.Errorf("%d problems, the last of which is %s", len(got), last)
		}
	}
}

// TestIgnoreLimits checks that of many invalid patterns of a file the first ones are
// reported, and that the limit applies to all files of a folder together.
func TestIgnoreLimits(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", ".gitignore", strings.Repeat(strings.Repeat("a", glob.MaxLength+1)+"\n", maxReported+2), "a.md", "")
	reported := 0
	for _, s := range Sources([]string{dir}, false) {
		if s.Err != nil {
			reported++
		}
	}
	if reported != maxReported {
		t.Errorf("%d bad patterns are named", reported)
	}
	ignores := func(files ...string) bool { // the file a.log, silently
		for _, s := range Sources([]string{disk.Folder(t, append(files, ".git/HEAD", "", "b/a.log", "")...)}, false) {
			if strings.HasSuffix(s.Path, ".log") || s.Err != nil {
				return false
			}
		}
		return true
	}
	for more, want := range map[int]bool{0: true, 1: false} {
		if got := ignores(".gitignore", strings.Repeat("*.log\n", MaxIgnorePatterns+more)); got != want {
			t.Errorf("with %d patterns more than the limit a file is ignored: %t", more, got)
		}
		const below = "*.log\n"
		if got := ignores(".gitignore", strings.Repeat("#", MaxIgnoreSize-len(below)+more), "b/.gitignore", below); got != want {
			t.Errorf("with %d bytes more than the limit a file is ignored: %t", more, got)
		}
	}
}

// TestIn checks that the settings of a text that is not a file can be requested again.
func TestIn(t *testing.T) {
	dir := disk.Folder(t, "forge-lsp.toml", "profile = 'strict'\n")
	w := New(Flags{}, nil)
	for range 2 {
		if a := w.In(dir); a.Profile.Value != config.Strict {
			t.Errorf("the profile is %v", a.Profile.Value)
		}
	}
}
