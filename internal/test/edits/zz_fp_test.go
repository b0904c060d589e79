package edits

import ("testing";"math/rand/v2";"crypto/sha256";"fmt")

func TestFP(t *testing.T) {
	h := sha256.New()
	s := Load(t, "../../..", "")
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(5, seed))
		fmt.Fprintf(h, "%q %q %q %q %q %q", s.Text(r, 3000), s.JSON(r, 3000), s.YAML(r, 3000), s.Go(r, 2000), s.Transcript(r, 3000))
		for _, f := range []Format{JSON, Go, YAML, Transcript, {}} {
			text := s.JSON(r, 500)
			c := s.Chain(r).In(f)
			for range 30 {
				e := c.Next(text, []int{1, len(text)/2})
				fmt.Fprint(h, e, e.IsLarge([]int{5}))
				text = e.Apply(text)
			}
		}
	}
	t.Logf("FP %x", h.Sum(nil))
}
