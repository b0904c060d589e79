package literal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
)

// A configCase is a coding of a string in a configuration file.
type configCase struct {
	name          string
	coding        Coding
	before, after string // of the file
	units         []string
	value         func(file string) (string, error)
	lines         bool   // whether lines can be added
	tail          string // appended to random text
}

func yamlValue(file string) (string, error) {
	var v struct {
		K string
		Z int
	}
	err := yaml.Unmarshal([]byte(file), &v)
	if err == nil && v.Z != 1 {
		err = fmt.Errorf("z is %d", v.Z)
	}
	return v.K, err
}

func tomlValue(file string) (string, error) {
	var v struct {
		K string
		Z int
	}
	err := toml.Unmarshal([]byte(file), &v)
	if err == nil && v.Z != 1 {
		err = fmt.Errorf("z is %d", v.Z)
	}
	return v.K, err
}

// configCases are the codings of YAML and TOML, with every indentation and line end.
func configCases() []configCase {
	var list []configCase
	plain := []string{"a", "<tool>", " ", "  ", "é", "😀", "b", "\t", "-", ": x", "x:y", " #", "#"}
	double := configCase{"YAML, double", YAMLDouble, `k: "`, "\"\nz: 1\n", append([]string{`\n`, `\"`, `\\`, `\t`, `\u003c`, `\x41`, `\ `, `\N`, `\L`, `\/`, `\e`, "'", `\U0001F600`}, plain...), yamlValue, true, ""}
	list = append(list, double)
	double.name, double.tail = "YAML, folded", "\n  x"
	double.units = append([]string{"\n", "\n  ", " \n\n  ", "\r\n\t", "\r  ", "\n \n  ", "\\\n  ", "\\\n\n "}, double.units...)
	list = append(list, double)
	list = append(list,
		configCase{"TOML", TOML(`"`, false), `k = "`, "\"\nz = 1\n", []string{"a", "<tool>", " ", "é", "😀", `\n`, `\"`, `\\`, `\t`, `\u003c`, `\x41`, `\U0001F600`, `\e`, "'"}, tomlValue, true, ""},
		configCase{"TOML, literal", TOML("'", false), "k = '", "'\nz = 1\n", []string{"a", "<tool>", " ", "é", `\n`, `"`, "\t"}, tomlValue, false, ""},
	)
	many := []string{"a", "<tool>", " ", "é", "\n", "\n\n", "\r\n", "😀", "  "}
	for start, trimmed := range map[string]bool{"": false, "\n": true, "\r\n": true} {
		list = append(list,
			configCase{"TOML, lines" + start, TOML(`"""`, trimmed), `k = """` + start, "\"\"\"\nz = 1\n", append([]string{`"`, `\"`, `""\"`, `\\`, "\\\n  ", "\\ \n\n", "\\\r\n\t", `\n`, "'", `\u00e9`}, many...), tomlValue, true, ""},
			configCase{"TOML, literal lines" + start, TOML("'''", trimmed), "k = '''" + start, "'''\nz = 1\n", append([]string{"'", "''", `\`, `"`}, many...), tomlValue, true, ""},
		)
	}
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, indent := range []int{1, 2, 3, 4, 8, 9} {
			for _, chomp := range []string{"", "-", "+"} {
				for _, auto := range []bool{true, false} {
					c := &YAMLBlock{Indent: indent, First: indent, LineEnd: end}
					header := "|" + chomp
					if !auto {
						header += fmt.Sprint(indent)
					}
					after := end + "z: 1" + end
					tail := ""
					if chomp != "-" {
						after, tail = after[len(end):], end
					}
					in := strings.Repeat(" ", indent)
					list = append(list, configCase{
						fmt.Sprintf("YAML %s, indented by %d, %q", header, indent, end), c, "k: " + header + end + in, after,
						[]string{"a", "<tool>", " ", "é", "😀", end, end + in, end + in, end + in + " ", end + in[1:], "\t", "- b", "# c", "'", `"`, `\`},
						yamlValue, true, tail,
					})
				}
			}
		}
	}
	return list
}

// checkConfig edits a string of a file, if the file is valid: reading the edited file must
// give the edited text. written reports whether it is valid and was edited.
func checkConfig(t *testing.T, c *configCase, raw string, start, end int, replacement string) (valid, written bool) {
	t.Helper()
	file := c.before + raw + c.after
	value, err := c.value(file)
	inner := Decode(nil, raw, len(c.before), c.coding)
	text := inner.String()
	if err != nil || value != text {
		return false, false // the text around it is part of the string, or the reverse
	}
	checkBytes(t, c.name, inner, len(c.before)+len(raw))
	start = boundary(text, start%(len(text)+1))
	end = max(start, boundary(text, start+end%(len(text)-start+1)))
	from, to, with, ok := inner.Edit(start, end, replacement)
	if !ok {
		return true, false
	}
	if from < len(c.before) || to < from || to > len(c.before)+len(raw) {
		t.Fatalf("%s: %d-%d of %q is at %d-%d", c.name, start, end, file, from, to)
	}
	fixed := file[:from] + with + file[to:]
	want := text[:start] + replacement + text[end:]
	if got, err := c.value(fixed); err != nil || got != want {
		t.Fatalf("%s: %d-%d %q of %q makes %q, which is %q, want %q, %v", c.name, start, end, replacement, file, fixed, got, want, err)
	}
	return true, true
}

func drawReplacement(r *rand.Rand) string {
	replacement := ""
	for range r.IntN(3) {
		replacement += []string{"&amp;", "<", "\n", "\"", "'", "\\", "\t", " ", "\n\n", "\r\n", "\x00", "\x7f", "é", "😀", "x", ": ", " #", "---", "\"\"\"", "'''", "\u2028", "\ufeff"}[r.IntN(22)]
	}
	return replacement
}

func TestConfigCodings(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const tries = 60 // fewer may by chance hold few that can have another line
	for _, c := range configCases() {
		valid, escaped, written := 0, 0, 0
		for range tries {
			raw := drawRaw(r, c.units) + c.tail
			if strings.HasPrefix(c.name, "YAML |") && strings.TrimSpace(raw) == "" {
				continue // see YAMLBlock.Fit
			}
			if ok, _ := checkConfig(t, &c, raw, r.IntN(2000), r.IntN(2000), drawReplacement(r)); !ok {
				continue
			}
			valid++
			if _, ok := checkConfig(t, &c, raw, r.IntN(2000), 0, "&amp;"); ok {
				escaped++
			}
			if _, ok := checkConfig(t, &c, raw, r.IntN(2000), 0, "x\nx"); ok {
				written++
			}
		}
		if c.name == "YAML, folded" { // it is only read
			if valid < tries/20 || escaped+written > 0 {
				t.Errorf("%s: of %d strings %d are valid, and %d are written", c.name, tries, valid, escaped+written)
			}
			continue
		}
		if valid < tries/20 || escaped < valid/2 || written < valid/2 && c.lines || written > 0 && !c.lines {
			t.Errorf("%s: of %d strings %d are valid, an escape is written in %d, and a line in %d", c.name, tries, valid, escaped, written)
		}
	}
}

func FuzzConfigCodings(f *testing.F) {
	cases := configCases()
	f.Add("<tool>\n  a &  b\n\n", uint16(3), uint16(3), uint16(9), "&amp;\n\"")
	f.Add("<tool>\\u003c 'x'\\\n b", uint16(0), uint16(3), uint16(9), " \n'")
	f.Fuzz(func(t *testing.T, raw string, number, start, end uint16, replacement string) {
		checkConfig(t, &cases[int(number)%len(cases)], asText(raw), int(start), int(end), asText(replacement))
	})
}

// TestAligned checks the places of a text that is not written back.
func TestAligned(t *testing.T) {
	for _, test := range []struct {
		raw, value string
		ok         bool
	}{
		{"a", "a", true},
		{"it''s\n  b\n\n  c", "it's b\nc", true},
		{"  a\n    b\n  c \n", "a\n  b\nc\n", true},
		{"a", "a\n", true},
		{"a\r\n  b", "a b", true},
		{"", "", true},
		{"a", "b", false},
		{"a", "a b", false},
		{"a", "ab", false},
	} {
		text, n, ok := Aligned(test.raw, 10, test.value)
		if ok != test.ok || n > len(test.raw) {
			t.Errorf("%q of %q: %t, %d bytes", test.value, test.raw, ok, n)
		}
		for at := range test.value {
			if !ok {
				break
			}
			from, to := text.Offset(at), text.End(at+1)
			if shown := test.raw[from-10 : to-10]; shown != test.value[at:at+1] && strings.Trim(shown, " \r\n") != "" {
				t.Errorf("%q of %q: byte %d is %q", test.value, test.raw, at, shown)
			}
			if _, _, _, edited := text.Edit(at, at+1, "x"); edited {
				t.Errorf("%q of %q is edited", test.value, test.raw)
			}
		}
	}
}
