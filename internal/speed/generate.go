package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A form describes a generated text.
type form struct {
	megabytes int
	markdown  bool
	defects   int // percentage of calls with a defect
	thinking  thinking
}

// thinking is the place where an unclosed <thinking> is mentioned. There are closed
// elements in every tenth section before it.
type thinking int

const (
	closed    thinking = iota // nowhere
	openEnd                   // after 98 % of the text
	openStart                 // after 2 %
)

func (t thinking) String() string { return [...]string{"closed", "open-end", "open-start"}[t] }

func (f form) String() string {
	kind := "reply"
	if f.markdown {
		kind = "markdown"
	}
	return fmt.Sprintf("%dMB/%s/%d%%/%s", f.megabytes, kind, f.defects, f.thinking)
}

// extension is that of a file of the form.
func (f form) extension() string {
	if f.markdown {
		return ".md"
	}
	return ".reply"
}

// A place is a kind of place in which a letter is typed.
type place int

const (
	inProse  place = iota
	inValue        // content with escapes
	inCDATA        // content in a CDATA section
	inDefect       // the content of a call with a defect
	places
)

// sectionOf is the approximate length of a section in bytes.
const sectionOf = 1 << 10

// A document is a generated text with its places, as byte offsets in order.
type document struct {
	form
	text   []byte
	places [places][]int
}

// A generator writes a text section by section: a heading or none, a paragraph, and a
// call. A third of the contents are in CDATA sections, one line in five is not ASCII.
type generator struct {
	*rand.Rand
	bytes.Buffer
	doc     *document
	defects int    // number planted so far
	prefix  string // of the lines of a list item or a quote
}

// generate returns the text of a form. It is the same each time.
func generate(f form) *document {
	size := f.megabytes << 20
	g := &generator{Rand: rand.New(rand.NewPCG(12, uint64(f.megabytes))), doc: &document{form: f}}
	g.Grow(size + sectionOf)
	mention := [...]int{closed: 2 * size, openStart: size / 50, openEnd: size / 50 * 49}[f.thinking]
	mentioned := false
	for n := 0; g.Len() < size; n++ {
		switch {
		case g.Len() >= mention && !mentioned:
			g.WriteString("A call inside of <thinking> does not run, so I plan without that tag.\n\n")
			mentioned = true
		case n%10 == 5 && !mentioned:
			g.WriteString("<thinking>\nThe bound is off by one & the test is right; I will write the file first.\n</thinking>\n\n")
		}
		g.section(n)
	}
	g.doc.text = g.Bytes()
	return g.doc
}

// section writes prose and a call with a total length of a kilobyte.
func (g *generator) section(n int) {
	end := g.Len() + sectionOf
	fence := "```"
	if g.doc.markdown {
		if n%4 == 0 {
			fmt.Fprintf(g, "## Step %d: the ring buffer\n\n", n)
		}
		switch n % 8 {
		case 3:
			g.prefix = "   "
		case 6:
			g.prefix = "> "
		}
	}
	g.prose(end - 620 - g.IntN(200))
	if g.doc.markdown {
		switch n % 8 {
		case 3:
			g.WriteString("1. Then the call:\n\n")
		case 6:
			g.WriteString("> It was this call:\n>\n")
		}
		g.line(fence + "xml")
	}
	g.call(n, end-len(fence)-len(g.prefix)-30)
	if g.doc.markdown {
		g.line(fence)
	}
	g.prefix = ""
	g.WriteByte('\n')
}

// prose writes a paragraph that ends before the offset, or shortly after.
func (g *generator) prose(end int) {
	g.doc.add(inProse, g.Len()+len("Let me lo"))
	g.WriteString("Let me look at the file first, then I will change the bound & run the tests again.\n")
	for i := 0; g.Len() < end; i++ {
		g.WriteString(words[g.IntN(len(words))])
	}
	g.WriteByte('\n')
}

// words are lines of prose.
var words = []string{
	"It fails in step 3 < 4 as before, and only there.\n",
	"The buffer wraps when the head passes the capacity.\n",
	"Größer als erwartet – the naïve bound is off by one.\n",
	"I keep the exported names, so that nothing else has to change.\n",
}

// line writes a line inside a list item or a quote.
func (g *generator) line(text string) {
	g.WriteString(g.prefix)
	g.WriteString(text)
	g.WriteByte('\n')
}

// call writes a call that ends before the offset, or shortly after.
func (g *generator) call(n, end int) {
	d := noDefect
	if g.IntN(100) < g.doc.defects {
		d = defect(1 + g.defects%int(defectsOf-1))
		g.defects++
	}
	cdata := n%3 == 1
	if d == unclosedCDATA {
		cdata = true
	} else if d == bareAmpersand || d == rawLessThan || d == callEnd {
		cdata = false // here they are intended
	}
	tool, content := "write_file", "content"
	if d == wrongName {
		tool, content = [...]string{"writ_file", "write_file"}[n%2], [...]string{"content", "contents"}[n%2]
	}
	g.line("<tool>")
	g.line("<server_name>local</server_name>")
	g.line("<tool_name>" + tool + "</tool_name>")
	g.line("<arguments>")
	g.line(fmt.Sprintf("  <path>internal/ring/ring_%d.go</path>", n))
	g.WriteString(g.prefix + "  <" + content + ">")
	if cdata {
		g.WriteString("<![CDATA[")
	}
	g.content(d, cdata, end-60)
	if cdata && d != unclosedCDATA {
		g.WriteString("]]>")
	}
	if d != missingEnd {
		g.WriteString("</" + content + ">")
	}
	g.WriteByte('\n')
	g.line("</arguments>")
	g.line("</tool>")
}

// content writes lines of code, including the defect.
func (g *generator) content(d defect, cdata bool, end int) {
	at := inValue
	switch {
	case d != noDefect:
		at = inDefect
	case cdata:
		at = inCDATA
	}
	g.WriteByte('\n')
	g.WriteString(g.prefix)
	g.doc.add(at, g.Len()+len("// The lo"))
	g.WriteString("// The loop ends one element too late; see above.\n")
	if line := defectLines[d]; line != "" {
		g.line(line)
	}
	for g.Len() < end {
		line := code[g.IntN(len(code))]
		if !cdata {
			line = escape.Replace(line)
		}
		g.line(line)
	}
	g.WriteString(g.prefix)
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// code are lines of code, not escaped.
var code = []string{
	"	for i := 0; i < len(items); i++ {",
	"const ok = (a, b) => a && b;",
	"		total += items[i].Price * float64(items[i].Count)",
	"größer als 10 – naïve Näherung",
	"	return",
	"	if a < b || b > a {",
}

// A defect is a kind of defect of a call.
type defect int

const (
	noDefect defect = iota
	bareAmpersand
	rawLessThan
	unclosedCDATA
	sectionEnd
	missingEnd
	callEnd
	wrongName
	defectsOf
)

// defectLines are the lines of the content that are wrong.
var defectLines = [defectsOf]string{
	bareAmpersand: "if a && b {",
	rawLessThan:   "for i := 0; i < n; i++ {",
	sectionEnd:    "x[y[0]]> 1 and x[y[0]]]> 2",
	callEnd:       "// a call ends with </tool>, as in XML",
}

// add records a place.
func (d *document) add(p place, offset int) { d.places[p] = append(d.places[p], offset) }

// near returns the place that is nearest to a fraction of the text, in percent, and
// whether there is one.
func (d *document) near(p place, share int) (offset int, ok bool) {
	want, best := len(d.text)/100*share, -1
	for _, at := range d.places[p] {
		if best < 0 || abs(at-want) < abs(best-want) {
			best = at
		}
	}
	return best, best >= 0
}

func abs(n int) int { return max(n, -n) }

// A position is a position in the protocol: 0-based, the character in UTF-16 units.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// position returns the position of an offset.
func (d *document) position(offset int) position {
	before := d.text[:offset]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	units := 0
	for _, r := range string(line) {
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return position{Line: bytes.Count(before, []byte("\n")), Character: units}
}
