package wire

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A steadyTransport takes a message in parts, with pauses between them.
type steadyTransport struct {
	Transport
	parts int
	pause time.Duration
}

func (s steadyTransport) send(_ []byte, took func()) error {
	for range s.parts {
		time.Sleep(s.pause)
		took()
	}
	return nil
}

// TestSlowIsLogged checks that a client that takes nothing for a while is mentioned in the log,
// and one that takes a large message in parts is not, however long it takes.
func TestSlowIsLogged(t *testing.T) {
	for _, test := range []struct {
		name string
		out  steadyTransport
		want int
	}{
		{"in parts", steadyTransport{parts: 10, pause: slowToRead / 2}, 0},
		{"after a while", steadyTransport{parts: 1, pause: slowToRead * 2}, 1},
		{"with two pauses", steadyTransport{parts: 2, pause: slowToRead * 2}, 2},
		{"at once", steadyTransport{}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log strings.Builder
			o := newOutbox(test.out, slog.New(slog.NewTextHandler(&log, nil)), nil, 0, 0)
			if err := o.send([]byte("x")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * slowToRead) // nothing is logged after it
			o.end()
			synctest.Wait()
			if got := strings.Count(log.String(), "the client has stopped reading"); got != test.want {
				t.Errorf("%s: it is told %d times, want %d", test.name, got, test.want)
			}
		})
	}
}
