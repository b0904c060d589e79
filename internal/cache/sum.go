package cache

import (
	"crypto/sha256"
	"encoding/binary"
)

// A Sum is the SHA-256 of something. A weaker one would let a file that was made for it pass
// for another.
type Sum [sha256.Size]byte

// SumOf returns the sum of some texts, another one for any other texts.
func SumOf(texts ...string) Sum {
	h := sha256.New()
	var size [8]byte
	for _, text := range texts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	return Sum(h.Sum(nil))
}

// SumOfContent returns the sum of the content of a file, which may be large.
func SumOfContent(text string) Sum {
	const step = 32 << 10 // so that no copy of all of it is made
	h := sha256.New()
	var piece [step]byte
	for len(text) > 0 {
		n := copy(piece[:], text)
		h.Write(piece[:n])
		text = text[n:]
	}
	return Sum(h.Sum(nil))
}
