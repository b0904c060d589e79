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
func (p parts) numbers(hint string, whole bool, n int) (list []any) {
	var low, high *big.Rat
	step := new(big.Rat)
	if whole {
		step.SetInt64(1)
	}
	for _, s := range p {
		for _, x := range []*big.Rat{s.Minimum, s.ExclusiveMinimum} {
			if x != nil && (low == nil || x.Cmp(low) > 0) {
				low = x
			}
		}
		for _, x := range []*big.Rat{s.Maximum, s.ExclusiveMaximum} {
			if x != nil && (high == nil || x.Cmp(high) < 0) {
				high = x
			}
		}
		if m := s.MultipleOf; m != nil && m.Cmp(step) > 0 {
			step = m
		}
	}
	if step.Sign() == 0 {
		step = big.NewRat(1, 1)
	}
	likely := slices.Clip(lookUp(hint).Numbers)
	if high != nil && high.Cmp(big.NewRat(1, 1)) <= 0 {
		likely = append(likely, 0.5, 0.25)
	}
	for _, f := range likely {
		list = append(list, jsonNumber(new(big.Rat).SetFloat64(f)))
	}
	towards := int64(1)
	var starts []*big.Rat
	if low == nil || low.Sign() <= 0 {
		starts = append(starts, step, new(big.Rat))
	}
	if low == nil && high != nil {
		towards = -1
	}
	for _, limit := range []*big.Rat{low, high} {
		if limit != nil {
			q := new(big.Rat).Quo(limit, step)
			times := new(big.Rat).SetInt(new(big.Int).Div(q.Num(), q.Denom()))
			starts = append(starts, limit, times.Mul(times, step)) // the last multiple up to it
		}
	}
	for _, from := range starts {
		for i := range int64(2*n + 4) {
			x := new(big.Rat).Mul(step, big.NewRat(towards*i, 1))
			list = append(list, jsonNumber(x.Add(x, from)))
		}
	}
	if low != nil && high != nil { // between two near limits
		width := new(big.Rat).Sub(high, low)
		for i := range int64(n + 2) {
			x := new(big.Rat).Mul(width, big.NewRat(1, 2+i))
			list = append(list, jsonNumber(x.Add(x, low)))
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
