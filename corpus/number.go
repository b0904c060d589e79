package corpus

import (
	"strconv"
	"strings"
)

// Number returns a number with a comma for each thousand.
func Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

// Percent returns a share with two digits, and not rounded to all or nothing where that is
// not so: of 99.996 % it is 99.99 %.
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
