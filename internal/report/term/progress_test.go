package term

import (
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, test := range []struct {
		done, of Amounts
		counts   bool
		since    time.Duration
		want     string
	}{
		{Amounts{}, Amounts{}, false, time.Second, "looking for files"},
		{Amounts{}, Amounts{Files: 1}, false, time.Second, "read 0 of 1 file"},
		{Amounts{Files: 3, Calls: 1, Findings: 2}, Amounts{Files: 20}, true, time.Second, "checked 3 of 20 files: 1 call, 2 findings"},
		{Amounts{Files: 1, Calls: 51, Bytes: 250e6}, Amounts{Files: 4, Bytes: 1e9}, true, time.Second, "checked 1 of 4 files: 0.2 of 1.0 GB, 51 calls, 0 findings, 3s left"},
		{Amounts{Files: 1, Bytes: 250e6}, Amounts{Files: 4, Bytes: 1e9}, false, time.Second, "read 1 of 4 files: 0.2 of 1.0 GB, 250 MB/s, 3s left"},
		{Amounts{Bytes: 30e6}, Amounts{Files: 1, Bytes: 90e6}, false, 2 * time.Second, "read 0 of 1 file: 30.0 of 90.0 MB, 15 MB/s, 4s left"},
		{Amounts{}, Amounts{Files: 1, Bytes: 90e6}, false, time.Second, "read 0 of 1 file: 0.0 of 90.0 MB, 0 MB/s"},
		{Amounts{Files: 1, Bytes: 91e6}, Amounts{Files: 1, Bytes: 90e6}, false, time.Second, "read 1 of 1 file: 90.0 of 90.0 MB, 90 MB/s, 0s left"},
	} {
		if got := progressLine(test.done, test.of, test.counts, test.since); got != test.want {
			t.Errorf("%+v of %+v after %v: %s, want %s", test.done, test.of, test.since, got, test.want)
		}
	}
	none := NewProgress(nil, nil) // nobody sees it
	none.Begin(1, nil, true)
	none.Add(Amounts{Files: 1})
	none.Stop()
	none.Stop()
}
