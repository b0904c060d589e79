// Package bench makes the texts that the benchmarks of several packages read, and measures. Only
// tests use it.
package bench

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
)

// Options describe a transcript for a benchmark.
type Options struct {
	Size    int     // bytes, at least
	Calls   float64 // fraction of the bytes that is in calls
	Defects bool    // every eighth call has one
}

// Prose is the text between the calls, repeated.
const Prose = "Let me look at the file first, then I will change the bound & run the tests again.\nIt fails in step 3 < 4 as before. "

// code are the lines that the values of the calls consist of, escaped.
var code = []string{
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
			line := code[r.IntN(len(code))]
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

// Allocated runs a function and returns the number of bytes that it allocates.
func Allocated(do func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}
