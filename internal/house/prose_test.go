package house

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The kinds of prose that people read.
const (
	document = "documents"
	comment  = "comments"
	literal  = "strings" // messages, help, titles: what the program prints
)

// A passage is a piece of prose: a line of a document, a line of a comment, or a string.
type passage struct {
	file string
	line int // 1-based, of its first line
	kind string
	text string // without code spans and link targets
	// allowed reports that the line, or the one before it, has the marker.
	allowed bool
}

// allowMarker excepts its own line and the one after it from the checks of words and spelling.
const allowMarker = "words:allow"

// prose returns what people read in the project: documents, the manifest of the extension, the help of the
// Makefile, and comments and strings of Go files, test data left out.
func prose(t *testing.T, tree fs.FS) []passage {
	t.Helper()
	var list []passage
	for _, name := range files(t, tree) {
		switch {
		case inTestdata(name) || strings.HasPrefix(name, "examples/"):
		case path.Ext(name) == ".md", path.Ext(name) == ".txt" && strings.Contains(name, "/doc/"):
			list = append(list, linesOf(name, withoutCode(read(t, tree, name)))...)
		case name == "Makefile":
			list = append(list, linesOf(name, keepLines(read(t, tree, name), "## "))...)
		case name == "editors/vscode/package.json":
			list = append(list, linesOf(name, read(t, tree, name))...)
		case path.Ext(name) == ".go":
			list = append(list, goProse(name, read(t, tree, name))...)
		}
	}
	return list
}

// linesOf returns the lines of a text that have words.
func linesOf(name, text string) []passage {
	var list []passage
	before := ""
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.TrimSpace(line) != "" {
			allowed := strings.Contains(line, allowMarker) || strings.Contains(before, allowMarker)
			list = append(list, passage{name, n, document, line, allowed})
			before = line
		}
	}
	return list
}

// keepLines blanks the lines that do not start with prefix.
func keepLines(text, prefix string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			b.WriteString(line)
		} else {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

var (
	fence      = regexp.MustCompile("^[ >]*(```+|~~~+)")
	linkTarget = regexp.MustCompile(`\]\([^)\s]*\)`)
)

// withoutCode blanks the fenced blocks, code spans and link targets of Markdown, so that lines keep their
// numbers. The examples of a help file of Vim are indented and stay.
func withoutCode(text string) string {
	var b strings.Builder
	open := ""
	for line := range strings.Lines(text) {
		if m := fence.FindStringSubmatch(line); m != nil && (open == "" || strings.HasPrefix(m[1], open)) {
			if open == "" {
				open = m[1]
			} else {
				open = ""
			}
			b.WriteByte('\n')
			continue
		}
		if open != "" {
			b.WriteByte('\n')
			continue
		}
		line = codeSpan.ReplaceAllString(line, "`…`")
		b.WriteString(linkTarget.ReplaceAllString(line, "]"))
	}
	return b.String()
}

// goProse returns the lines of the comments of a Go file, and its strings. In strings of tests are inputs and
// what the program must print, which is judged where it is written.
func goProse(name, text string) []passage {
	var list []passage
	set := token.NewFileSet()
	file := set.AddFile(name, -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	lines := strings.Split(text, "\n")
	allowed := func(line int) bool {
		return strings.Contains(lines[line-1], allowMarker) || line > 1 && strings.Contains(lines[line-2], allowMarker)
	}
	for {
		pos, tok, lit := s.Scan()
		line := set.Position(pos).Line
		switch {
		case tok == token.EOF:
			return list
		case tok == token.COMMENT:
			for i, part := range strings.Split(lit, "\n") {
				list = append(list, passage{name, line + i, comment, codeSpan.ReplaceAllString(part, "`…`"), allowed(line + i)})
			}
		case tok == token.STRING && !isTest(name):
			if value, err := strconv.Unquote(lit); err == nil && strings.Contains(value, " ") {
				list = append(list, passage{name, line, literal, codeSpan.ReplaceAllString(value, "`…`"), allowed(line)})
			}
		}
	}
}

func TestProse(t *testing.T) {
	const markdown = "# A `b c` d\n\n```sh\ncode\n```\nSee [e](f.md). <!-- words:allow -->\ng\n"
	var got []string
	for _, p := range linesOf("a.md", withoutCode(markdown)) {
		got = append(got, strconv.Itoa(p.line)+" "+strings.TrimSpace(p.text)+" "+strconv.FormatBool(p.allowed))
	}
	want := []string{"1 # A `…` d false", "6 See [e]. <!-- words:allow --> true", "7 g true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = nil
	for _, p := range goProse("a.go", "// A is `x`.\npackage a\n\nvar A = \"two words\" + \"one\" // b\n") {
		got = append(got, strconv.Itoa(p.line)+" "+p.kind+" "+p.text)
	}
	if want := []string{"1 comments // A is `…`.", "4 strings two words", "4 comments // b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
