package main

import (
	"slices"
	"time"
)

// A sample is the durations of several turns.
type sample []time.Duration

// quantile returns the smallest time that the given percentage of turns did not exceed,
// zero if there were no turns.
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
