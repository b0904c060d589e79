package cache

import (
	"math"
	"testing"
)

func TestEncode(t *testing.T) {
	var e Encoder
	numbers := []int64{0, 1, -1, 63, 64, -65, 127, 128, 1 << 40, math.MaxInt64, math.MinInt64}
	for _, n := range numbers {
		e.Int(n)
		e.Uint(uint64(n))
		e.Bool(n > 0)
		e.String(string(rune(n & 0xffff)))
	}
	e.Sum(SumOf("a"))
	text := e.Text()
	d := NewDecoder(text)
	for _, n := range numbers {
		if i, u, b, s := d.Int(), d.Uint(), d.Bool(), d.String(); i != n || u != uint64(n) || b != (n > 0) || s != string(rune(n&0xffff)) {
			t.Errorf("%d: %d, %d, %t, %q", n, i, u, b, s)
		}
	}
	if s := d.Sum(); s != SumOf("a") || !d.Ended() {
		t.Errorf("%v, %+v", s, d)
	}
	for n := range text { // cut off
		d := NewDecoder(text[:n])
		for range numbers {
			d.Int()
			d.Uint()
			d.Bool()
			_ = d.String()
		}
		d.Sum()
		if !d.Failed() || d.Ended() || d.Uint() != 0 || d.Count(1) != 0 {
			t.Errorf("of %d bytes all was read", n)
		}
	}
	if n := NewDecoder("\x7f").Count(1); n != 0 {
		t.Errorf("%d values in no bytes", n)
	}
}

func TestSums(t *testing.T) {
	if SumOf("ab", "c") == SumOf("a", "bc") || SumOf() == SumOf("") || SumOf("a") != SumOf("a") {
		t.Error("texts are not told apart")
	}
	long := make([]byte, 100_000)
	if SumOfContent(string(long)) == SumOfContent(string(long[1:])) || SumOfContent("a") == SumOfContent("b") {
		t.Error("contents are not told apart")
	}
}
