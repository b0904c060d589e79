package corpus

import "strconv"

// Percent formats a fraction with two digits, not rounded to 0 or 100 % unless it is
// exact: 99.996 % becomes 99.99 %.
func Percent(part, of int64) string {
	if of == 0 {
		return "–"
	}
	const digits = 10000 // of one
	n := part / of * digits
	if rest := part % of; rest <= (1<<63-1)/digits {
		n += (rest*digits + of/2) / of
	} else {
		n += int64(float64(rest) / float64(of) * digits)
	}
	switch whole := of == part; {
	case n == digits && !whole && part < of:
		n--
	case n == 0 && part > 0:
		n++
	}
	return strconv.FormatInt(n/100, 10) + "." + pad(n%100) + " %"
}

func pad(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}
