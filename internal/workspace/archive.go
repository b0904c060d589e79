package workspace

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// Limits on an archive, which may be untrusted.
const (
	// maxDirectory is the maximum size of its directory in bytes, which is kept in
	// memory.
	maxDirectory = 16 << 20
	// maxEntries is the maximum number of files in it.
	maxEntries = 100_000
	// maxEntry is the maximum size of a file in it in bytes, uncompressed, which is
	// kept in memory.
	maxEntry = 256 << 20
	// maxRatio is the maximum compression ratio of a file of more than freeEntry bytes.
	// Repetitive transcripts reach a few hundred.
	maxRatio  = 1000
	freeEntry = 1 << 20
)

// ErrArchive is the error of [Source.Read] for an archive; see [Source.Archive].
var ErrArchive = errors.New("this is an archive")

// archiveEnding is the file extension of logs of Inspect.
const archiveEnding = ".eval"

// zipMagic are the first bytes of an archive, and of an empty one.
var zipMagic = [...]string{"PK\x03\x04", "PK\x05\x06"}

// IsArchive reports whether a file is a log of Inspect, a ZIP archive, given its name and
// the start of its text, 4 bytes or more.
func IsArchive(name, head string) bool {
	return strings.EqualFold(filepath.Ext(name), archiveEnding) && isZIP(head)
}

func isZIP(head string) bool {
	return slices.ContainsFunc(zipMagic[:], func(magic string) bool { return strings.HasPrefix(head, magic) })
}

// isArchive reports whether a file is read as an archive. In a folder only logs of
// Inspect are: many other files are archives.
func (s *Source) isArchive(head string) bool {
	return !s.Walked && isZIP(head) || IsArchive(s.Path, head)
}

// An Archive is a ZIP archive: a log of Inspect, with a transcript in JSON for each sample, or
// one of any files, which are read like those of a folder. It must be closed.
type Archive struct {
	of      Source
	folder  bool // it is not a log
	file    *os.File
	entries []*entry
}

// An entry is a file in an archive.
type entry struct {
	*zip.File
	why string // the reason why it is not read
}

// Archive opens a source that is an archive. The errors are those of [Source.Read].
func (s *Source) Archive() (*Archive, error) {
	f, size, err := s.open()
	if err != nil {
		return nil, s.cannotRead(err)
	}
	a := &Archive{of: *s, file: f}
	if err := a.read(size); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return a, nil
}

// Close closes the file. The sources of the archive cannot be read afterwards.
func (a *Archive) Close() error { return a.file.Close() }

// Sources returns the transcripts in the archive by name. Their paths are that of the
// archive, a colon, and the name in it.
func (a *Archive) Sources() iter.Seq[Source] {
	return func(yield func(Source) bool) {
		for _, e := range a.entries {
			src := a.of
			src.Path, src.In, src.Archived, src.entry = a.of.Path+":"+e.Name, a.of.In, a.of.Path, e
			src.Walked = src.Walked || a.folder
			if !yield(src) {
				return
			}
		}
	}
}

// read reads the directory of an archive of a size.
func (a *Archive) read(size int64) error {
	directory := &directoryReader{file: a.file, left: maxDirectory}
	r, err := zip.NewReader(directory, size)
	switch {
	case directory.why != "":
		return &UncheckedError{a.of.Path, directory.why, false}
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // nothing is extracted to disk
		return cannotRead(a.of.Path, errDirectory)
	case len(r.File) > maxEntries:
		return &UncheckedError{a.of.Path, tooManyEntries, false}
	}
	directory.left = -1
	readZstdIn(r)
	wanted := isSample
	if a.folder = !isLog(a.of.Path, r.File); a.folder {
		wanted = mayBeTranscript
	}
	named := map[string]*entry{}
	for _, f := range r.File {
		if wanted(f.Name) {
			named[f.Name] = &entry{File: f} // the last one is used, as in Inspect
		}
	}
	for _, e := range named {
		a.entries = append(a.entries, e)
	}
	if len(a.entries) == 0 {
		if a.of.Walked {
			return ErrSkipped
		}
		why := "this is a ZIP archive without samples of Inspect"
		if a.folder {
			why = "this is a ZIP archive without transcripts"
		}
		return &UncheckedError{a.of.Path, why, false}
	}
	a.place(size)
	slices.SortFunc(a.entries, func(x, y *entry) int { return cmp.Compare(x.Name, y.Name) })
	return nil
}

// place finds the entries that are not in a possible place: after the end of the archive,
// or overlapping another one, as in archives that are crafted to expand to more than they
// contain.
func (a *Archive) place(size int64) {
	type stretch struct {
		*entry
		start, end int64
	}
	var list []stretch
	for _, e := range a.entries {
		start, err := e.DataOffset()
		switch {
		case err != nil, start < 0, e.CompressedSize64 > uint64(size), start > size-int64(e.CompressedSize64):
			e.why = "it is not where the directory of the archive lists it"
		default:
			list = append(list, stretch{e, start, start + int64(e.CompressedSize64)})
		}
	}
	slices.SortFunc(list, func(x, y stretch) int { return cmp.Compare(x.start, y.start) })
	for i, last := 1, 0; i < len(list); i++ { // last is the entry that ends last
		if list[i].start < list[last].end {
			const why = "it overlaps other entries of the archive"
			list[i].why, list[last].why = why, why
		}
		if list[i].end > list[last].end {
			last = i
		}
	}
}

// isLog reports whether an archive of some files is a log of Inspect: by its name, or as it has
// samples.
func isLog(name string, list []*zip.File) bool {
	return strings.EqualFold(filepath.Ext(name), archiveEnding) || slices.ContainsFunc(list, func(f *zip.File) bool { return isSample(f.Name) })
}

// mayBeTranscript reports whether a file of an archive may have calls, by its name.
func mayBeTranscript(name string) bool {
	if strings.HasSuffix(name, "/") {
		return false // a folder
	}
	kind := document.KindOf(name)
	return kind != document.Document && !kind.Source() || kind == document.Document && path.Ext(name) == ""
}

// isSample reports whether a file of an archive has messages of a sample: the whole sample,
// or a part of a large one. The events and calls of such a sample repeat them.
func isSample(name string) bool {
	if !strings.HasPrefix(name, "samples/") || document.KindOf(name) != document.JSON {
		return false
	}
	part := path.Dir(name)
	repeats := path.Base(part) == "events" || path.Base(part) == "calls"
	return !repeats || !strings.Contains(path.Base(path.Dir(part)), "_epoch_")
}

// text returns the text of an entry.
func (e *entry) text(s *Source) (string, error) {
	why := ""
	switch {
	case e.why != "":
		return "", cannotRead(s.Path, errors.New(e.why))
	case e.Flags&1 != 0: // nothing shows whether it has calls
		return "", &UncheckedError{s.Path, "it is encrypted", false}
	case e.UncompressedSize64 > maxEntry:
		why = "it is larger than the limit of " + thousands.Separate(maxEntry) + " bytes"
	case e.UncompressedSize64 > freeEntry && e.UncompressedSize64/maxRatio > e.CompressedSize64:
		why = "it is more than " + thousands.Separate(maxRatio) + " times as large as in the archive"
	}
	r, err := e.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return "", &UncheckedError{s.Path, fmt.Sprintf("it is compressed with method %d, which is not supported", e.Method), false}
	}
	if err != nil {
		return "", cannotRead(s.Path, errDamaged)
	}
	defer func() { _ = r.Close() }()
	if why != "" {
		return "", s.unchecked(why, nil, r, maxEntry)
	}
	return s.readAll(undamaged{r}, int64(e.UncompressedSize64))
}

// A directoryReader reads an archive, and limits how much is read while it is opened.
type directoryReader struct {
	file *os.File
	left int64  // bytes; -1 once the directory has been read
	why  string // the reason why no more is read
}

var tooManyEntries = "it has more than " + thousands.Separate(maxEntries) + " files"

// ReadAt reads the archive. The memory allocated for the directory depends on the number
// of entries that its end specifies, at most 65535 in the older form.
func (d *directoryReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := d.file.ReadAt(p, at)
	if d.left < 0 {
		return n, err
	}
	const newerEnd, entriesAt = "PK\x06\x06", 32
	switch {
	case bytes.HasPrefix(p[:n], []byte(newerEnd)) && n >= entriesAt+8 && binary.LittleEndian.Uint64(p[entriesAt:]) > maxEntries:
		d.why = tooManyEntries
	case int64(n) > d.left:
		d.why = "its directory is larger than the limit of " + thousands.Separate(maxDirectory) + " bytes"
	}
	if d.why != "" {
		return 0, errDamaged
	}
	d.left -= int64(n)
	return n, err
}

var (
	errDirectory = errors.New("the archive is cut off, or its directory is damaged")
	errDamaged   = errors.New("it is damaged in the archive")
)

// undamaged is a reader with a single error for all problems of an entry.
type undamaged struct{ io.Reader }

func (u undamaged) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = errDamaged
	}
	return n, err
}
