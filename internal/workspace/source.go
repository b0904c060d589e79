package workspace

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// binaryHead is the number of bytes in which a NUL means that a file is not text. Git
// uses the same.
const binaryHead = 8000

// Stdin is the path that represents standard input.
const Stdin = "-"

// A Source is one text to read, or the reason why it cannot be read.
type Source struct {
	// Path is the displayed path: as it was given, slash-separated.
	Path string
	// File is the path to open, or [Stdin].
	File string
	// Walked reports whether it was found in a folder rather than named by the caller.
	Walked bool
	// Err is the reason why it cannot be read, or nil if none is known.
	Err error
	// Compressed reports whether the file is compressed, which [Source.Read] detects.
	Compressed bool
	// In are the folders, named by the caller, in which it was found.
	In []string
}

// A TextFile is a file whose uncompressed text is read from its start.
type TextFile struct {
	*bufio.Reader
	file io.ReadCloser
	size int64 // approximate, in bytes; 0 if it is not known
}

// Close closes the file.
func (f *TextFile) Close() error { return f.file.Close() }

// Open opens the file of a source that is not standard input. The error is that of [Source.Read].
func (s *Source) Open() (*TextFile, error) { return s.start(nil, transcript.HeadSize) }

// Size returns the size of a regular file on the disk in bytes; 0 for others, and for a stream.
func (s *Source) Size() int64 {
	info, err := os.Stat(s.File)
	if err != nil || !info.Mode().IsRegular() || s.IsStream() {
		return 0
	}
	return info.Size()
}

// KindOf returns how a text of the source, or its start, is read; see [document.Recognize].
func (s *Source) KindOf(text string) document.Kind {
	name := Uncompressed(s.Path)
	if isDescriptor(name) {
		name = Stdin
	}
	return document.Recognize(name, text)
}

// Read returns the text of a source, reading stdin for standard input. The error is an
// [*UncheckedError] if the source is not text, or [ErrSkipped] if it was also found in
// a folder; other errors name the path.
func (s *Source) Read(stdin io.Reader) (string, error) {
	in, err := s.start(stdin, binaryHead)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }()
	return s.readAll(in, in.size)
}

// start opens the file of a source, or takes stdin, and returns a reader of its uncompressed text with a buffer of some
// bytes. The error is that of [Source.Read], also if the start shows that it is not text.
func (s *Source) start(stdin io.Reader, room int) (in *TextFile, err error) {
	if s.Err != nil {
		return nil, s.cannotRead(s.Err)
	}
	in = &TextFile{file: io.NopCloser(stdin)}
	if s.File != Stdin {
		if in.file, in.size, err = s.open(); err != nil {
			return nil, s.cannotRead(err)
		}
	}
	if err = s.text(in, room); err != nil {
		_ = in.Close()
		return nil, err
	}
	return in, nil
}

// text makes a file one of its uncompressed text.
func (s *Source) text(file *TextFile, room int) error {
	in := bufio.NewReaderSize(file.file, room)
	magic, _ := in.Peek(len(zstdMagic)) // reading it again reports the error
	if s.Compressed = isCompressed(string(magic)); s.Compressed {
		r, err := uncompressed(in)
		if err != nil {
			return s.broken(err, false)
		}
		in, file.size = bufio.NewReaderSize(r, room), 0
	}
	head, err := in.Peek(binaryHead)
	if err != nil && !errors.Is(err, io.EOF) {
		return s.broken(err, holdsOpener(head))
	}
	if why := s.notText(head); why != "" {
		return s.unchecked(why, bytes.Clone(head), in, openersIn)
	}
	file.Reader = in
	return nil
}

// unchecked returns the error for a file that is not checked, whose head was read. In a folder, one without a
// call in the next bytes is skipped silently unless it is large, and so is one of a known kind, whatever is in it.
func (s *Source) unchecked(why string, head []byte, rest io.Reader, most int64) error {
	called := !s.Walked || !isBinary(head) && findsOpener(io.MultiReader(bytes.NewReader(head), rest), most)
	if !called && why != tooLarge {
		return ErrSkipped
	}
	return &UncheckedError{Path: s.Path, Why: why, Walked: !called}
}

// broken returns the error for a file that cannot be read to its end. A compressed file in a folder matters only if a
// call was found in its text, or if it is a transcript by its name.
func (s *Source) broken(err error, called bool) error {
	if s.Compressed && s.Walked && !called && document.KindOf(Uncompressed(s.Path)) != document.JSON {
		return ErrSkipped
	}
	return cannotRead(s.Path, err)
}

// open opens the file, whose size is approximately size bytes.
func (s *Source) open() (file io.ReadCloser, size int64, err error) {
	if isDescriptor(s.File) {
		file, err = files.Stream(s.File)
		return file, 0, err
	}
	f, info, err := files.Open(s.File, func(info fs.FileInfo) error {
		if why := files.Special(info.Mode()); why != "" {
			return &UncheckedError{Path: s.Path, Why: why, Walked: s.Walked}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return f, info.Size(), nil
}

func (s *Source) cannotRead(err error) error {
	if ignore, ok := errors.AsType[*IgnoreError](err); ok {
		return ignore
	}
	if unchecked, ok := errors.AsType[*UncheckedError](err); ok {
		return unchecked
	}
	return cannotRead(s.Path, err)
}

// readAll reads all of a text of approximately size bytes, or 0 if that is not known.
func (s *Source) readAll(in io.Reader, size int64) (string, error) {
	if size > MaxText {
		return "", s.unchecked(tooLarge, nil, in, MaxText)
	}
	all := make([]byte, size)
	n, err := io.ReadFull(in, all)
	all = all[:n]
	if err == nil {
		var more []byte
		if more, err = io.ReadAll(io.LimitReader(in, MaxText+1-size)); size == 0 {
			all = more
		} else {
			all = append(all, more...) //nolint:makezero // it has grown
		}
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return "", s.broken(err, holdsOpener(all))
	case len(all) > MaxText:
		return "", s.unchecked(tooLarge, all, in, MaxText)
	}
	return ownString(all), nil
}

// ownString returns bytes without other references as a string, without a copy.
func ownString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// IsStream reports whether the source is standard input or another inherited stream, which
// may be waited for.
func (s *Source) IsStream() bool { return s.File == Stdin || isDescriptor(s.File) }

// isDescriptor reports whether a path is that of an inherited descriptor, such as the
// /dev/fd/63 that a shell writes for <(command). It is a stream like standard input,
// and may be waited for.
func isDescriptor(path string) bool {
	path = filepath.ToSlash(filepath.Clean(path))
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// notText returns the reason why a file that starts with head is not readable text, or "". A captured reply may contain
// a NUL, which is then reported as a character that the runtime refuses: up to one byte in 16. JSON may contain other
// bytes that are not text: what cannot be read is reported.
func (s *Source) notText(head []byte) string {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "this is UTF-16 text; save it as UTF-8"
	}
	nuls := bytes.Count(head, []byte{0})
	if nuls > len(head)/16 || nuls > 0 && !isUTF8(head) && s.KindOf(string(head)) != document.JSON || s.Walked && isBinary(head) {
		return "this is a binary file"
	}
	return ""
}
