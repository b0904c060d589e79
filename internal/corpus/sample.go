package corpus

import (
	"cmp"
	"slices"
	"strings"
)

// A sample holds some values of each topic: those with the least hash, and so the same ones in
// whatever order they come. Of the topics, too, those with the least hash are held.
type sample[V any] struct {
	per, most int                    // values of a topic, and topics
	again     func(held, v *V)       // adds a value to one that has the same key
	keep      func(V) V              // returns a value in memory of its own
	topics    map[string]*sampled[V] // those that are held
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
func (s *sample[V]) topic(about string) *sampled[V] {
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
func (s *sample[V]) admit(about string) bool {
	drop := about
	for held := range s.topics {
		if cmp.Or(cmp.Compare(hashKey(held), hashKey(drop)), strings.Compare(held, drop)) > 0 {
			drop = held
		}
	}
	delete(s.topics, drop)
	return drop != about
}

// put adds a value to a topic's, which is good for a while, or adds it to the one that has its key.
func (s *sample[V]) put(t *sampled[V], x keyed[V]) {
	at, found := slices.BinarySearchFunc(t.values, x, func(a, b keyed[V]) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.key, b.key))
	})
	switch {
	case found:
		s.again(&t.values[at].value, &x.value)
	case at < s.per:
		x.value = s.keep(x.value)
		t.values = slices.Insert(t.values, at, x)
		t.values = t.values[:min(len(t.values), s.per)]
	}
}

// add adds a value that a number of calls have.
func (s *sample[V]) add(about, key string, v V, calls int64) {
	if t := s.topic(about); t != nil {
		t.calls += calls
		s.put(t, keyed[V]{hashKey(key), key, v})
	}
}

// merge adds another sample, which does not change.
func (s *sample[V]) merge(o *sample[V]) {
	for about, list := range o.topics {
		if t := s.topic(about); t != nil {
			t.calls += list.calls
			for _, x := range list.values {
				s.put(t, x)
			}
		}
	}
}
