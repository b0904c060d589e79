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
}

func (f form) String() string {
	kind := "reply"
	if f.markdown {
		kind = "markdown"
	}
	return fmt.Sprintf("%dMB/%s/%d%%", f.megabytes, kind, f.defects)
}

// extension is that of a file of the form.
func (f form) extension() string {
	if f.markdown {
		return ".md"
	}
	return ".reply"
}

// A place is a kind of place in which a letter is typed: the text before it.
type place string

const (
	inProse  place = "Let me lo"
	inValue  place = "// Escaped" // content with escapes
	inCDATA  place = "// Verbatim"
	inDefect place = "// Wrong" // the content of a call with a defect
)

// sectionOf is the approximate length of a section in bytes.
const sectionOf = 1 << 10

// A document is a generated text.
type document struct {
	form
	text []byte
}

// generate returns the text of a form. It is the same each time.
func generate(f form) *document {
	r := rand.New(rand.NewPCG(12, uint64(f.megabytes)))
	var b bytes.Buffer
	b.Grow(f.megabytes<<20 + 2*sectionOf)
	for n := 0; b.Len() < f.megabytes<<20; n++ {
		if n%10 == 5 {
			b.WriteString("<thinking>\nThe bound is off by one & the test is right; I will write the file first.\n</thinking>\n\n")
		}
		if f.markdown && n%4 == 0 {
			fmt.Fprintf(&b, "## Step %d: the ring buffer\n\n", n)
		}
		prose := string(inProse) + "ok at the file first, then I will change the bound & run the tests again.\n" + lines(r, words, 100+r.IntN(200)) + "\n"
		call := f.call(r, n, sectionOf-len(prose))
		if f.markdown {
			call = inMarkdown(n, "```xml\n"+call+"```\n")
		}
		b.WriteString(prose + call + "\n")
	}
	return &document{f, b.Bytes()}
}

// inMarkdown returns a block, sometimes in a list or in a quote.
func inMarkdown(n int, block string) string {
	switch n % 8 {
	case 3:
		return "1. Then the call:\n\n   " + strings.TrimSuffix(strings.ReplaceAll(block, "\n", "\n   "), "   ")
	case 6:
		return "> It was this call:\n>\n> " + strings.TrimSuffix(strings.ReplaceAll(block, "\n", "\n> "), "> ")
	}
	return block
}

// call returns a call of about size bytes.
func (f form) call(r *rand.Rand, n, size int) string {
	const start = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n"
	path := fmt.Sprintf("  <path>internal/ring/ring_%d.go</path>\n  <content>", n)
	const end = "</content>\n</arguments>\n</tool>\n"
	content := lines(r, code, size-len(start+path+end)-60)
	escaped := "\n" + string(inValue) + "\n" + escape.Replace(content)
	switch {
	case r.IntN(100) < f.defects:
		d := defects[r.IntN(len(defects))]
		wrong := strings.Replace(start+path+escaped+end, string(inValue), string(inDefect), 1)
		return strings.Replace(wrong, d.right, d.wrong, 1)
	case n%3 == 1:
		return start + path + "<![CDATA[\n" + string(inCDATA) + "\n" + content + "]]>" + end
	}
	return start + path + escaped + end
}

// lines returns random lines with a length of about size bytes.
func lines(r *rand.Rand, from []string, size int) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(from[r.IntN(len(from))])
	}
	return b.String()
}

// words are lines of prose.
var words = []string{
	"It fails in step 3 < 4 as before, and only there.\n",
	"The buffer wraps when the head passes the capacity.\n",
	"Größer als erwartet – the naïve bound is off by one.\n",
	"I keep the exported names, so that nothing else has to change.\n",
}

// code are lines of code.
var code = []string{
	"	for i := 0; i < len(items); i++ {\n",
	"const ok = (a, b) => a && b;\n",
	"		total += items[i].Price * float64(items[i].Count)\n",
	"größer als 10 – naïve Näherung\n",
	"	return\n",
	"	if a < b || b > a {\n",
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// defects are what is wrong in a call, and what is right in its place.
var defects = []struct{ right, wrong string }{
	{"</content>", "if a && b {\n</content>"},
	{"</content>", "for i := 0; i < n; i++ {\n</content>"},
	{"</content>", "x[y[0]]> 1 and x[y[0]]]> 2\n</content>"},
	{"</content>", "// a call ends with </tool>, as in XML\n</content>"},
	{"</content>", ""},
	{"<content>", "<content><![CDATA["},
	{"<content>", "<contents>"},
	{"write_file", "writ_file"},
}

// near returns the first place of a kind after a fraction of the text, in percent, or
// the last one, and whether there is one.
func (d *document) near(p place, share int) (offset int, ok bool) {
	from := len(d.text) / 100 * share
	at := bytes.Index(d.text[from:], []byte(p))
	if at < 0 {
		from, at = 0, bytes.LastIndex(d.text, []byte(p))
	}
	return from + at + len(p), at >= 0
}
