package lsp

import (
	"errors"
	"strings"
	"testing"

	"go.uber.org/zap"
)

// TestWriteFails: whoever writes a message, and whoever minds the session, learns that
// it did not arrive; one that did has its length before it.
func TestWriteFails(t *testing.T) {
	broken := errors.New("broken")
	var failure, told error
	var out strings.Builder
	s := newStream(strings.NewReader(""), writerFunc(func(p []byte) (int, error) {
		if failure != nil {
			return 0, failure
		}
		return out.Write(p)
	}), zap.NewNop(), func(err error) { told = err })
	body := func(b []byte) []byte { return append(b, "{\"é\":1}"...) }
	if err := s.write(body); err != nil || told != nil || out.String() != "Content-Length: 8\r\n\r\n{\"é\":1}" {
		t.Errorf("%q, %v, told %v", out.String(), err, told)
	}
	failure = broken
	if err := s.write(body); err != broken || told != broken {
		t.Errorf("%v, told %v", err, told)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
