package xmlcall

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/entrhq/forge-lsp/internal/forge"
)

func blocksFor(text string, size int) []*Block {
	return slices.Collect(Blocks(text, Options{MaxSize: size}))
}

// TestReadable checks that only a part is read of a text too long for 32-bit offsets.
// The text is never allocated.
func TestReadable(t *testing.T) {
	var first byte
	size := uint64(math.MaxInt32) + 10
	if text := unsafe.String(&first, size); len(readable(text)) != math.MaxInt32 || readable("abc") != "abc" {
		t.Errorf("%d bytes are read", len(readable(text)))
	}
}

// TestMaxSize tests every function that checks sizes with limits other than the
// runtime's own, smaller and larger.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{200, MaxSize + 1000} {
		// write returns a call of n bytes.
		write := func(n int) string {
			const open, end = "<tool><tool_name>x</tool_name><arguments><v>", "</v></arguments></tool>"
			return open + strings.Repeat("a", n-len(open)-len(end)) + end
		}
		fits, tooLarge := write(size), write(size+1)
		p := NewParser(fits, Options{MaxSize: size})
		large := NewParser(tooLarge, Options{MaxSize: size})
		reason := forge.TooLarge(size)

		for name, v := range map[string]Verdict{
			"At": p.At(0).Verdict(), "Blocks": blocksFor(fits, size)[0].Verdict(),
		} {
			if v.Outcome != Runs {
				t.Errorf("%d: %s: %+v", size, name, v)
			}
		}
		for name, v := range map[string]Verdict{
			"At": large.At(0).Verdict(), "Blocks": blocksFor(tooLarge, size)[0].Verdict(),
		} {
			if v.Outcome != Refused || v.Reason != reason {
				t.Errorf("%d: %s of one byte more: %+v", size, name, v)
			}
		}

		var refused *RefusedError
		if err := Unmarshal(fits, new(struct{}), Options{MaxSize: size}); err != nil {
			t.Errorf("%d: Unmarshal: %v", size, err)
		}
		// The library view checks the size of the whole text.
		for _, text := range []string{tooLarge, fits + "a"} {
			if err := Unmarshal(text, new(struct{}), Options{MaxSize: size}); !errors.As(err, &refused) || refused.Verdict.Reason != reason {
				t.Errorf("%d: Unmarshal of one byte more: %v", size, err)
			}
		}
	}
	wrong := "<tool><arguments><v>" + strings.Repeat("a", 200) + "</w></arguments></tool>"
	if v := blocksFor(wrong, 100)[0].Verdict(); v.Reason != forge.TooLarge(100) {
		t.Errorf("a call that has other problems, too: %+v", v)
	}
	long := strings.Repeat("a", MaxSize)
	if v := blocksFor("<tool><tool_name>x</tool_name>"+long+"</tool>", 0)[0].Verdict(); v.Reason != forge.TooLarge(MaxSize) {
		t.Errorf("a limit of 0: %+v", v)
	}
}
