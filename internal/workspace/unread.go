package workspace

import (
	"bytes"
	"io"
	"slices"
)

// openersIn is the number of bytes of a file of an unknown kind in which calls are searched for.
const openersIn = 1 << 20

// unchecked returns the error for a file that is not checked, whose head was read. In a folder, one without a
// call in the next bytes is skipped silently unless it is large, and so is one of a known kind, whatever is in it.
func (s *Source) unchecked(why string, head []byte, rest io.Reader, most int64) error {
	called := !s.Walked || !isBinary(head) && findsOpener(io.MultiReader(bytes.NewReader(head), rest), most)
	if !called && why != tooLarge {
		return ErrSkipped
	}
	return &UncheckedError{Path: s.Path, Why: why, Walked: !called}
}

// openers are what starts a call in text, and in JSON.
var openers = [...][]byte{[]byte("<tool"), []byte(`\u003ctool`), []byte(`\u003Ctool`)}

// holdsOpener reports whether bytes have the start of a call, in UTF-8 or in UTF-16.
func holdsOpener(b []byte) bool {
	if bytes.IndexByte(b, 0) >= 0 { // a Latin letter in UTF-16 has one
		b = bytes.ReplaceAll(b, []byte{0}, nil)
	}
	return slices.ContainsFunc(openers[:], func(opener []byte) bool { return bytes.Contains(b, opener) })
}

// findsOpener is holdsOpener for up to a number of bytes of a reader.
func findsOpener(r io.Reader, most int64) bool {
	const size, overlap = 64 << 10, 2 * len(`\u003ctool`)
	r = io.LimitReader(r, most)
	window := make([]byte, overlap, overlap+size) // which starts with the end of the one before
	for {
		n, err := io.ReadFull(r, window[overlap:cap(window)])
		if holdsOpener(window[:overlap+n]) {
			return true
		}
		if err != nil { // the end, or nothing more can be read
			return false
		}
		copy(window, window[n:overlap+n])
	}
}

// magics are the first bytes of files of known kinds that are not text.
var magics = []struct {
	at    int
	bytes string
}{
	// Programs.
	{0, "\x7fELF"},
	{0, "MZ"},
	{0, "\xfe\xed\xfa\xce"},
	{0, "\xfe\xed\xfa\xcf"},
	{0, "\xce\xfa\xed\xfe"},
	{0, "\xcf\xfa\xed\xfe"},
	{0, "\xca\xfe\xba\xbe"},
	{0, "\x00asm"},
	{0, "!<arch>\n"},
	{1, "\r\r\n"}, // the last is a compiled Python module
	// Archives.
	{0, "PK\x03\x04"},
	{0, "PK\x05\x06"},
	{0, "BZh"},
	{0, "\xfd7zXZ\x00"},
	{0, "7z\xbc\xaf\x27\x1c"},
	{0, "Rar!\x1a\x07"},
	{257, "ustar"},
	{0, "\x1f\x8b"},
	{0, "\x28\xb5\x2f\xfd"},
	{0, "\x04\x22\x4d\x18"},
	{0, "PACK"},
	{0, "DIRC"},
	// Pictures, sounds, documents and fonts.
	{0, "\x89PNG\r\n"},
	{0, "GIF8"},
	{0, "\xff\xd8\xff"},
	{0, "RIFF"},
	{0, "\x00\x00\x01\x00"},
	{0, "II*\x00"},
	{0, "MM\x00*"},
	{0, "BM"},
	{4, "ftyp"},
	{0, "OggS"},
	{0, "ID3"},
	{0, "fLaC"},
	{0, "%PDF-"},
	{0, "wOFF"},
	{0, "wOF2"},
	{0, "OTTO"},
	{0, "\x00\x01\x00\x00"},
	{0, "ttcf"},
	// Databases and tables.
	{0, "SQLite format 3\x00"},
	{0, "PAR1"},
	{0, "ARROW1"},
	{0, "\x89HDF"},
	{0, "\x93NUMPY"},
	{0, "\xde\x12\x04\x95"},
}

// isBinary reports whether a file that starts with head is of a known kind that is not text. The first bytes of
// some could also start a text: they count only with a NUL soon after them.
func isBinary(head []byte) bool {
	const soon = 512 // bytes
	nul := bytes.IndexByte(head[:min(len(head), soon)], 0) >= 0
	for _, m := range magics {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.bytes)) && (nul || m.at == 0 && !isUTF8([]byte(m.bytes)) || m.bytes == "%PDF-") {
			return true
		}
	}
	return false
}
