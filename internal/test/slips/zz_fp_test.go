package slips

import ("testing";"math/rand/v2";"crypto/sha256";"fmt")

func TestFP(t *testing.T) {
	h := sha256.New()
	for seed := range uint64(4000) {
		c := Draw(rand.New(rand.NewPCG(5, seed)))
		fmt.Fprintf(h, "%q %v %v %v %v %v\n", c.Text, c.Kind, c.Blind, c.Calls, c.Slips, c.Around)
		c = DrawSound(rand.New(rand.NewPCG(6, seed)))
		fmt.Fprintf(h, "%q %v\n", c.Text, c.Calls)
	}
	t.Logf("FP %x", h.Sum(nil))
}
