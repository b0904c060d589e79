package toolspec

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// formatExamples are values of the formats that JSON Schema defines.
var formatExamples = map[string][]string{
	"date":                  {"2026-03-14", "2026-03-15"},
	"time":                  {"09:30:00Z", "17:00:00Z"},
	"date-time":             {"2026-03-14T09:30:00Z", "2026-03-14T17:00:00Z"},
	"duration":              {"PT15M", "P1D"},
	"period":                {"2026-03-14T09:30:00Z/PT15M"},
	"email":                 {"ada@example.com", "grace@example.com"},
	"idn-email":             {"ada@example.com", "grace@example.com"},
	"hostname":              {"api.example.com", "www.example.com"},
	"idn-hostname":          {"api.example.com", "www.example.com"},
	"ipv4":                  {"192.0.2.10", "192.0.2.11"},
	"ipv6":                  {"2001:db8::10", "2001:db8::11"},
	"uri":                   {"https://example.com/search?q=go&lang=en", "https://example.com/docs"},
	"url":                   {"https://example.com/search?q=go&lang=en", "https://example.com/docs"},
	"iri":                   {"https://example.com/search?q=go&lang=en", "https://example.com/docs"},
	"uri-reference":         {"/docs/intro?lang=en&v=2", "/docs"},
	"iri-reference":         {"/docs/intro?lang=en&v=2", "/docs"},
	"uri-template":          {"/users/{id}/posts", "/users/{id}"},
	"uuid":                  {"3f2504e0-4f89-41d3-9a0c-0305e82c3301", "6ba7b810-9dad-41d1-80b4-00c04fd430c8"},
	"regex":                 {"^v[0-9]+$", "[a-z]+"},
	"json-pointer":          {"/items/0/name", "/items/1/name"},
	"relative-json-pointer": {"1/name", "0/name"},
	"semver":                {"1.4.0", "2.0.0"},
	"byte":                  {"aGVsbG8=", "d29ybGQ="}, // OpenAPI
	"binary":                {"aGVsbG8=", "d29ybGQ="},
}

// quotedExample matches the examples that a description contains.
var quotedExample = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)(?:e\\.g\\.|for example|for instance|such as|like|example)[:,]?\\s+(?:" +
		"`([^`\n]+)`|\"([^\"\n]+)\"|'([^'\n]+)'|\u201c([^\u201d\n]+)\u201d)")
})

// placeholder matches a description of a form, which is not a value: YYYY-MM-DD, <id>.
var placeholder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`YYYY|HH:?MM|<[\w -]+>|\.\.\.|…`)
})

// strings yields strings for the parts: from their format, the argument's description,
// its name, and their patterns; then the same ones shortened or extended to the
// required length, and numbered.
func (g *generator) strings(a *Argument, hint string, p parts, n int) iter.Seq[any] {
	return func(yield func(any) bool) {
		var texts []string
		for _, s := range p {
			if s.Format != nil {
				texts = append(texts, formatExamples[s.Format.Name]...)
			} else if format := a.schema.get("format").text(); format != "" {
				texts = append(texts, formatExamples[format]...) // a format that is not checked
			}
		}
		for _, s := range p {
			for _, m := range quotedExample().FindAllStringSubmatch(s.Description, -1) {
				if text := m[1] + m[2] + m[3] + m[4]; !placeholder().MatchString(text) {
					texts = append(texts, text)
				}
			}
		}
		if endsSpan(hint) && len(texts) > 1 {
			texts[0], texts[1] = texts[1], texts[0] // the later one
		}
		texts = append(texts, wordStrings(hint, g.tool.Name)...)
		for _, text := range texts {
			if !yield(text) {
				return
			}
		}
		for _, s := range p {
			if s.Pattern == nil {
				continue
			}
			for text := range matches(s.Pattern.String()) {
				if !yield(text) {
					return
				}
			}
		}
		short, long := p.lengths()
		if short > 40 {
			texts = append([]string{"Events are dropped when the queue is full & nobody reads."}, texts...)
		}
		for _, text := range texts {
			if sized := resize(text, short, long); sized != text && !yield(sized) {
				return
			}
		}
		for i := range n + 1 {
			for _, text := range []string{texts[len(texts)-1], texts[0]} {
				end := "-" + strconv.Itoa(i+2)
				if !yield(resize(text, short-len(end), long-len(end)) + end) {
					return
				}
			}
		}
		for i := range n + 1 { // too short for words
			if !yield(resize(strconv.Itoa(i+1), short, long)) || !yield(resize(string(rune('a'+i%26)), short, long)) {
				return
			}
		}
		yield("")
	}
}

// maxExampleLength bounds the length in characters to which a string is extended.
const maxExampleLength = 100_000

// lengths returns the limits on the length of a string of the parts, in characters.
func (p parts) lengths() (short, long int) {
	long = maxExampleLength
	for _, s := range p {
		if s.MinLength != nil {
			short = max(short, *s.MinLength)
		}
		if s.MaxLength != nil {
			long = min(long, *s.MaxLength)
		}
	}
	return short, long
}

// resize returns text with at least short and at most long characters.
func resize(text string, short, long int) string {
	short = min(short, maxExampleLength)
	n := utf8.RuneCountInString(text)
	switch {
	case n > long:
		cut := strings.TrimSpace(string([]rune(text)[:max(long, 0)]))
		if utf8.RuneCountInString(cut) >= short {
			return cut
		}
		return cut + strings.Repeat("x", short-utf8.RuneCountInString(cut))
	case n < short && n > 0:
		sep := " "
		if !strings.Contains(text, " ") {
			sep = "-"
		}
		drawn := []rune(strings.Repeat(text+sep, short/n+1))[:short]
		if last := len(drawn) - 1; string(drawn[last]) == sep {
			drawn[last] = 'x'
		}
		return string(drawn)
	}
	return text
}
