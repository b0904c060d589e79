package main

import (
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	var hundred sample
	for i := range 100 {
		hundred = append(hundred, time.Duration(100-i))
	}
	for _, test := range []struct {
		name    string
		of      sample
		percent int
		want    time.Duration
	}{
		{"none", nil, 50, 0},
		{"one", sample{7}, 99, 7},
		{"the middle of three", sample{9, 1, 5}, 50, 5},
		{"the lower middle of four", sample{4, 3, 2, 1}, 50, 2},
		{"p50 of a hundred", hundred, 50, 50},
		{"p99 of a hundred", hundred, 99, 99},
		{"all of a hundred", hundred, 100, 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.of.quantile(test.percent); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}
