package stream

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestZeroDecoder reads with a zero Decoder.
func TestZeroDecoder(t *testing.T) {
	var d Decoder
	for _, s := range []string{"prose <to", "ol><tool_name>x</tool_name></tool> prose <tool>"} {
		if n, err := io.WriteString(&d, s); n != len(s) || err != nil {
			t.Errorf("%d of %d bytes, %v", n, len(s), err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// TestMaxSize reads calls at a limit other than the runtime's own, smaller and
// larger, one byte above it, and without an end.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{200, xmlcall.MaxSize + 1000} {
		const open, end = "<tool><tool_name>x</tool_name><arguments><v>", "</v></arguments></tool>"
		fits := open + strings.Repeat("a", size-len(open)-len(end)) + end
		tooLarge := strings.Replace(fits, "<v>", "<v>a", 1)
		var kinds []Kind
		d := Decoder{Options: xmlcall.Options{MaxSize: size}, Handle: func(e Event) error {
			if e.Kind == CallComplete || e.Kind == CallRefused || e.Kind == CallUnfinished {
				kinds = append(kinds, e.Kind)
			}
			return nil
		}}
		if _, err := io.WriteString(&d, fits+tooLarge+strings.TrimSuffix(fits, "</tool>")); err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if want := []Kind{CallComplete, CallRefused, CallUnfinished}; !slices.Equal(kinds, want) {
			t.Errorf("%d: %v, want %v", size, kinds, want)
		}
	}
}
