package thousands

import (
	"math"
	"testing"
)

func TestSeparate(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 10485760: "10,485,760", -1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Separate(n); got != want {
			t.Errorf("Separate(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 calls", 1: "1 call", 2: "2 calls", 1000: "1,000 calls"} {
		if got := Count(n, "call"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}
