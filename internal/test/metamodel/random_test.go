package metamodel

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// TestRandom checks that values are valid, and that most spoiled values are not.
func TestRandom(t *testing.T) {
	m := model(t)
	r := m.NewRandom(rand.New(rand.NewPCG(1, 2)), []string{"", "a", "é\n"}, []string{"file:///a", "untitled:b"})
	right := func(msg *Message, v any) bool {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		return m.Check(msg.Params, decoded) == nil
	}
	wrong, all := 0, 0
	for _, msg := range m.Sent() {
		if msg.Params == nil {
			continue
		}
		for range 20 {
			v := r.Value(msg.Params)
			if text, _ := json.Marshal(v); !right(msg, v) {
				t.Errorf("%s: %s", msg.Method, text)
			}
			all++
			if !right(msg, r.Spoil(v)) {
				wrong++
			}
		}
	}
	if all < 1000 || wrong < all/2 {
		t.Errorf("%d of %d are wrong when they are spoiled", wrong, all)
	}
}
