package cache

import "encoding/binary"

// An Encoder writes values in sequence, for a [Decoder] to read in the same order.
type Encoder struct{ text []byte }

// Text returns what was written.
func (e *Encoder) Text() string { return string(e.text) }

// Uint writes a number, small ones in one byte.
func (e *Encoder) Uint(n uint64) { e.text = binary.AppendUvarint(e.text, n) }

// Int writes a number, those near zero in one byte.
func (e *Encoder) Int(n int64) { e.text = binary.AppendVarint(e.text, n) }

// Bool writes a truth value.
func (e *Encoder) Bool(b bool) {
	if b {
		e.Uint(1)
	} else {
		e.Uint(0)
	}
}

// String writes a text.
func (e *Encoder) String(s string) {
	e.Uint(uint64(len(s)))
	e.text = append(e.text, s...)
}

// Sum writes a sum.
func (e *Encoder) Sum(s Sum) { e.text = append(e.text, s[:]...) }

// A Decoder reads what an [Encoder] wrote. For a damaged text it returns zero values from
// some value on, and [Decoder.Ended] is false. Strings that it returns share the memory of
// the text.
type Decoder struct {
	rest   string
	failed bool
}

// NewDecoder returns a decoder of a text.
func NewDecoder(text string) *Decoder { return &Decoder{rest: text} }

// Ended reports whether the whole text was read, without a failure.
func (d *Decoder) Ended() bool { return !d.failed && d.rest == "" }

func (d *Decoder) take(n uint64) string {
	if d.failed || n > uint64(len(d.rest)) {
		d.failed = true
		return ""
	}
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

// Uint reads a number.
func (d *Decoder) Uint() uint64 {
	n, size := binary.Uvarint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	if size <= 0 || d.failed {
		d.failed = true
		return 0
	}
	d.rest = d.rest[size:]
	return n
}

// Int reads a number.
func (d *Decoder) Int() int64 {
	n := d.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Bool reads a truth value.
func (d *Decoder) Bool() bool { return d.Uint() != 0 }

// String reads a text.
func (d *Decoder) String() string { return d.take(d.Uint()) }

// Sum reads a sum.
func (d *Decoder) Sum() (s Sum) {
	copy(s[:], d.take(uint64(len(s))))
	return s
}

// Count reads the number of values that follow, each of at least size bytes, so that
// memory can be allocated for them: it is at most the number that fits into the rest of
// the text.
func (d *Decoder) Count(size int) int {
	n := d.Uint()
	if n > uint64(len(d.rest)/size) {
		d.failed = true
		return 0
	}
	return int(n)
}
