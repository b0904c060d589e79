package edits

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// YAML draws a file of YAML of about size bytes: a mapping of scalars in all styles, each of
// stretches of the source's texts.
func (s *Source) YAML(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(pick(r, "", "# A comment.\n", "---\n", "# forge-lsp-disable-next-call\n"))
	for n := 0; b.Len() < size; n++ {
		value := s.configString(r)
		lead := fmt.Sprintf("k%d: ", n)
		if r.IntN(4) == 0 {
			lead = fmt.Sprintf("k%d:\n  - ", n)
		}
		switch r.IntN(8) {
		case 0:
			value = "'" + strings.ReplaceAll(strings.ReplaceAll(value, "'", "''"), "\n", "\n\n    ") + "'"
		case 1:
			value = strconv.Quote(value)
		case 2:
			value = strings.Join(strings.Fields(value), " ")
		default:
			indent := 3 + r.IntN(6)
			header := pick(r, "|", "|", "|-", "|+", ">", ">-")
			value = header + "\n" + strings.ReplaceAll("\n"+value, "\n", "\n"+strings.Repeat(" ", indent))[1:]
		}
		b.WriteString(lead + value + "\n")
		b.WriteString(pick(r, "", "\n", "# A comment.\n", "# forge-lsp-disable-next-call\n"))
	}
	return s.ended(r, b.String())
}

// configString draws a string that most such files can have.
func (s *Source) configString(r *rand.Rand) string {
	text := s.call(r)
	if r.IntN(3) == 0 {
		text = s.stretch(r, 200+r.IntN(300))
	}
	plain := func(c rune) rune {
		if c < ' ' && c != '\n' || c == 0xFFFD || c == 0xFEFF {
			return -1
		}
		return c
	}
	return strings.TrimLeft(strings.Map(plain, text), " \n")
}

// Go draws a program in Go of about size bytes: declarations with strings, each of
// stretches of the source's texts.
func (s *Source) Go(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(pick(r, "package a\n", "\ufeffpackage a\r\n", "// Package a.\npackage a\n\nimport \"fmt\"\n", ""))
	for n := 0; b.Len() < size; n++ {
		b.WriteString(pick(r, "\n", "\n", "\n// A comment.\n", "\n/* Not \"a string.\n*/\n", "\n// forge-lsp-disable-next-call\n", "\r\n"))
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
	return strings.Join(parts, pick(r, " + ", " +\n\t\t", " + x + ", " + f(x, \"y\") +\n"))
}
