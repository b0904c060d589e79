package edits

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A Source draws texts.
type Source struct {
	texts []string
	tools []string // those of the texts that mention a call
	calls []string // the short ones of these
	valid bool     // see Valid
}

// Load returns a source with the given texts, and with the documents of the project:
// those in its root, in docs, and the fixtures of the packages, in testdata. It adds
// the files of a folder, if seeds is not "". root is the path of the project.
func Load(t testing.TB, root, seeds string, texts ...string) *Source {
	t.Helper()
	s := &Source{}
	for _, text := range texts {
		s.add(text)
	}
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md", "*/testdata/*.txtar", "*/testdata/*/*.txtar"} {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatalf("%d documents %s in %s, %v", len(names), pattern, root, err)
		}
		files = append(files, names...)
	}
	if seeds != "" {
		err := filepath.WalkDir(seeds, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s.add(string(b))
	}
	return s
}

// maxText is the maximum length in bytes of texts that are used.
const maxText = 1 << 16

func (s *Source) add(text string) {
	if text == "" || len(text) > maxText {
		return
	}
	s.texts = append(s.texts, text)
	if !strings.Contains(text, "<tool") {
		return
	}
	s.tools = append(s.tools, text)
	if len(text) < 1<<10 {
		s.calls = append(s.calls, text)
	}
}

// Valid returns the same source limited to texts and edits that keep characters whole,
// like the protocol's positions.
func (s *Source) Valid() *Source {
	valid := *s
	valid.valid = true
	return &valid
}

// Text draws a text of size bytes at most: a stretch of one of the texts, of several
// one after the other, or of generated Markdown. Its lines end in "\n", in "\r\n", in
// "\r", or in all of them.
func (s *Source) Text(r *rand.Rand, size int) string {
	var text string
	switch r.IntN(5) {
	case 0:
		text = s.stretch(r, size)
	case 1, 2:
		for len(text) < size*3/4 {
			text += s.stretch(r, size/(1+r.IntN(4))) + pick(r, "", "\n", "\n\n")
		}
	default:
		text = s.markdown(r, size)
	}
	return s.ended(r, text)
}

// Long draws a text of at least size bytes.
func (s *Source) Long(r *rand.Rand, size int) string {
	var b strings.Builder
	// One message, or one document, rather than a thousand short ones.
	for b.Len() < size {
		switch r.IntN(4) {
		case 0:
			b.WriteString(s.call(r))
		case 1:
			b.WriteString(s.markdown(r, 4<<10))
		default:
			b.WriteString(strings.Repeat(words(r)+"\n", 1+r.IntN(20)))
		}
		b.WriteString("\n\n")
	}
	return s.ended(r, b.String())
}

// stretch draws whole lines of a text.
func (s *Source) stretch(r *rand.Rand, size int) string {
	text := pick(r, s.texts...)
	if r.IntN(4) > 0 {
		text = pick(r, s.tools...)
	}
	if len(text) <= size {
		return text
	}
	from := r.IntN(len(text) - size)
	if from = strings.LastIndexByte(text[:from], '\n') + 1; r.IntN(8) == 0 {
		from = 0 // with its front matter
	}
	to := min(len(text), from+size)
	if at := strings.LastIndexByte(text[from:to], '\n'); at >= 0 {
		to = from + at + 1
	}
	return text[from:to]
}

// ended returns a text with drawn line ends, and made valid if the source is.
func (s *Source) ended(r *rand.Rand, text string) string {
	if s.valid {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	switch r.IntN(8) {
	case 0:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 1:
		return strings.ReplaceAll(text, "\n", "\r")
	case 2:
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString(strings.ReplaceAll(line, "\n", pick(r, "\n", "\n", "\r\n", "\r")))
		}
		return b.String()
	}
	return text
}
