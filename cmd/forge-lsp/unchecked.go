package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// An uncheckedError is about a file that is there and that cannot be checked.
type uncheckedError struct {
	path, why string
	walked    bool // found in a folder; it is named all the same, but is no failure
}

func (e *uncheckedError) Error() string { return e.path + " is not checked: " + e.why }

// notFile returns why a file cannot be checked that is not a regular one, "" for
// one that is.
func notFile(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "this is a named pipe, not a file"
	case mode&fs.ModeSocket != 0:
		return "this is a socket, not a file"
	case mode&fs.ModeDevice != 0:
		return "this is a device, not a file"
	}
	return ""
}

// isDescriptor reports whether a path is one of what this process was started
// with, such as the /dev/fd/63 that a shell writes for <(command). That is a
// stream like standard input, and may be waited for.
func isDescriptor(path string) bool {
	path = filepath.ToSlash(filepath.Clean(path))
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// notText returns why a file that starts with head is not text that can be read,
// "" for one that is. A NUL is enough to skip a file of a folder. A capture of a
// reply, though, may contain one, which is then reported as a character that the
// runtime refuses.
func notText(head []byte, walked bool) string {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "this is UTF-16 text; save it as UTF-8"
	}
	const most = 16 // one NUL in so many bytes
	nuls := bytes.Count(head, []byte{0})
	if nuls > 0 && (walked || nuls*most > len(head) || !isUTF8(head)) {
		return "this is a binary file"
	}
	return ""
}

// isUTF8 reports whether the head of a file is UTF-8, but for a character that
// its end cuts.
func isUTF8(head []byte) bool {
	for range utf8.UTFMax {
		if utf8.Valid(head) {
			return true
		}
		head = head[:max(0, len(head)-1)]
	}
	return false
}
