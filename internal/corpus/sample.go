package corpus

import (
	"cmp"
	"slices"
	"strings"
)

// A sample holds some values of each topic: those with the least hash, and so the same ones in
// whatever order they come. Of the topics, too, those with the least hash are held.
type sample[T comparable, V any] struct {
	per, most int               // values of a topic, and topics
	text      func(T) string    // identifies and orders topics
	again     func(held, v *V)  // adds a value to one that has the same key
	topics    map[T]*sampled[V] // those that are held
}

type sampled[V any] struct {
	calls  int64 // of the topic, in the sample or not
	values []keyed[V]
}

// A keyed is a value with what makes it different from others.
type keyed[V any] struct {
	hash  uint64
	key   string
	value V
}

// topic returns the sample for a topic, or nil if it is not among those with the smallest
// hashes.
func (s *sample[T, V]) topic(about T) *sampled[V] {
	if held := s.topics[about]; held != nil {
		return held
	}
	if len(s.topics) == s.most && !s.admit(about) {
		return nil
	}
	held := &sampled[V]{}
	s.topics[about] = held
	return held
}

// admit gives up the topic with the greatest hash, unless that is the one that is to come.
func (s *sample[T, V]) admit(about T) bool {
	type hashed struct {
		hash uint64
		text string
	}
	compare := func(a, b hashed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.text, b.text)) }
	last, drop := hashed{hashKey(s.text(about)), s.text(about)}, about
	for held := range s.topics {
		if h := (hashed{hashKey(s.text(held)), s.text(held)}); compare(h, last) > 0 {
			last, drop = h, held
		}
	}
	delete(s.topics, drop)
	return drop != about
}

// put adds a value to a topic's, which is good for a while, or adds it to the one that has its
// key. keep returns the value to be kept.
func (t *sampled[V]) put(x keyed[V], per int, again func(held, v *V), keep func(V) V) {
	at, found := slices.BinarySearchFunc(t.values, x, func(a, b keyed[V]) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.key, b.key))
	})
	switch {
	case found:
		again(&t.values[at].value, &x.value)
	case at < per:
		x.value = keep(x.value)
		t.values = slices.Insert(t.values, at, x)
		t.values = t.values[:min(len(t.values), per)]
	}
}

// add adds a value that a number of calls have. keep returns it in memory of its own.
func (s *sample[T, V]) add(about T, key string, v V, calls int64, keep func(V) V) {
	if t := s.topic(about); t != nil {
		t.calls += calls
		t.put(keyed[V]{hashKey(key), key, v}, s.per, s.again, keep)
	}
}

// merge adds another sample, which does not change.
func (s *sample[T, V]) merge(o *sample[T, V]) {
	for about, list := range o.topics {
		if t := s.topic(about); t != nil {
			t.calls += list.calls
			for _, x := range list.values {
				t.put(x, s.per, s.again, func(v V) V { return v })
			}
		}
	}
}
