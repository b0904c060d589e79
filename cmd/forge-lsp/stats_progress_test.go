package main

import (
	"testing"
	"time"
)

func TestThroughput(t *testing.T) {
	for _, test := range []struct {
		done, total int64
		since       time.Duration
		want        string
	}{
		{250e6, 1e9, time.Second, "0.2 of 1.0 GB, 250 MB/s, 3s left"},
		{30e6, 90e6, 2 * time.Second, "30.0 of 90.0 MB, 15 MB/s, 4s left"},
		{0, 90e6, time.Second, "0.0 of 90.0 MB, 0 MB/s"},
		{91e6, 90e6, time.Second, "90.0 of 90.0 MB, 90 MB/s, 0s left"},
	} {
		if got := describeThroughput(test.done, test.total, test.since); got != test.want {
			t.Errorf("%d of %d after %v: %s, want %s", test.done, test.total, test.since, got, test.want)
		}
	}
	var none *throughput // for whoever is no terminal
	none.add(1)
	none.end()
}
