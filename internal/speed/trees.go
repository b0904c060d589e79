package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A tree is a folder of generated files for linters. The content in Markdown also
// exists as JSON and as XML, for linters of these.
type tree struct {
	name  string
	files int
	size  int // approximate bytes of a file
	lines bool
	dir   string // which has a folder for each kind
}

// trees are the trees to measure: the content of a project, a transcript, and a few
// large prompts.
func trees() []*tree {
	return []*tree{
		{name: "10,000 files, 300 MB", files: 10_000, size: 30_000},
		{name: "200 files of 50 KB", files: 200, size: 50_000},
		{name: "a transcript of 100 MB", files: 1, size: 100 << 20, lines: true},
	}
}

// write generates the files, 10 % of them in calls, of which 1 % have defects.
func (t *tree) write() error {
	for i := range t.files {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(t.files), uint64(i))), doc: &document{form: form{markdown: true, defects: 1}}}
		if err := t.writeFile(g, i); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) writeFile(g *generator, i int) error {
	if t.lines {
		return t.writeTo("jsonl", "transcript.jsonl", g.transcript(t.size))
	}
	name := fmt.Sprintf("part-%02d/file-%d", i/100, i)
	g.page(t.size)
	// A record for each line, so that readers of JSON and XML have as much to read as in
	// real files.
	page, elements := bytes.NewBufferString("[\n"), bytes.NewBufferString("<page>\n")
	number := 0
	for line := range strings.Lines(g.String()) {
		line = strings.TrimSuffix(line, "\n")
		if number++; number > 1 {
			page.WriteString(",\n")
		}
		record, err := asJSON(struct {
			Line int    `json:"line"`
			Text string `json:"text"`
		}{number, line})
		if err != nil {
			return err
		}
		page.Write(bytes.TrimSpace(record))
		fmt.Fprintf(elements, "<line number=\"%d\">", number)
		if err := xml.EscapeText(elements, []byte(line)); err != nil {
			return err
		}
		elements.WriteString("</line>\n")
	}
	page.WriteString("\n]\n")
	elements.WriteString("</page>\n")
	for kind, content := range map[string][]byte{"md": g.Bytes(), "json": page.Bytes(), "xml": elements.Bytes()} {
		if err := t.writeTo(kind, name+"."+kind, content); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) writeTo(kind, name string, content []byte) error {
	path := filepath.Join(t.dir, kind, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// page writes Markdown as people write it: headings, paragraphs, lists and code, and in each
// ten kilobytes a call.
func (g *generator) page(size int) {
	const part = 10 << 10
	for n := 0; g.Len() < size; n++ {
		end := g.Len() + part
		fmt.Fprintf(g, "## Step %d: the ring buffer\n\n", n)
		for g.Len() < end-1100 {
			g.prose(min(g.Len()+500+g.IntN(800), end-1000))
			switch g.IntN(4) {
			case 0:
				g.WriteString("- The bound is `n - 1`.\n- The tail wraps & the head does not.\n- See [the notes](notes.md).\n\n")
			case 1:
				g.WriteString("```go\n")
				for range 4 + g.IntN(10) {
					g.line(code[g.IntN(len(code))])
				}
				g.WriteString("```\n\n")
			}
		}
		g.WriteString("```xml\n")
		g.call(n, end-40)
		g.WriteString("```\n\n")
	}
}

// transcript returns messages with a call in every second one, and the tool results in the
// others, one per line.
func (g *generator) transcript(size int) []byte {
	var out bytes.Buffer
	for n := 0; out.Len() < size; n++ {
		g.Reset()
		role := "user"
		if n%2 == 0 {
			role = "assistant"
			g.prose(2000)
			g.call(n, g.Len()+1000)
		} else {
			for g.Len() < 6000 {
				g.line(code[g.IntN(len(code))])
			}
		}
		line, err := asJSON(map[string]string{"role": role, "content": g.String()})
		if err != nil {
			panic(err) // of strings
		}
		out.Write(line)
	}
	return out.Bytes()
}

// asJSON returns a value as JSON as written by programs other than Go's, on one line.
func asJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
