package xmlcall

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/bench"
)

// A treeData holds calls of about one size, as a model writes them: short values beside
// one that fills the call, escaped in two of three calls and in a CDATA section in the
// third.
type treeData struct {
	name    string
	size    int // of a call, in bytes
	defects bool
}

func treeTable() []treeData {
	var list []treeData
	for _, defects := range []bool{false, true} {
		for _, s := range []struct {
			name string
			size int
		}{{"200B", 200}, {"1KB", 1 << 10}, {"10KB", 10 << 10}, {"100KB", 100 << 10}, {"1MB", 1 << 20}} {
			name := s.name + "/clean"
			if defects {
				name = s.name + "/defects"
			}
			list = append(list, treeData{name, s.size, defects})
		}
	}
	return list
}

// text returns at least eight calls, of one or two megabytes in total.
func (d treeData) text() string {
	r := rand.New(rand.NewPCG(7, uint64(d.size)))
	var w strings.Builder
	for n := 0; n < 8 || w.Len() < 1<<20; n++ {
		start := w.Len()
		cdata := n%3 == 2
		tail := "</content>\n</arguments>\n</tool>\n" // approximately
		fmt.Fprintf(&w, "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>ring/ring%d.go</path>\n  <content>", n)
		if cdata {
			w.WriteString("<![CDATA[")
			tail = "]]>" + tail
		}
		for first := true; first || w.Len()-start+len(tail) < d.size-40; first = false {
			line := bench.Code[r.IntN(len(bench.Code))]
			if d.size < 512 {
				line = []string{"a &lt; b", "größer"}[r.IntN(2)]
			}
			if cdata {
				line = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(line)
			}
			w.WriteString(line)
		}
		if cdata {
			w.WriteString("]]>")
		}
		if d.defects && n%8 == 0 {
			w.WriteString([]string{"a && b", "i < n", "x]]> 1"}[n/8%3])
		}
		w.WriteString("</content>\n</arguments>\n</tool>\n")
	}
	return w.String()
}

// BenchmarkTree builds the tree, problems and verdict of each call, compared with
// encoding/xml's Decoder.Token on the same calls, which keeps nothing, and with a tree
// that is built from its tokens. Both stop at a defect; only the bytes that they have
// read until then are counted for them.
func BenchmarkTree(b *testing.B) {
	for _, d := range treeTable() {
		text := d.text()
		blocks := blocksOf(text)
		sources := make([]string, len(blocks))
		var bytes int64
		for i, block := range blocks {
			sources[i] = block.Source()
			bytes += int64(block.Span.Len())
		}
		own := 0.0
		b.Run(d.name+"/xmlcall", func(b *testing.B) {
			b.SetBytes(bytes)
			b.ReportAllocs()
			p := NewParser(text, Options{})
			for b.Loop() {
				for _, block := range blocks {
					p.At(block.Span.Start)
				}
			}
			own = throughput(b, bytes)
		})
		for _, peer := range []struct {
			name string
			read func(string) int64
		}{{"encoding-xml", readTokens}, {"encoding-xml-tree", buildTokens}} {
			b.Run(d.name+"/"+peer.name, func(b *testing.B) {
				var bytes int64
				for _, s := range sources {
					bytes += peer.read(s)
				}
				b.SetBytes(bytes)
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range sources {
						peer.read(s)
					}
				}
				b.ReportMetric(own/throughput(b, bytes), "x-slower")
			})
		}
	}
}

// buildTokens is readTokens that also keeps what Parse keeps: each token with its
// place, and the elements.
func buildTokens(s string) int64 {
	d := xml.NewDecoder(strings.NewReader(s))
	var (
		tokens   []Token
		elements []element
	)
	top := NoElement
	for {
		from := int(d.InputOffset())
		t, err := d.Token()
		if err != nil {
			return d.InputOffset()
		}
		span := Span{from, int(d.InputOffset())}
		kind, inner, of := Text, span, max(top, 0)
		switch t.(type) {
		case xml.StartElement:
			n := TokenID(len(tokens))
			elements = append(elements, element{parent: top, first: n, last: n})
			top = ElementID(len(elements) - 1)
			kind, inner, of = StartTag, Span{from + 1, span.End - 1}, top
		case xml.EndElement:
			kind, inner = EndTag, Span{from + 2, span.End - 1}
			elements[top].last = TokenID(len(tokens))
			top = elements[top].parent
		}
		tokens = append(tokens, makeToken(kind, span, inner, of))
	}
}

// throughput returns the bytes per second of a finished benchmark.
func throughput(b *testing.B, bytes int64) float64 {
	return float64(bytes) * float64(b.N) / b.Elapsed().Seconds()
}

// readTokens reads a call with encoding/xml and returns how many bytes it read.
func readTokens(s string) int64 {
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		if _, err := d.Token(); err != nil {
			return d.InputOffset()
		}
	}
}
