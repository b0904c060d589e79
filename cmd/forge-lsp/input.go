package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/config"
)

// binaryHead is the number of bytes in which a NUL means: not a text. Git uses
// the same.
const binaryHead = 8000

// errSkipped is the error for a walked file that is passed over in silence: it
// holds no text, or is not to be read.
var errSkipped = errors.New("skipped")

// An ignoredError is about a file that the configuration says not to read.
type ignoredError struct {
	path string
	from config.Place
}

func (e *ignoredError) Error() string {
	return fmt.Sprintf("%s is not read: kind = \"ignore\" (%v)", e.path, e.from)
}

// failure reports whether an error about a file is a failure, and prints it. A
// file that was found in a folder is passed over in silence; one that was named
// is not, as whoever named it waits for what is said of it.
func failure(stderr io.Writer, err error) bool {
	if errors.Is(err, errSkipped) {
		return false
	}
	complain(stderr, err)
	if _, ignored := errors.AsType[*ignoredError](err); ignored {
		return false
	}
	unchecked, ok := errors.AsType[*uncheckedError](err)
	return !ok || !unchecked.walked
}

// read returns the content of a source.
func read(src source, stdin io.Reader) (string, error) {
	if src.err != nil {
		return "", readError(src.path, src.err)
	}
	if src.file == stdinArg {
		return readAll(src, stdin, 0)
	}
	open := openFile
	if isDescriptor(src.file) {
		open = os.Open
	}
	f, err := open(src.file)
	if err != nil {
		return "", readError(src.path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", readError(src.path, err)
	}
	if why := notFile(info.Mode()); why != "" && !isDescriptor(src.file) {
		return "", &uncheckedError{src.path, why, src.walked}
	}
	return readAll(src, f, info.Size())
}

// readAll reads r, which holds about size bytes, and no further than its head if
// that is not text.
func readAll(src source, r io.Reader, size int64) (string, error) {
	head := make([]byte, binaryHead)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", readError(src.path, err)
	}
	head = head[:n]
	if why := notText(head, src.walked); why != "" {
		if src.walked {
			return "", errSkipped
		}
		return "", &uncheckedError{src.path, why, false}
	}
	var text strings.Builder
	text.Grow(max(int(size), n) + 1)
	text.Write(head)
	if err == nil {
		if _, err := io.Copy(&text, r); err != nil {
			return "", readError(src.path, err)
		}
	}
	return text.String(), nil
}

// readError says what cannot be read and why, with the path as it was given.
func readError(path string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	if _, ok := errors.AsType[*uncheckedError](err); ok {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", path)
	}
	return fmt.Errorf("cannot read %s: %w", path, err)
}

// mayHoldCalls reports whether a text has anything in it that could be a tool
// tag, in any spelling, or one whose '<' is escaped in JSON. It is a quick
// test that saves reading the other files of a folder.
func mayHoldCalls(text string) bool {
	for rest := text; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		tag := strings.TrimLeft(rest[:min(len(rest), 16)], "/ \t")
		if len(tag) >= 4 && strings.EqualFold(tag[:4], "tool") {
			return true
		}
	}
	return strings.Contains(text, `\u003c`) || strings.Contains(text, `\u003C`)
}
