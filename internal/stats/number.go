package stats

import "fmt"

// Percent formats a fraction with two digits, not rounded to 0 or 100 % unless it is
// exact: 99.996 % becomes 99.99 %.
func Percent(part, of int64) string {
	if of == 0 {
		return "–"
	}
	const digits = 10000 // of one
	n := (part*digits + of/2) / of
	switch {
	case n == digits && part < of:
		n--
	case n == 0 && part > 0:
		n++
	}
	return fmt.Sprintf("%d.%02d %%", n/100, n%100)
}

func percent(part, of int64) float64 { return 100 * float64(part) / float64(max(of, 1)) }
