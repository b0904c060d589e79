package edits

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// goMarks are what programs in Go are made of.
var goMarks = []string{
	`"`, "`", `\`, `\\`, `\"`, `\n`, "{", "}", "(", ")", ",", ":", ";", " + ", `" + x + "`, "` + x + `", "\nfunc f() {\n", "\nvar x = ", "\nconst c = `", "\n}\n",
	"//", "/*", "*/", "// forge-lsp-disable\n", "\n// forge-lsp-disable-next-call\n", "'", "'\\''", "\r", "\ufeff", "\x00", "\nvar (\n", "\"\n", "`\n",
}

// Go draws a program in Go of about size bytes: declarations with strings, each of
// stretches of the source's texts.
func (s *Source) Go(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString([]string{"package a\n", "\ufeffpackage a\r\n", "// Package a.\npackage a\n\nimport \"fmt\"\n", ""}[r.IntN(4)])
	for n := 0; b.Len() < size; n++ {
		b.WriteString([]string{"\n", "\n", "\n// A comment.\n", "\n/* Not \"a string.\n*/\n", "\n// forge-lsp-disable-next-call\n", "\r\n"}[r.IntN(6)])
		switch value := s.goString(r); r.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "const c%d = %s\n", n, value)
		case 1:
			fmt.Fprintf(&b, "func f%d(x string) string {\n\treturn %s + fmt.Sprint(x, %s)\n}\n", n, value, s.goString(r))
		case 2:
			fmt.Fprintf(&b, "var v%d = []string{\n\t%s,\n\t%s,\n}\n", n, value, s.goString(r))
		case 3:
			fmt.Fprintf(&b, "var (\n\tv%d = %s +\n\t\t%s\n)\n", n, value, s.goString(r))
		default:
			fmt.Fprintf(&b, "type t%d struct{}\n", n)
		}
	}
	return b.String()
}

// goString draws the literals of a string, with what is put between them.
func (s *Source) goString(r *rand.Rand) string {
	text := s.stretch(r, 200+r.IntN(300))
	if r.IntN(3) == 0 {
		text = s.call(r)
	}
	at := r.IntN(len(text) + 1)
	parts := []string{text[:at], text[at:]}
	if r.IntN(3) == 0 {
		parts = []string{text}
	}
	for i, part := range parts {
		parts[i] = strconv.Quote(part)
		if !strings.Contains(part, "`") && r.IntN(3) > 0 {
			parts[i] = "`" + part + "`"
		}
	}
	return strings.Join(parts, []string{" + ", " +\n\t\t", " + x + ", " + f(x, \"y\") +\n"}[r.IntN(4)])
}
