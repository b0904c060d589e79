package stream

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/bench"
)

// BenchmarkDecoder decodes a transcript in chunks of 4 KB.
func BenchmarkDecoder(b *testing.B) {
	for _, o := range []bench.Options{
		{Size: 10 << 20, Calls: 0.1}, {Size: 10 << 20, Calls: 0.1, Defects: true}, {Size: 10 << 20, Calls: 0.6},
	} {
		name := fmt.Sprintf("10MB/calls=%d%%/defects=%v", int(o.Calls*100), o.Defects)
		b.Run(name, func(b *testing.B) {
			stream := []byte(bench.Transcript(o))
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				d := &Decoder{Handle: func(Event) error { return nil }}
				for rest := stream; len(rest) > 0; {
					n := min(len(rest), 4<<10)
					d.Write(rest[:n])
					rest = rest[n:]
				}
				d.Close()
			}
		})
	}
	b.Run("10MB/prose", func(b *testing.B) {
		stream := bytes.Repeat([]byte(bench.Prose), 10<<20/len(bench.Prose))
		d := &Decoder{Handle: func(Event) error { return nil }}
		b.SetBytes(int64(len(stream)))
		b.ReportAllocs()
		for b.Loop() {
			for rest := stream; len(rest) > 0; {
				n := min(len(rest), 4<<10)
				d.Write(rest[:n])
				rest = rest[n:]
			}
		}
	})
}
