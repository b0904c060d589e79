package toolspec

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
)

// numbers returns numbers to try for the parts: those that an argument of the name usually holds,
// then those nearest to the limits. A number is an integer unless something requires a fraction:
// many definitions use "number" for a count.
func (p parts) numbers(hint string, n int) (list []any) {
	var lows, highs []*big.Rat
	step := new(big.Rat)
	for _, s := range p {
		lows, highs = append(lows, s.Minimum, s.ExclusiveMinimum), append(highs, s.Maximum, s.ExclusiveMaximum)
		if m := s.MultipleOf; m != nil && m.Cmp(step) > 0 {
			step = m
		}
	}
	if step.Sign() == 0 {
		step = big.NewRat(1, 1)
	}
	absent := func(x *big.Rat) bool { return x == nil }
	lows, highs = slices.DeleteFunc(lows, absent), slices.DeleteFunc(highs, absent)
	for _, f := range lookUp(hint).Numbers {
		list = append(list, jsonNumber(new(big.Rat).SetFloat64(f)))
	}
	if slices.ContainsFunc(highs, func(high *big.Rat) bool { return high.Cmp(big.NewRat(1, 1)) <= 0 }) {
		list = append(list, 0.5, 0.25)
	}
	add := func(from *big.Rat, towards int64) { // multiples of the step
		q := new(big.Rat).Quo(from, step)
		first := new(big.Int).Div(q.Num(), q.Denom())
		for i := range int64(2*n + 4) {
			times := new(big.Rat).SetInt(new(big.Int).Add(first, big.NewInt(towards*i)))
			list = append(list, jsonNumber(times.Mul(times, step)))
		}
	}
	if !slices.ContainsFunc(lows, func(low *big.Rat) bool { return low.Sign() > 0 }) {
		add(step, 1)
		add(new(big.Rat), 1)
	}
	for _, low := range lows {
		list = append(list, jsonNumber(low))
		add(low, 1)
	}
	for _, high := range highs {
		list = append(list, jsonNumber(high))
		add(high, -1)
		for _, low := range lows {
			middle := new(big.Rat).Add(low, high)
			list = append(list, jsonNumber(middle.Quo(middle, big.NewRat(2, 1))))
		}
	}
	return list
}

// jsonNumber returns a number as a value: an int64, or the decimal fraction.
func jsonNumber(x *big.Rat) any {
	if x.IsInt() && x.Num().IsInt64() {
		return x.Num().Int64()
	}
	f, _ := x.Float64()
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}
