package main

import (
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, test := range []struct {
		done, of amounts
		since    time.Duration
		want     string
	}{
		{amounts{}, amounts{}, time.Second, "looking for files"},
		{amounts{}, amounts{files: 1}, time.Second, "read 0 of 1 file"},
		{amounts{files: 3, calls: 1, findings: 2}, amounts{files: 20, bytes: uncounted}, time.Second, "checked 3 of 20 files: 1 call, 2 findings"},
		{amounts{files: 1, bytes: 250e6}, amounts{files: 4, bytes: 1e9}, time.Second, "read 1 of 4 files: 0.2 of 1.0 GB, 250 MB/s, 3s left"},
		{amounts{bytes: 30e6}, amounts{files: 1, bytes: 90e6}, 2 * time.Second, "read 0 of 1 file: 30.0 of 90.0 MB, 15 MB/s, 4s left"},
		{amounts{}, amounts{files: 1, bytes: 90e6}, time.Second, "read 0 of 1 file: 0.0 of 90.0 MB, 0 MB/s"},
		{amounts{files: 1, bytes: 91e6}, amounts{files: 1, bytes: 90e6}, time.Second, "read 1 of 1 file: 90.0 of 90.0 MB, 90 MB/s, 0s left"},
	} {
		if got := progressLine(test.done, test.of, test.since); got != test.want {
			t.Errorf("%+v of %+v after %v: %s, want %s", test.done, test.of, test.since, got, test.want)
		}
	}
	none := newProgress(nil, nil) // nobody sees it
	none.begin(1, 1)
	none.add(amounts{files: 1})
	none.stop()
	none.stop()
}
