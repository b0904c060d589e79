package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// contentTricks returns tricks that use regular files with content that is expensive to
// read.
func contentTricks() []Trick {
	return []Trick{
		content("binary", []Format{Ignore, Text}, map[Format]string{Ignore: binary, TOML: binary, JSON: binary, YAML: binary, Text: binary}),
		content("UTF-16", []Format{Ignore, Text, YAML}, map[Format]string{Ignore: wide("*.log\n"), TOML: wide("[rules]\n"), JSON: wide("{}"), YAML: wide("name: x\n"), Text: wide(DocumentText)}),
		content("deep nesting", nil, map[Format]string{
			Ignore: strings.Repeat("a/", 100_000) + "b\n",
			TOML:   "tools = " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n",
			JSON:   strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
			YAML:   strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n",
		}),
		content("deep objects", nil, map[Format]string{
			TOML: "tools = " + strings.Repeat("{a=", 50_000) + "1" + strings.Repeat("}", 50_000) + "\n",
			JSON: strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
			YAML: strings.Repeat("{a: ", 100_000) + "1" + strings.Repeat("}", 100_000) + "\n",
		}),
		content("deep blocks", nil, map[Format]string{YAML: strings.Repeat("- ", 100_000) + "a\n"}),
		content("nesting that is never closed", nil, map[Format]string{TOML: "tools = " + strings.Repeat("[", 100_000), JSON: strings.Repeat("[", 100_000), YAML: strings.Repeat("[", 100_000)}),
		content("glob of alternatives", []Format{TOML}, map[Format]string{TOML: "[[files]]\nglob = '**/" + strings.Repeat("{a,a}", 50) + "b'\nkind = 'reply'\n"}),
		content("glob of nested alternatives", []Format{TOML}, map[Format]string{TOML: "[[files]]\nglob = '**/" + strings.Repeat("{a,{a,", 30) + "a" + strings.Repeat("}}", 30) + "b'\nkind = 'reply'\n"}),
		content("glob of stars", []Format{Ignore, TOML}, map[Format]string{Ignore: strings.Repeat("a*", 40) + "b\n**/" + strings.Repeat("a*", 40) + "b\n", TOML: "[[files]]\nglob = '**/" + strings.Repeat("a*", 40) + "b'\nkind = 'reply'\n"}),
		content("glob of folders", []Format{Ignore, TOML}, map[Format]string{
			Ignore: strings.Repeat("**/a/", 12) + "b\n" + strings.Repeat("**/", 400) + strings.Repeat("a*", 40) + "b\n",
			TOML:   "[[files]]\nglob = '" + strings.Repeat("**/a/", 12) + "b'\nkind = 'reply'\n",
		}),
		content("60,000 keys", nil, map[Format]string{
			Ignore: lines("**/a*%[1]d*a", 60_000),
			TOML:   "[rules]\n" + lines("r%[1]d = 'x'", 60_000),
			JSON:   `{"name": "many", "parameters": {"type": "object", "properties": {"a": {}` + each(`, "a%[1]d": {"type": "string"}`, 60_000) + `}}}`,
			YAML:   "name: many\nparameters:\n  type: object\n  properties:\n" + lines("    a%[1]d: {}", 60_000),
		}),
		content("one dotted key", nil, map[Format]string{TOML: strings.Repeat("a.", 500_000) + "a = 1\n"}),
		content("one header of many keys", nil, map[Format]string{TOML: "[" + strings.Repeat("a.", 500_000) + "a]\n"}),
		content("many tables", nil, map[Format]string{TOML: lines("[[files]]\nglob = 'a%[1]d'\nrules.x = 'off'", 20_000)}),
		content("many mistakes", nil, map[Format]string{TOML: lines("[a%[1]d]\n=", 60_000), JSON: "[1" + strings.Repeat(",1", 200_000) + "]", YAML: strings.Repeat("- 1\n", 100_000)}),
		content("one long line", nil, map[Format]string{
			Ignore: strings.Repeat("a*", 1<<19) + "b\n",
			TOML:   "tools = ['a'" + strings.Repeat(",'a'", 200_000) + "]\n",
			JSON:   "[0" + strings.Repeat(`,{"name":"x"}`, 100_000) + "]",
			YAML:   "[0" + strings.Repeat(`,{"name":"x"}`, 100_000) + "]\n",
		}),
		content("alias bomb", nil, map[Format]string{ // each list contains the previous one ten times
			YAML: "a0: &a0 [x, x]\n" + lines("a%[2]d: &a%[2]d [*a%[1]d"+strings.Repeat(", *a%[1]d", 9)+"]", 19),
		}),
		content("many aliases", nil, map[Format]string{YAML: "a: &a [" + strings.Repeat("1,", 2_000) + "]\n" + lines("b%[1]d: *a", 20_000)}),
		content("merge bomb", nil, map[Format]string{YAML: "a0: &a0 {x: 1}\n" + lines("a%[2]d: &a%[2]d {<<: [*a%[1]d, *a%[1]d], b: *a%[1]d, c: *a%[1]d}", 19)}),
		content("alias of itself", nil, map[Format]string{YAML: "name: &a [*a]\n"}),
		content("10 MB", nil, map[Format]string{Ignore: strings.Repeat("*.log\n", 10<<20/6), TOML: strings.Repeat("# a comment\n", 10<<20/12), JSON: "[0" + strings.Repeat(",0", 5<<20) + "]", YAML: strings.Repeat("- a: 1\n", 10<<20/7)}),
		content("many documents", nil, map[Format]string{YAML: strings.Repeat("---\na: 1\n", 50_000)}),
	}
}

// content returns the trick of writing a text, by format.
func content(name string, silent []Format, texts map[Format]string) Trick {
	return Trick{
		Name: name, formats: slices.Collect(maps.Keys(texts)), silent: silent, content: true,
		write: func(t testing.TB, path string, f Format) { disk.WriteFile(t, path, texts[f]) },
	}
}

// heads are beginnings of valid files.
var heads = map[Format]string{
	Ignore: "*.log\n", TOML: "[rules]\n", JSON: `{"name": "x"}`, YAML: "name: x\n",
	Text: strings.Repeat(DocumentText, 1000),
}

// binary is not text in any format.
const binary = "\x7fELF\x02\x01\x01\x00\x00\x00\xff\xfe\x80\x00\x01=[[{\x00\n\x00\n"

// wide returns a text as UTF-16 with a byte order mark.
func wide(text string) string {
	b := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

// each returns a format with the numbers below n, and the next ones; lines each on a line of its own.
func each(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i+1)
	}
	return b.String()
}

func lines(format string, n int) string { return each(format+"\n", n) }
