package diagnostics

import (
	"strings"
	"sync"
)

// A memo remembers what was made of texts. It forgets all once it is full.
type memo[V any] struct {
	most  int // texts
	mu    sync.Mutex
	known map[string]V
}

// of returns what was made of a text, or makes it.
func (m *memo[V]) of(text string, made func() V) V {
	m.mu.Lock()
	v, known := m.known[text]
	m.mu.Unlock()
	if known {
		return v
	}
	v = made()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= m.most {
		m.known = map[string]V{}
	}
	m.known[strings.Clone(text)] = v // which may be a part of a large one
	return v
}
