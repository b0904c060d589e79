package workspace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/test/disk"
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

// TestBatches checks that a batch has whole lines, as many as fit, that it grows for a longer line, and that a line
// that is too long is skipped.
func TestBatches(t *testing.T) {
	long, most := strings.Repeat("x", 50), strings.Repeat("y", 60)
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
		{most + "\n" + most, 4, []string{most + "\n", most}},
		{"ab\n" + most + "!\ncd\n", 4, []string{"ab\n", "62 bytes", "cd\n"}},
		{"ab\n" + most + "!", 4, []string{"ab\n", "61 bytes"}},
		{most + most + most + "\n" + most + "!\n\n", 9, []string{"181 bytes", "62 bytes", "\n"}},
	} {
		var got []string
		if err := batches(bufio.NewReaderSize(strings.NewReader(test.text), 16), test.size, len(most), func(b Batch) bool {
			switch {
			case b.Text == "":
				got = append(got, fmt.Sprintf("%d bytes", b.Size))
			case b.Size != len(b.Text):
				t.Errorf("%q has %d bytes", b.Text, b.Size)
			default:
				got = append(got, b.Text)
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%.20q in %d bytes:\n%s", test.text, test.size, diff)
		}
	}
}

// lines returns the lines of a source, and the error after them.
func lines(s *Source) (text string, err error) {
	for b := range s.Batches() {
		text, err = text+b.Text, b.Err
	}
	return text, err
}

// TestLinesFail checks that an error is returned after the lines before it.
func TestLinesFail(t *testing.T) {
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
		before, err := lines(s)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v", test.name, err)
		}
		if !strings.HasPrefix(text, before) {
			t.Errorf("%s: %.20q is read", test.name, before)
		}
		if _, err := s.Read(nil); err == nil || err.Error() != test.want {
			t.Errorf("%s, read at once: %v", test.name, err)
		}
	}
	missing := &Source{Path: "missing", File: "missing"}
	const want = "missing: no such file or folder"
	if text, err := lines(missing); err == nil || err.Error() != want || text != "" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestRatio checks that a compressed file with far more text than bytes is refused while it is read, at once and line
// by line, and one with little text is not.
func TestRatio(t *testing.T) {
	t.Chdir(t.TempDir())
	for size, refused := range map[int]bool{freeText: false, 4 * freeText: true} {
		gz, zst := compress(t, strings.Repeat("\n", size))
		for name, content := range map[string]string{"a.jsonl.gz": gz, "a.jsonl.zst": zst} {
			disk.WriteFile(t, name, content)
			s := &Source{Path: name, File: name}
			_, whole := s.Read(nil)
			_, piped := (&Source{Path: Stdin, File: Stdin}).Read(strings.NewReader(content))
			_, byLine := lines(s)
			for _, err := range []error{whole, piped, byLine} {
				if (err != nil) != refused || refused && !strings.Contains(err.Error(), "it is more than 1,000 times as large as compressed") {
					t.Errorf("%s of %d bytes, %d compressed: %v", name, size, len(content), err)
				}
			}
		}
	}
	// What follows does not make up for it.
	gz, _ := compress(t, strings.Repeat("\n", 256<<20))
	r, err := uncompressed(io.MultiReader(strings.NewReader(gz), iotest.ErrReader(errors.New("read to the end"))))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, r); !errors.Is(err, errRatio) || n > 192<<20 {
		t.Errorf("%d bytes are read: %v", n, err)
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

// TestToolProblem checks how problems are shown.
func TestToolProblem(t *testing.T) {
	at := func(line, column int) config.Place { return config.Place{File: "a.json", Line: line, Column: column} }
	for _, test := range []struct {
		problem config.Problem
		want    string
	}{
		{config.Problem{Message: "a.json: gone"}, "a.json: gone"},
		{config.Problem{Place: at(2, 3), Message: "bad"}, "a.json:2:3: bad"},
		{config.Problem{Place: at(2, 3), Message: "bad", Pointer: "/b"}, "a.json:2:3: bad (at /b)"},
	} {
		if got := test.problem.Error(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// TestIgnoreLimits checks that the limit applies to all files of a folder together.
func TestIgnoreLimits(t *testing.T) {
	ignores := func(files ...string) bool { // the file a.log, silently
		for _, s := range Sources([]string{disk.Folder(t, append(files, ".git/HEAD", "", "b/a.log", "")...)}, false) {
			if strings.HasSuffix(s.Path, ".log") || s.Err != nil {
				return false
			}
		}
		return true
	}
	for more, want := range map[int]bool{0: true, 1: false} {
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
