package term

import "testing"

func TestProgressLine(t *testing.T) {
	for want, p := range map[string]*Progress{
		"looking for files":                 {},
		"read 0 of 1 file":                  {files: 1},
		"read 1 of 4 files: 0.2 of 1.0 GB":  {files: 4, read: 1, size: 1e9, bytes: 240e6},
		"read 0 of 1 file: 30.0 of 90.0 MB": {files: 1, size: 90e6, bytes: 30e6},
		"read 1 of 1 file: 90.0 of 90.0 MB": {files: 1, read: 1, size: 90e6, bytes: 91e6},
		"read 1,200 of 3,000 files":         {files: 3000, read: 1200},
	} {
		if got := p.line(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	none := NewProgress(nil, nil) // nobody sees it
	none.Stop()
	none.Stop()
}
