package cache

import (
	"crypto/sha256"
	"encoding/binary"
)

// A Sum is a SHA-256 hash. With a weaker one, a crafted file could pass for another.
type Sum [sha256.Size]byte

// SumOf returns the sum of a sequence of texts, injective up to collisions.
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
	const step = 32 << 10 // avoids a copy of the whole file
	h := sha256.New()
	var piece [step]byte
	for len(text) > 0 {
		n := copy(piece[:], text)
		h.Write(piece[:n])
		text = text[n:]
	}
	return Sum(h.Sum(nil))
}
