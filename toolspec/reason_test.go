package toolspec

import (
	"math/big"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// TestReason checks the words and numbers of reasons.
func TestReason(t *testing.T) {
	rat := func(text string) *big.Rat {
		n, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal(text)
		}
		return n
	}
	for want, k := range map[string]jsonschema.ErrorKind{
		"has 1 character; write at least 2":  &kind.MinLength{Got: 1, Want: 2},
		"has 2 characters; write at most 1":  &kind.MaxLength{Got: 2, Want: 1},
		"has 1 item; write at least 3":       &kind.MinItems{Got: 1, Want: 3},
		"has 12 items; write at most 3":      &kind.MaxItems{Got: 12, Want: 3},
		"must be at least 0.123456789":       &kind.Minimum{Want: rat("0.123456789")},
		"must be at most 100":                &kind.Maximum{Want: rat("100")},
		"must be more than -0.0000001":       &kind.ExclusiveMinimum{Want: rat("-1e-7")},
		"must be less than 9007199254740993": &kind.ExclusiveMaximum{Want: rat("9007199254740993")},
		"must be a multiple of 1e-300":       &kind.MultipleOf{Want: rat("1e-300")},
		"must be at most 1e+300":             &kind.Maximum{Want: rat("1e300")},
	} {
		if got := reason(k); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
