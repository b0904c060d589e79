package toolspec

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// quotedExample matches the examples that a description contains.
var quotedExample = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)(?:e\\.g\\.|for example|for instance|such as|like|example)[:,]?\\s+(?:" +
		"`([^`\n]+)`|\"([^\"\n]+)\"|'([^'\n]+)'|\u201c([^\u201d\n]+)\u201d)")
})

// placeholder matches a description of a form, which is not a value: YYYY-MM-DD, <id>.
var placeholder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`YYYY|HH:?MM|<[\w -]+>|\.\.\.|…`)
})

// endOfSpan are words of the names of arguments that are the end of a time span.
var endOfSpan = []string{"end", "ends", "to", "until", "before", "due", "out"}

// strings returns strings to try for the parts: from their format, the argument's description,
// its name, and their patterns; then the same ones shortened or extended to the required length,
// and numbered.
func (g *generator) strings(a *Argument, hint string, p parts, n int) (list []any) {
	texts := slices.Clone(exampleWords().Formats[a.schema.get("format").text()]) // also one that is not checked
	for _, s := range p {
		if s.Format != nil {
			texts = append(texts, exampleWords().Formats[s.Format.Name]...)
		}
	}
	for _, s := range p {
		for _, m := range quotedExample().FindAllStringSubmatch(s.Description, -1) {
			if text := m[1] + m[2] + m[3] + m[4]; !placeholder().MatchString(text) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) > 1 && slices.ContainsFunc(nameWords(hint), func(w string) bool { return slices.Contains(endOfSpan, w) }) {
		texts[0], texts[1] = texts[1], texts[0] // the later one
	}
	texts = append(texts, wordStrings(hint, g.tool.Name)...)
	add := func(text string) { list = append(list, text) }
	for _, text := range texts {
		add(text)
	}
	short, long := p.limits(maxExampleLength, func(s *jsonschema.Schema) (*int, *int) { return s.MinLength, s.MaxLength })
	for _, s := range p {
		if s.Pattern != nil {
			list = append(list, g.matches(s.Pattern.String(), short, n+1)...)
		}
	}
	if short > 40 {
		texts = slices.Insert(texts, 0, "Events are dropped when the queue is full & nobody reads.")
	}
	for _, text := range texts {
		add(resize(text, short, long))
	}
	for i := range n + 1 {
		end := "-" + strconv.Itoa(i+2)
		for _, text := range []string{texts[len(texts)-1], texts[0]} {
			add(resize(text, short-len(end), long-len(end)) + end)
		}
	}
	for i := range n + 1 { // too short for words
		add(resize(strconv.Itoa(i+1), short, long))
		add(resize(string(rune('a'+i%26)), short, long))
	}
	return append(list, "")
}

// maxExampleLength bounds the length in characters to which a string is extended.
const maxExampleLength = 10_000

// resize returns text with at least short and at most long characters, as far as that is possible.
func resize(text string, short, long int) string {
	n := utf8.RuneCountInString(text)
	if n > long {
		text = strings.TrimSpace(string([]rune(text)[:max(long, 0)]))
		return text + strings.Repeat("x", max(0, min(short, long)-utf8.RuneCountInString(text)))
	}
	short = min(short, maxExampleLength)
	if n >= short || n == 0 {
		return text
	}
	separator := " "
	if !strings.Contains(text, " ") {
		separator = "-"
	}
	drawn := string([]rune(strings.Repeat(text+separator, short/n+1))[:short])
	if cut, ok := strings.CutSuffix(drawn, separator); ok {
		return cut + "x"
	}
	return drawn
}
