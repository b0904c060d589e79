package cache

import (
	"math"
	"strings"
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
		if !d.failed || d.Ended() || d.Uint() != 0 || d.Count(1) != 0 {
			t.Errorf("of %d bytes all was read", n)
		}
	}
	// A count, of values of three bytes: as many as fit.
	for text, want := range map[string]int{"\x7f": 0, "\x02abcdef": 2, "\x02abcde": 0, "\x01abcdef": 1} {
		d := NewDecoder(text)
		if n := d.Count(3); n != want || d.failed != (want == 0) {
			t.Errorf("%q: %d values, failed %t", text, n, d.failed)
		}
	}
	// A number of more than ten bytes is none, whatever follows.
	if d := NewDecoder(strings.Repeat("\x80", 10) + "\x01"); d.Uint() != 0 || !d.failed {
		t.Errorf("a number of eleven bytes is read: %+v", d)
	}
}

func TestSums(t *testing.T) {
	if SumOf("ab", "c") == SumOf("a", "bc") || SumOf() == SumOf("") || SumOf("a") != SumOf(strings.ToLower("A")) {
		t.Error("texts are not told apart")
	}
	long := make([]byte, 100_000)
	if SumOfContent(string(long)) == SumOfContent(string(long[1:])) || SumOfContent("a") == SumOfContent("b") {
		t.Error("contents are not told apart")
	}
}
