// Package bench makes the texts that the benchmarks of several packages read,
// and compares their speed with that of encoding/xml. Only tests use it.
package bench

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Options describe a transcript for a benchmark.
type Options struct {
	Size    int     // bytes, at least
	Calls   float64 // fraction of the bytes that is in calls
	Defects bool    // every eighth call has one
}

// Prose is the text between the calls, repeated.
const Prose = "Let me look at the file first, then I will change the bound & run the tests again.\nIt fails in step 3 < 4 as before. "

// Code are the lines that the values of the calls consist of, escaped.
var Code = []string{
	"func Min(a, b int) int {\n\tif a &lt; b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
	"const ok = (a, b) =&gt; a &amp;&amp; b;\n",
	"// The loop ends one element too late; see the issue for the whole story.\n",
	"\tfor i := 0; i &lt; len(items); i++ {\n\t\ttotal += items[i].Price * float64(items[i].Count)\n\t}\n",
	"größer als 10 – naïve Näherung\n",
}

// Transcript returns prose and calls whose contents are of log-normal length,
// as those of real transcripts are. It is the same for the same options.
func Transcript(o Options) string {
	r := rand.New(rand.NewPCG(1, uint64(o.Size)))
	var w strings.Builder
	w.Grow(o.Size + o.Size/8)
	inCalls := 0
	for n := 0; w.Len() < o.Size; n++ {
		if float64(inCalls) > o.Calls*float64(w.Len()) {
			w.WriteString(Prose)
			continue
		}
		length := int(math.Exp(r.NormFloat64()*2 + 6.5)) // median 665 bytes, mean 4.9 KB
		length = min(length, o.Size/4, 10<<20)
		start := w.Len()
		w.WriteString("<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>internal/ring/ring.go</path>\n  <content>")
		cdata := r.IntN(3) == 0
		if cdata {
			w.WriteString("<![CDATA[")
		}
		for from := w.Len(); w.Len()-from < length; {
			line := Code[r.IntN(len(Code))]
			if cdata {
				line = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(line)
			}
			w.WriteString(line)
		}
		if cdata {
			w.WriteString("]]>")
		}
		if o.Defects && n%8 == 0 {
			w.WriteString([]string{"a && b", "i < n", "x]]> 1"}[r.IntN(3)])
		}
		w.WriteString("</content>\n</arguments>\n</tool>\n")
		inCalls += w.Len() - start
	}
	return w.String()
}

// LargeCall returns one call of nearly size bytes.
func LargeCall(size int) string {
	lines := Code[0] + Code[2]
	return Call(strings.Repeat(lines, size/len(lines)-8))
}

// Call returns a call with one argument, whose text value is.
func Call(value string) string {
	return "<tool><tool_name>x</tool_name><arguments><v>" + value + "</v></arguments></tool>"
}

// Report adds a metric to a benchmark that read the given number of bytes in each
// iteration: how many times faster it was than the peer, which reads peer bytes per
// second.
func Report(b *testing.B, bytes int64, peer float64, unit string) {
	own := float64(bytes) * float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(own/peer, unit)
	b.ReportMetric(peer/1e6, "peer-MB/s")
}

// PeerTokens returns the throughput in bytes per second of encoding/xml on the calls of
// a text, each of which it reads up to the first defect. Finding the calls is not
// measured.
func PeerTokens(text string) float64 {
	var calls []string
	for rest := text; ; {
		i := strings.Index(rest, "<tool>")
		if i < 0 {
			break
		}
		n := strings.Index(rest[i:], "</tool>")
		if n < 0 {
			break
		}
		n += len("</tool>")
		calls = append(calls, rest[i:i+n])
		rest = rest[i+n:]
	}
	var bytes int64
	start := time.Now()
	for time.Since(start) < 200*time.Millisecond {
		for _, call := range calls {
			d := xml.NewDecoder(strings.NewReader(call))
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
