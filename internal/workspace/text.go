package workspace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// binaryHead is the number of bytes in which a NUL means that a file is not text. Git
// uses the same.
const binaryHead = 8000

// MaxText is the size in bytes of the largest text that is read at once; see [Source.Batches].
const MaxText = 256 << 20

// ErrSkipped is the error for a file of a folder that is skipped silently: it is not
// text, or must not be read.
var ErrSkipped = errors.New("skipped")

// An UncheckedError is the error for an existing file that cannot be checked.
type UncheckedError struct {
	// Path is the displayed path of the file.
	Path string
	// Line is the number of the line that cannot be checked; 0 for the file.
	Line int
	// Why completes the sentence that the file, or the line, is not checked.
	Why string
	// Walked reports whether the file was found in a folder, and has no call as far as is known; it is
	// still named, but is not a failure.
	Walked bool
}

// Unread returns the displayed path of a file, the number of the line if only that is not checked, and why, if an
// error is about that, and the file was named or has a call.
func Unread(err error) (path string, line int, why string, ok bool) {
	if e, ok := errors.AsType[*readError](err); ok {
		return e.path, 0, e.why.Error(), true
	}
	if e, ok := errors.AsType[*UncheckedError](err); ok && !e.Walked {
		return e.Path, e.Line, e.Why, true
	}
	return "", 0, "", false
}

// KindOf returns how a text of the source, or its start, is read; see [document.Recognize].
func (s *Source) KindOf(text string) document.Kind {
	name := Uncompressed(s.Path)
	if isDescriptor(name) {
		name = Stdin
	}
	return document.Recognize(name, text)
}

// Error returns the place and the reason.
func (e *UncheckedError) Error() string {
	at := oneLine(e.Path)
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
	}
	return at + " is not checked: " + e.Why
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

var tooLarge = "it is larger than the limit of " + thousands.Separate(MaxText) + " bytes; split it, or write JSON with one record per line to a file"

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

// isUTF8 reports whether the head of a file is UTF-8, except for a character cut at its
// end.
func isUTF8(head []byte) bool {
	for range utf8.UTFMax {
		if utf8.Valid(head) {
			return true
		}
		head = head[:max(0, len(head)-1)]
	}
	return false
}
