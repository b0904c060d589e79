package main

import "testing"

// TestReaders checks that each reader finds the written content in each call, including
// bare ampersands.
func TestReaders(t *testing.T) {
	for _, size := range []int{1 << 10, 9999} {
		calls, err := callsOf(contentOf(size))
		if err != nil {
			t.Fatal(err)
		}
		for i := range calls {
			for _, r := range readers {
				if got, err := r.read(&calls[i]); err != nil || got != calls[i].content {
					t.Errorf("%s of %d bytes, read by %s: %v, %.40q", calls[i].name, size, r.name, err, got)
				}
			}
		}
		for i, c := range calls {
			if spoiled := i >= plain; len(c.content) < size-8 || (len(c.text) > len(calls[1].text)) != spoiled && i > 1 {
				t.Errorf("%s: %d bytes of content, %d of the call", c.name, len(c.content), len(c.text))
			}
		}
	}
}
