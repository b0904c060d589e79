package workspace

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// A file is a file in an archive.
type file struct {
	name, text string
	method     uint16
	raw        func(*zip.FileHeader) // changes the header in the archive
}

// archived returns an archive of files.
func archived(t testing.TB, list ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range list {
		h := &zip.FileHeader{Name: f.name, Method: f.method}
		var to io.Writer
		var err error
		if f.raw == nil {
			to, err = w.CreateHeader(h)
		} else {
			h.CRC32, h.UncompressedSize64, h.CompressedSize64 = crc32.ChecksumIEEE([]byte(f.text)), uint64(len(f.text)), uint64(len(f.text))
			f.raw(h)
			to, err = w.CreateRaw(h)
		}
		check(err)
		_, err = io.WriteString(to, f.text)
		check(err)
	}
	check(w.Close())
	return b.Bytes()
}

// readArchive returns the content of an archive: each transcript with its text or with
// its error, one per line.
func readArchive(t testing.TB, name string, content []byte, walked bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	src := Source{Path: name, File: path, Walked: walked}
	text, err := src.Read(nil)
	if err != ErrArchive {
		return fmt.Sprintf("%.40q %v", text, err)
	}
	a, err := src.Archive()
	if err != nil {
		return err.Error()
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	var lines []string
	for in := range a.Sources() {
		text, err := in.Read(nil)
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, in.Path+" "+text)
	}
	return strings.Join(lines, "\n")
}

func TestArchive(t *testing.T) {
	one := file{name: "samples/1_epoch_1.json", text: `{"n":1}`, method: zip.Deflate}
	two := file{name: "samples/math/2_epoch_1.json", text: `{"n":2}`, method: zstd.ZipMethodWinZip}
	const first, second = `a.eval:samples/1_epoch_1.json {"n":1}`, `a.eval:samples/math/2_epoch_1.json {"n":2}`
	big := strings.Repeat("a", 4<<20)
	whole := archived(t, two, one)
	damaged := bytes.Replace(archived(t, one, file{name: "samples/s.json", text: `{"stored":1}`}), []byte(`stored`), []byte(`broken`), 1)
	// The directory has the same place for both files.
	overlap := archived(t, one, file{name: "samples/s.json", text: `{"stored":1}`})
	at := bytes.LastIndex(overlap, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(overlap[at+42:], 0)
	outside := bytes.Clone(overlap)
	binary.LittleEndian.PutUint32(outside[at+42:], uint32(len(outside)-40))
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"what is no sample": {archived(t, two, file{name: "header.json", text: "{}"}, file{name: "_journal/start.json", text: "{}"}, file{name: "samples/", text: ""}, file{name: "samples/a.png", text: "x"}, one), first + "\n" + second},
		"a large sample": {
			archived(t, file{name: "samples/a_epoch_1/messages/0.json", text: "[0]"}, file{name: "samples/a_epoch_1/events/0.json", text: "[1]"},
				file{name: "samples/a_epoch_1/calls/0.json", text: "[2]"}, file{name: "samples/events/a_epoch_2.json", text: "[3]"}),
			"a.eval:samples/a_epoch_1/messages/0.json [0]\na.eval:samples/events/a_epoch_2.json [3]",
		},
		"the last of a name":   {archived(t, file{name: one.name, text: "0"}, one), first},
		"no samples":           {archived(t, file{name: "header.json", text: "{}"}), "a.eval is not checked: this is a ZIP archive without samples of Inspect"},
		"nothing":              {archived(t), "a.eval is not checked: this is a ZIP archive without samples of Inspect"},
		"text":                 {[]byte("PK, a name"), `"PK, a name" <nil>`},
		"cut off":              {whole[:len(whole)-30], "cannot read a.eval: the archive is cut off, or its directory is damaged"},
		"half of it":           {whole[:len(whole)/2], "cannot read a.eval: the archive is cut off, or its directory is damaged"},
		"a damaged directory":  {bytes.Replace(whole, []byte("PK\x01\x02"), []byte("PK\x01\x00"), 1), "cannot read a.eval: the archive is cut off, or its directory is damaged"},
		"a damaged file":       {damaged, first + "\ncannot read a.eval:samples/s.json: it is damaged in the archive"},
		"overlapping":          {overlap, "cannot read a.eval:samples/1_epoch_1.json: it overlaps other entries of the archive\ncannot read a.eval:samples/s.json: it overlaps other entries of the archive"},
		"outside":              {outside, first + "\ncannot read a.eval:samples/s.json: it is not where the directory of the archive lists it"},
		"far too large":        {archived(t, one, file{name: "samples/b.json", text: big, method: zstd.ZipMethodWinZip}), first + "\na.eval:samples/b.json is not checked: it is more than 1,000 times as large as in the archive"},
		"more than it has":     {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 }}), first + "\ncannot read a.eval:samples/b.json: it is damaged in the archive"},
		"less than it has":     {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.UncompressedSize64 = 3 }}), first + "\ncannot read a.eval:samples/b.json: it is damaged in the archive"},
		"too large":            {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.UncompressedSize64 = maxEntry + 1 }}), first + "\na.eval:samples/b.json is not checked: it is larger than the limit of 268,435,456 bytes"},
		"encrypted":            {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.Flags |= 1 }}), first + "\na.eval:samples/b.json is not checked: it is encrypted"},
		"another method":       {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.Method = 14 }}), first + "\na.eval:samples/b.json is not checked: it is compressed with method 14, which is not supported"},
		"not compressed so":    {archived(t, one, file{name: "samples/b.json", text: "{}", raw: func(h *zip.FileHeader) { h.Method = zstd.ZipMethodWinZip }}), first + "\ncannot read a.eval:samples/b.json: it is damaged in the archive"},
		"names lead elsewhere": {archived(t, file{name: "samples/../../x.json", text: "{}"}), "a.eval:samples/../../x.json {}"},
	} {
		if got := readArchive(t, "a.eval", test.content, false); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
	// In a folder only archives with the names of logs are read, and only their samples.
	const skipped = `"" skipped`
	if got := readArchive(t, "a.zip", whole, true); got != skipped {
		t.Errorf("an archive in a folder: %s", got)
	}
	if got := readArchive(t, "a.zip", whole, false); !strings.HasSuffix(got, `{"n":2}`) {
		t.Errorf("an archive that is named: %s", got)
	}
	// One that is not a log is like a folder.
	texts := archived(t, file{name: "logs/a.jsonl", text: `{"n":3}`}, file{name: "b.md", text: "# B"}, file{name: "c.png", text: "x"}, file{name: "logs/", text: ""}, file{name: "d.LOG", text: "e"})
	if got, want := readArchive(t, "a.zip", texts, false), "a.zip:b.md # B\na.zip:d.LOG e\n"+`a.zip:logs/a.jsonl {"n":3}`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := readArchive(t, "a.zip", archived(t, file{name: "c.png"}), false), "a.zip is not checked: this is a ZIP archive without transcripts"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := readArchive(t, "A.EVAL", whole, true); !strings.HasSuffix(got, `{"n":2}`) {
		t.Errorf("a log in a folder: %s", got)
	}
	if got := readArchive(t, "a.eval", archived(t), true); got != "skipped" {
		t.Errorf("a log without samples in a folder: %s", got)
	}
}

// TestArchiveDirectory checks that an archive with too much in it is not read, and that
// no memory is allocated for it before that.
func TestArchiveDirectory(t *testing.T) {
	var many []file
	for i := range maxEntries + 1 {
		many = append(many, file{name: fmt.Sprintf("samples/%d.json", i)})
	}
	const entries = "a.eval is not checked: it has more than 100,000 files"
	if got := readArchive(t, "a.eval", archived(t, many...), false); got != entries {
		t.Error(got)
	}
	long := file{name: "samples/" + strings.Repeat("a", 60_000) + ".json"}
	var names []file
	for i := range 300 {
		f := long
		f.name = fmt.Sprintf("%s%d", f.name, i)
		names = append(names, f)
	}
	if got, want := readArchive(t, "a.eval", archived(t, names...), false), "a.eval is not checked: its directory is larger than the limit of 16,777,216 bytes"; got != want {
		t.Error(got)
	}
}

// TestArchiveExample checks that the log among the examples has the same content as the
// transcripts beside it. -update writes it.
func TestArchiveExample(t *testing.T) {
	const path = "../../examples/transcripts/inspect-log.eval"
	sample, err := os.ReadFile("../../examples/transcripts/inspect-sample.json")
	if err != nil {
		t.Fatal(err)
	}
	cline, err := os.ReadFile("../../examples/transcripts/cline-history.json")
	if err != nil {
		t.Fatal(err)
	}
	if golden.Update() {
		content := archived(t,
			file{name: "_journal/start.json", text: `{"version":2}`, method: zstd.ZipMethodWinZip},
			file{name: "samples/1_epoch_1.json", text: string(sample), method: zstd.ZipMethodWinZip},
			file{name: "samples/2_epoch_1/sample.json", text: `{"id":2,"epoch":1,"input":"?","target":""}`, method: zip.Deflate},
			file{name: "samples/2_epoch_1/messages/0.json", text: string(cline), method: zip.Deflate},
			file{name: "samples/2_epoch_1/events/0.json", text: string(cline), method: zip.Deflate},
			file{name: "header.json", text: `{"version":2,"status":"success"}`, method: zstd.ZipMethodWinZip})
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "a.eval:samples/1_epoch_1.json " + string(sample) + "\na.eval:samples/2_epoch_1/messages/0.json " + string(cline) +
		"\n" + `a.eval:samples/2_epoch_1/sample.json {"id":2,"epoch":1,"input":"?","target":""}`
	if got := readArchive(t, "a.eval", content, false); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add(archived(f, file{name: "samples/1.json", text: "{}", method: zip.Deflate}, file{name: "samples/2.json", text: "{}", method: zstd.ZipMethodWinZip}))
	f.Add(archived(f))
	f.Fuzz(func(t *testing.T, content []byte) {
		readArchive(t, "a.eval", content, false)
	})
}
