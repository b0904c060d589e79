package toolspec

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// nameValues are the usual values of arguments by the last word of their names. Code and text contain characters
// that need escaping, so that examples show how.
var nameValues = []struct{ names, first, second string }{
	{"path file filename filepath files paths glob from_path", "src/main.go", "docs/q&a.md"},
	{"dir directory folder cwd root", "src", "docs"},
	{"content contents code script source text body html diff patch search old_string", "if a < b && b < c {\n\treturn true\n}", "a <- b"},
	{"replace new_string", "if a <= b && b < c {", "b <- a"},
	{"message comment description note summary prompt reason", "Latency is < 20 ms in Berlin & Oslo.", "It is green again."},
	{"command cmd", "go vet ./... && go test ./...", "git status --short"},
	{"query sql expression filter", "a > 1 & b < 2", "ring buffer"},
	{"exclude", "vendor", "node_modules"},
	{"url uri link endpoint", "https://example.com/search?q=a&lang=en", "https://example.com/docs"},
	{"email", "ada@example.com", "grace@example.com"},
	{"id", "42", "43"},
	{"", "example", "other"},
}

// formatValues are values of the formats of strings that JSON Schema and OpenAPI define.
var formatValues = map[string][]string{
	"date": {"2026-03-14", "2026-03-15"}, "date-time": {"2026-03-14T09:30:00Z", "2026-03-14T17:00:00Z"}, "time": {"09:30:00Z", "17:00:00Z"},
	"duration": {"PT15M", "PT1H"}, "email": {"ada@example.com", "grace@example.com"}, "hostname": {"example.com", "www.example.com"},
	"ipv4": {"192.0.2.1", "192.0.2.2"}, "ipv6": {"2001:db8::1", "2001:db8::2"}, "uri": {"https://example.com/a?b=c&d=e", "https://example.com/"},
	"uuid": {"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001"}, "byte": {"YSAmIGI=", "YQ=="},
	"regex": {"^a+$", "a|b"}, "json-pointer": {"/a/0", "/b"}, "uri-reference": {"docs/a?b=c&d=e", "docs/"},
}

// fixedStrings are tried for patterns.
var fixedStrings = strings.Fields("abc ab a A ABC A1 a1 1 12 123 1234 v1.2.3 1.2.3 1.2 my-name my_name MyName a/b /a ./a a.txt .go #ff8800 ff8800 en en-US EUR 12:30 " +
	"2026-03 2026-W11 +493012345678 10115 @ada #general C0123456789 1h 15m 10s 50% GET main 9fceb02d0ae598e95dc970b74767f19372d61af8 1712345678.000100 APP-42 0644 4242424242424242 owner/repo arn:aws:s3:::a")

// strings returns strings to try for the parts: of their format, those that an argument of the name usually holds,
// a few fixed ones if there is a pattern, and the same ones with the length that is required, and numbered.
func (p parts) strings(hint, format string, n int) (list []any) {
	texts := slices.Clone(formatValues[format]) // also one that is not checked
	patterned := false
	for _, s := range p {
		patterned = patterned || s.Pattern != nil
		if s.Format != nil {
			texts = append(texts, formatValues[s.Format.Name]...)
		}
	}
	for _, of := range nameValues {
		if of.names == "" || slices.Contains(strings.Fields(of.names), strings.ToLower(hint)) || slices.Contains(strings.Fields(of.names), lastWord(hint)) {
			texts = append(texts, of.first, of.second)
		}
	}
	if patterned {
		for _, name := range slices.Sorted(maps.Keys(formatValues)) {
			texts = append(texts, formatValues[name]...)
		}
		texts = append(texts, fixedStrings...)
	}
	short, long := p.limits(maxExampleLength, func(s *jsonschema.Schema) (*int, *int) { return s.MinLength, s.MaxLength })
	for _, text := range texts {
		list = append(list, resize(text, short, long))
	}
	for i := range n + 1 {
		end := strconv.Itoa(i + 2)
		list = append(list, resize(texts[0], short-len(end), long-len(end))+end, resize(end, short, long), resize(string(rune('a'+i%26)), short, long))
	}
	return append(list, "")
}

// maxExampleLength bounds the length in characters to which a string is extended.
const maxExampleLength = 10_000

// resize returns text with at least short and at most long characters.
func resize(text string, short, long int) string {
	if n := utf8.RuneCountInString(text); n > long {
		return strings.TrimRight(string([]rune(text)[:max(long, 0)]), " ")
	} else if short = min(short, maxExampleLength); n < short {
		return text + strings.Repeat("x", short-n)
	}
	return text
}

// numbers returns numbers to try for the parts: multiples of their step from 1 or a higher minimum up, and those next to
// their limits. A number is an integer unless something requires a fraction: many definitions use "number" for a count.
func (p parts) numbers(n int) (list []any) {
	step, limits := big.NewRat(1, 1), []*big.Rat{big.NewRat(1, 1)}
	for _, s := range p {
		if s.MultipleOf != nil {
			step = s.MultipleOf
		}
		for _, low := range []*big.Rat{s.Minimum, s.ExclusiveMinimum} {
			if low != nil && low.Cmp(limits[0]) > 0 {
				limits[0] = low
			}
		}
		limits = append(limits, s.Minimum, s.ExclusiveMinimum, s.Maximum, s.ExclusiveMaximum)
	}
	add := func(x *big.Rat) {
		text := x.RatString()
		if !x.IsInt() {
			f, _ := x.Float64()
			text = strconv.FormatFloat(f, 'f', -1, 64)
		}
		list = append(list, json.Number(text))
	}
	for _, limit := range limits {
		if limit == nil {
			continue
		}
		first := new(big.Rat).Quo(limit, step)
		times := new(big.Int).Div(first.Num(), first.Denom())
		for _, sign := range []int64{1, -1} {
			for i := range int64(n + 3) {
				x := new(big.Rat).SetInt(new(big.Int).Add(times, big.NewInt(sign*i)))
				add(x.Mul(x, step))
			}
		}
		add(limit)
	}
	return append(list, 0, 0.5)
}
