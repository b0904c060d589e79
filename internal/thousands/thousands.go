// Package thousands writes numbers for people, with commas.
package thousands

import "strconv"

// Separate returns a number with a comma between thousands: 10,485,760.
func Separate[N ~int | ~int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Count returns a number with its noun: "1 call", "2 calls".
func Count[N ~int | ~int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Separate(n) + " " + noun
}
