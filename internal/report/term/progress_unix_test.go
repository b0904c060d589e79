//go:build unix

package term

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestProgressWidth checks that the line leaves the last column free, and is not drawn where
// hardly anything of it fits.
func TestProgressWidth(t *testing.T) {
	user, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(tty.Close(), user.Close()) }()
	const all = "read 3 of 20 files: 1234567.0 of 5678901.0 GB"
	for columns, want := range map[uint16]string{
		minWidth - 1:          "",
		minWidth:              all[:minWidth-1],
		uint16(len(all)):      all[:len(all)-1],
		uint16(len(all)) + 1:  all,
		uint16(len(all)) + 10: all,
	} {
		if err := pty.Setsize(user, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		p := &Progress{terminal: tty, out: &out, files: 20, read: 3, size: 5678901e9, bytes: 1234567e9, timer: time.NewTimer(time.Hour)}
		p.draw()
		if want != "" {
			want = "\r" + want + eraseRight
		}
		if out.String() != want {
			t.Errorf("in %d columns: %q, want %q", columns, out.String(), want)
		}
	}
}
