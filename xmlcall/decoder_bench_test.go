package xmlcall

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkDecoder decodes a transcript in chunks of 4 KB, beside
// encoding/xml's Decoder.Token on the calls of the same transcript.
func BenchmarkDecoder(b *testing.B) {
	for _, o := range []transcriptOptions{
		{10 << 20, 0.1, false}, {10 << 20, 0.1, true}, {10 << 20, 0.6, false},
	} {
		name := fmt.Sprintf("10MB/calls=%d%%/defects=%v", int(o.calls*100), o.defects)
		b.Run(name, func(b *testing.B) {
			text := makeTranscript(o)
			stream := []byte(text)
			peer := peerTokens(text)
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
			report(b, int64(len(stream)), peer, "x-encoding/xml")
		})
	}
	b.Run("10MB/one-call", func(b *testing.B) {
		stream := []byte(largeCall(sizes[2].size))
		b.SetBytes(int64(len(stream)))
		b.ReportAllocs()
		var peak uint64
		for b.Loop() {
			peak = max(peak, decodePeak(stream))
		}
		b.ReportMetric(float64(peak)/float64(len(stream)), "x-size-peak")
	})
	b.Run("10MB/prose", func(b *testing.B) {
		stream := bytes.Repeat([]byte(prose), 10<<20/len(prose))
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

// decodePeak decodes a stream in chunks of 4 KB and returns by how many bytes
// the heap was larger than before at most, garbage included.
func decodePeak(stream []byte) (peak uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	see := func() {
		runtime.ReadMemStats(&m)
		if m.HeapAlloc > before {
			peak = max(peak, m.HeapAlloc-before)
		}
	}
	d := &Decoder{Handle: func(Event) error { see(); return nil }}
	for rest := stream; len(rest) > 0; {
		n := min(len(rest), 4<<10)
		d.Write(rest[:n])
		rest = rest[n:]
		if len(rest)%(64<<10) < 4<<10 {
			see()
		}
	}
	d.Close()
	return peak
}

// BenchmarkReadReply reads one reply with ten calls, thinking and prose.
func BenchmarkReadReply(b *testing.B) {
	text := "<thinking>" + strings.Repeat(prose, 20) + "</thinking>" + makeTranscript(transcriptOptions{64 << 10, 0.3, false})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		ReadReply(text)
	}
}
