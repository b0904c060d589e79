package toolspec

import (
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
	"2026-03 2026-W11 +493012345678 10115 @ada #general C0123456789 1h 15m 10s 50% GET main 9fceb02d0ae598e95dc970b74767f19372d61af8 1712345678.000100 APP-42 0644 4242424242424242 owner/repo arn:aws:s3:::a " +
	"2026-03-14 2026-03-14T09:30:00Z 09:30:00Z PT15M ada@example.com example.com 192.0.2.1 https://example.com/ 123e4567-e89b-12d3-a456-426614174000")

// strings returns strings to try for the parts: of their format, those that an argument of the name usually holds,
// a few fixed ones if there is a pattern, and numbered ones; all with the length that is required.
func (p parts) strings(a *Argument, want int) (list []any) {
	texts := slices.Clone(formatValues[a.schema.Get("format").Text()]) // also one that is not checked
	var fixed []string
	for _, s := range p {
		if s.Pattern != nil {
			fixed = fixedStrings
		}
		if s.Format != nil {
			texts = append(texts, formatValues[s.Format.Name]...)
		}
	}
	for _, of := range nameValues {
		if names := strings.Fields(of.names); of.names == "" || slices.Contains(names, strings.ToLower(a.Name)) || slices.Contains(names, lastWord(a.Name)) {
			texts = append(texts, of.first, of.second)
		}
	}
	short, long := p.limits(maxExampleLength, func(s *jsonschema.Schema) (*int, *int) { return s.MinLength, s.MaxLength })
	for _, text := range append(texts, fixed...) {
		list = append(list, resize(text, short, long))
	}
	for i := range want {
		end := strconv.Itoa(i + 2)
		list = append(list, resize(texts[0], short-len(end), long-len(end))+end)
	}
	return list
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

// numbers returns numbers to try for the parts: those from 1 and from their limits up and down. A number is an integer
// unless something requires a fraction: many definitions use "number" for a count.
func (p parts) numbers(want int) (list []any) {
	limits := []*big.Rat{big.NewRat(1, 1)}
	for _, s := range p {
		limits = append(limits, s.Minimum, s.ExclusiveMinimum, s.Maximum, s.ExclusiveMaximum, s.MultipleOf)
	}
	for _, limit := range limits {
		switch {
		case limit == nil:
		case limit.IsInt() && limit.Num().IsInt64():
			for _, sign := range []int64{1, -1} {
				for i := range int64(want + 2) {
					list = append(list, limit.Num().Int64()+sign*i)
				}
			}
		default:
			f, _ := limit.Float64()
			list = append(list, f)
		}
	}
	return append(list, 0.5)
}

// limits returns the largest minimum and the smallest maximum of the parts, which is at most a number.
func (p parts) limits(most int, of func(*jsonschema.Schema) (least, most *int)) (int, int) {
	least := 0
	for _, s := range p {
		low, high := of(s)
		if low != nil {
			least = max(least, *low)
		}
		if high != nil {
			most = min(most, *high)
		}
	}
	return least, most
}
