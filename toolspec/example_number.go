package toolspec

import (
	"encoding/json"
	"iter"
	"math/big"
	"strconv"
)

// numbers yields numbers for the parts: those that an argument of the name usually
// holds, then those nearest to the limits. They are multiples where required. A number
// is an integer unless something requires a fraction: many definitions use "number" for
// a count.
func numbers(hint string, p parts, whole bool, n int) iter.Seq[any] {
	r := p.numberRange(whole)
	return func(yield func(any) bool) {
		likely := wordNumbers(hint)
		if !whole && r.high != nil && r.high.Cmp(big.NewRat(1, 1)) <= 0 {
			likely = append(likely, 0.5, 0.25)
		}
		for _, f := range likely {
			if x := new(big.Rat).SetFloat64(f); r.holds(x) && !yield(jsonNumber(x)) {
				return
			}
		}
		step := r.step
		if step == nil {
			step = big.NewRat(1, 1)
		}
		for _, from := range r.starts(step) {
			for i := range 2 * (n + 2) {
				k := int64(i)
				if r.low == nil && r.high != nil {
					k = -k
				}
				x := new(big.Rat).Mul(step, big.NewRat(k, 1))
				if x.Add(x, from); r.holds(x) && !yield(jsonNumber(x)) {
					return
				}
			}
		}
		if r.low != nil && r.high != nil && r.step == nil { // between two near limits
			width := new(big.Rat).Sub(r.high, r.low)
			for i := range n + 2 {
				x := new(big.Rat).Mul(width, big.NewRat(1, int64(2+i)))
				if x.Add(x, r.low); r.holds(x) && !yield(jsonNumber(x)) {
					return
				}
			}
		}
	}
}

// A numberRange is the set of numbers that the keywords allow.
type numberRange struct {
	low, high         *big.Rat // nil for none
	lowOpen, highOpen bool     // whether the limit itself is excluded
	step              *big.Rat // the number is a multiple of it, nil for any number
}

func (p parts) numberRange(whole bool) numberRange {
	var r numberRange
	if whole {
		r.step = big.NewRat(1, 1)
	}
	for _, s := range p {
		r.atLeast(s.Minimum, false)
		r.atLeast(s.ExclusiveMinimum, true)
		r.atMost(s.Maximum, false)
		r.atMost(s.ExclusiveMaximum, true)
		switch m := s.MultipleOf; {
		case m == nil || m.Sign() <= 0:
		case r.step == nil:
			r.step = m
		default: // the multiples of one that are not of the other cost candidates
			if m.Cmp(r.step) > 0 {
				r.step = m
			}
		}
	}
	return r
}

func (r *numberRange) atLeast(x *big.Rat, open bool) {
	if x != nil && (r.low == nil || x.Cmp(r.low) > 0 || open && x.Cmp(r.low) == 0) {
		r.low, r.lowOpen = x, open
	}
}

func (r *numberRange) atMost(x *big.Rat, open bool) {
	if x != nil && (r.high == nil || x.Cmp(r.high) < 0 || open && x.Cmp(r.high) == 0) {
		r.high, r.highOpen = x, open
	}
}

// holds reports whether a number is in the range.
func (r *numberRange) holds(x *big.Rat) bool {
	if r.low != nil {
		if c := x.Cmp(r.low); c < 0 || c == 0 && r.lowOpen {
			return false
		}
	}
	if r.high != nil {
		if c := x.Cmp(r.high); c > 0 || c == 0 && r.highOpen {
			return false
		}
	}
	return r.step == nil || new(big.Rat).Quo(x, r.step).IsInt()
}

// starts returns the multiples of step at which to start.
func (r *numberRange) starts(step *big.Rat) []*big.Rat {
	multiple := func(x *big.Rat) *big.Rat { // the last one up to x
		q := new(big.Rat).Quo(x, step)
		whole := new(big.Int).Div(q.Num(), q.Denom())
		return new(big.Rat).Mul(new(big.Rat).SetInt(whole), step)
	}
	var all []*big.Rat
	if r.low == nil || r.low.Sign() <= 0 {
		all = append(all, step, new(big.Rat))
	}
	if r.low != nil {
		all = append(all, r.low, multiple(r.low))
	}
	if r.high != nil {
		all = append(all, r.high, multiple(r.high))
	}
	return all
}

// jsonNumber returns a number as a value: an int64, or the decimal fraction.
func jsonNumber(x *big.Rat) any {
	if x.IsInt() && x.Num().IsInt64() {
		return x.Num().Int64()
	}
	f, _ := x.Float64()
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}
