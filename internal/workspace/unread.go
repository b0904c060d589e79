package workspace

import (
	"bytes"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// openersIn is the number of bytes of a file of an unknown kind in which calls are searched for.
const openersIn = 1 << 20

// MaxText is the size in bytes of the largest text that is read at once; see [Source.Batches].
const MaxText = 256 << 20

var tooLarge = "it is larger than the limit of " + thousands.Separate(MaxText) + " bytes; split it, or write JSON with one record per line to a file"

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

// magics are the bytes of files of known kinds that are not text, by their offset.
var magics = map[int][]string{
	0: {
		// Programs.
		"\x7fELF", "MZ", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\x00asm", "!<arch>\n",
		// Archives.
		"PK\x03\x04", "PK\x05\x06", "BZh", "\xfd7zXZ\x00", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", gzipMagic, zstdMagic, "\x04\x22\x4d\x18", "PACK", "DIRC",
		// Pictures, sounds, documents and fonts.
		"\x89PNG\r\n", "GIF8", "\xff\xd8\xff", "RIFF", "\x00\x00\x01\x00", "II*\x00", "MM\x00*", "BM", "OggS", "ID3", "fLaC",
		"%PDF-", "wOFF", "wOF2", "OTTO", "\x00\x01\x00\x00", "ttcf",
		// Databases and tables.
		"SQLite format 3\x00", "PAR1", "ARROW1", "\x89HDF", "\x93NUMPY", "\xde\x12\x04\x95",
	},
	1:   {"\r\r\n"}, // a compiled Python module
	4:   {"ftyp"},   // a video
	257: {"ustar"},  // an archive
}

// isBinary reports whether a file that starts with head is of a known kind that is not text. The first bytes of
// some could also start a text: they count only with a NUL soon after them.
func isBinary(head []byte) bool {
	const soon = 512 // bytes
	nul := bytes.IndexByte(head[:min(len(head), soon)], 0) >= 0
	for at, kinds := range magics {
		for _, magic := range kinds {
			certain := nul || at == 0 && !isUTF8([]byte(magic)) || magic == "%PDF-"
			if certain && len(head) >= at && bytes.HasPrefix(head[at:], []byte(magic)) {
				return true
			}
		}
	}
	return false
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
