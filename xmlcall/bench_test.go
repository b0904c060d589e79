package xmlcall

import (
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// A transcript is made for benchmarks: prose, and calls whose contents are of
// log-normal length, as those of real transcripts are.
type transcriptOptions struct {
	size    int     // bytes, at least
	calls   float64 // share of the bytes that is in calls
	defects bool    // every eighth call has one
}

const prose = "Let me look at the file first, then I will change the bound & run the tests again.\nIt fails in step 3 < 4 as before. "

var code = []string{
	"func Min(a, b int) int {\n\tif a &lt; b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
	"const ok = (a, b) =&gt; a &amp;&amp; b;\n",
	"// The loop ends one element too late; see the issue for the whole story.\n",
	"\tfor i := 0; i &lt; len(items); i++ {\n\t\ttotal += items[i].Price * float64(items[i].Count)\n\t}\n",
	"größer als 10 – naïve Näherung\n",
}

func makeTranscript(o transcriptOptions) string {
	r := rand.New(rand.NewPCG(1, uint64(o.size)))
	var w strings.Builder
	w.Grow(o.size + o.size/8)
	inCalls := 0
	for n := 0; w.Len() < o.size; n++ {
		if float64(inCalls) > o.calls*float64(w.Len()) {
			w.WriteString(prose)
			continue
		}
		length := int(math.Exp(r.NormFloat64()*2 + 6.5)) // median 665 bytes, mean 4.9 KB
		length = min(length, o.size/4, 10<<20)
		start := w.Len()
		w.WriteString("<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>internal/ring/ring.go</path>\n  <content>")
		cdata := r.IntN(3) == 0
		if cdata {
			w.WriteString("<![CDATA[")
		}
		for from := w.Len(); w.Len()-from < length; {
			line := code[r.IntN(len(code))]
			if cdata {
				line = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(line)
			}
			w.WriteString(line)
		}
		if cdata {
			w.WriteString("]]>")
		}
		if o.defects && n%8 == 0 {
			w.WriteString([]string{"a && b", "i < n", "x]]> 1"}[r.IntN(3)])
		}
		w.WriteString("</content>\n</arguments>\n</tool>\n")
		inCalls += w.Len() - start
	}
	return w.String()
}

var sizes = []struct {
	name string
	size int
}{{"64KB", 64 << 10}, {"1MB", 1 << 20}, {"10MB", 10 << 20}, {"100MB", 100 << 20}}

// BenchmarkParse builds the full tree with all facts for every block of a
// transcript, beside encoding/xml's Decoder.Token on the same blocks.
func BenchmarkParse(b *testing.B) {
	for _, defects := range []bool{false, true} {
		for _, calls := range []float64{0.1, 0.6} {
			for _, s := range sizes {
				name := fmt.Sprintf("%s/calls=%d%%/defects=%v", s.name, int(calls*100), defects)
				b.Run(name, func(b *testing.B) {
					text := makeTranscript(transcriptOptions{s.size, calls, defects})
					var bytes int64
					var offsets []int
					for _, block := range Parse(text) {
						bytes += int64(block.Span.Len())
						offsets = append(offsets, block.Span.Start)
					}
					b.SetBytes(bytes)
					b.ReportAllocs()
					p := NewParser(text)
					for b.Loop() {
						for _, offset := range offsets {
							p.At(offset)
						}
					}
					report(b, bytes, peerTokens(text), "x-encoding/xml")
				})
			}
		}
	}
}

// BenchmarkNotes finds the notes on the blocks of a transcript.
func BenchmarkNotes(b *testing.B) {
	blocks := Parse(makeTranscript(transcriptOptions{1 << 20, 0.6, false}))
	var bytes int64
	for _, block := range blocks {
		bytes += int64(block.Span.Len())
	}
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, block := range blocks {
			block.Notes()
		}
	}
}

// report adds how many times faster than the peer the benchmark was.
func report(b *testing.B, bytes int64, peer float64, unit string) {
	own := float64(bytes) * float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(own/peer, unit)
	b.ReportMetric(peer/1e6, "peer-MB/s")
}

// peerTokens returns encoding/xml's throughput in bytes a second on the blocks
// of text. The blocks are found before.
func peerTokens(text string) float64 {
	blocks := Parse(text)
	var bytes int64
	start := time.Now()
	for time.Since(start) < 200*time.Millisecond {
		for _, block := range blocks {
			d := xml.NewDecoder(strings.NewReader(block.Source()))
			for {
				if _, err := d.Token(); err != nil {
					break
				}
			}
			bytes += d.InputOffset() // it stops at a defect
			if time.Since(start) > time.Second {
				break
			}
		}
	}
	return float64(bytes) / time.Since(start).Seconds()
}

// BenchmarkFind counts the calls of a text that is 90 % prose, beside
// strings.Count of the tag alone.
func BenchmarkFind(b *testing.B) {
	text := makeTranscript(transcriptOptions{10 << 20, 0.1, false})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for i := Find(text, 0); i >= 0; i = Find(text, i+1) {
		}
	}
	start, n := time.Now(), 0
	for time.Since(start) < 200*time.Millisecond {
		strings.Count(text, toolOpen)
		n++
	}
	report(b, int64(len(text)), float64(n*len(text))/time.Since(start).Seconds(), "x-Count")
}

// BenchmarkOneCall parses a single call with a large value: the time a byte
// takes must not depend on the size.
func BenchmarkOneCall(b *testing.B) {
	var small float64
	for _, s := range sizes[1:3] {
		b.Run(s.name, func(b *testing.B) {
			text := largeCall(s.size)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				ParseAt(text, 0)
			}
			each := b.Elapsed().Seconds() / float64(b.N)
			if small == 0 {
				small = each
			}
			b.ReportMetric(each/small, "x-1MB")
		})
	}
}

// largeCall returns one call of nearly size bytes.
func largeCall(size int) string {
	lines := code[0] + code[2]
	return oneCall(strings.Repeat(lines, size/len(lines)-8))
}

func oneCall(value string) string {
	return "<tool><tool_name>x</tool_name><arguments><v>" + value + "</v></arguments></tool>"
}

// hostile are texts made to be slow to read: each is repeated to a mebibyte
// inside one value.
var hostile = []struct{ name, text string }{
	{"lt", "<"},
	{"amp", "&"},
	{"section", "<![CDATA["},
	{"section-end", "]]>"},
	{"open", "<a>"},
	{"quote", `<a b="`},
	{"comment", "<!--"},
	{"declaration", "<!"},
	{"instruction", "<?a "},
	{"end", "</a>"},
	{"crossed", "<a></b>"},
	{"call", "<tool>"},
	{"list", "<edits><edit>"},
	{"empty-section", "<x><![CDATA[]]>"},
	{"broken-section", "<x><[CDATA[]]>"},
	{"sections", "<![CDATA[a]]>b"},
	{"section-ends", "]]>b"},
	{"control", "\x00"},
	{"cut", "</tool><tool><arguments>"},
}

// BenchmarkHostile reads them, beside plain text of the same size and beside a
// quarter of themselves: what takes four times as long is linear.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	plain := oneCall(strings.Repeat("plain text ", size/11))
	// each returns the seconds that reading text once takes.
	each := func(text string) float64 {
		start, n := time.Now(), 0
		for time.Since(start) < 50*time.Millisecond {
			Parse(text)
			n++
		}
		return time.Since(start).Seconds() / float64(n)
	}
	for _, h := range hostile {
		b.Run(h.name, func(b *testing.B) {
			text := oneCall(strings.Repeat(h.text, size/len(h.text)))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Parse(text)
			}
			own := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(own/each(plain), "x-plain-time")
			b.ReportMetric(own/each(oneCall(strings.Repeat(h.text, size/4/len(h.text)))), "x-quarter")
		})
	}
}
