package main

import (
	"slices"
	"time"
)

// A sample is how long each of several turns took.
type sample []time.Duration

// quantile returns the smallest time that so many of a hundred turns did not exceed,
// zero if there was no turn.
func (s sample) quantile(percent int) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

func (s sample) p50() time.Duration { return s.quantile(50) }
func (s sample) p99() time.Duration { return s.quantile(99) }
