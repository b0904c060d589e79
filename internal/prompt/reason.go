package prompt

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A reason is a defect that a text names for certain, and the codes of the findings that confirm it.
type reason struct {
	text  *regexp.Regexp
	codes []string
}

var reasons = sync.OnceValue(func() (list []reason) {
	for _, r := range [][2]string{
		{
			`\b(?:unescaped|not escaped|without escap\w+|raw|bare)\b[^.\n]{0,20}(?:&|ampersand)|(?:&|ampersand)[^.\n]{0,20}\b(?:unescaped|not escaped|without escap\w+|must be escaped)\b`,
			"unescaped-ampersand unknown-entity unterminated-entity corrupted-cdata",
		},
		{
			`\b(?:unescaped|not escaped|without escap\w+|raw|bare)\b[^.\n]{0,20}(?:<|less.than|angle)|(?:<|less.than|angle brackets?)[^.\n]{0,20}\b(?:unescaped|not escaped|without escap\w+|must be escaped)\b`,
			"raw-less-than dropped-markup mismatched-end-tag unclosed-element invalid-element-name stray-end-tag",
		},
		{
			`\b(?:unescaped|not escaped) (?:special )?characters?\b`,
			"unescaped-ampersand unknown-entity unterminated-entity corrupted-cdata raw-less-than dropped-markup mismatched-end-tag unclosed-element invalid-element-name",
		},
		{
			`\bcdata (?:for|around) (?:the |a )?(?:structure|lists?|arrays?|objects?|edits)\b`,
			"cdata-around-structure array-shape",
		},
		{
			`\b(?:unclosed|not closed|(?:missing|no|without)(?: the| a| its)? (?:closing|end)[ -]?tag)\b`,
			"unclosed-call unclosed-element unclosed-cdata mismatched-end-tag nested-call",
		},
		{
			`\b(?:unknown|no such|nonexistent|non-existent) tool\b|\btool (?:that )?does not exist\b`,
			"unknown-tool",
		},
		{
			`\b(?:missing|without)(?: the| a)? (?:required )?(?:argument|parameter)s?\b|\brequired (?:argument|parameter) is missing\b`,
			"missing-argument missing-arguments empty-argument",
		},
		{
			`\b(?:unknown|wrong|no such) (?:argument|parameter)(?: name)?\b`,
			"unknown-argument misplaced-argument",
		},
		{
			`\bjson (?:payload|body|arguments|instead|in place|format)\b|\b(?:arguments|call) as json\b|\bold json\b`,
			"legacy-json json-arguments array-shape cdata-around-structure",
		},
		{
			`\b(?:double[- ]escaped|escaped twice)\b`,
			"double-escaped-entity entity-in-cdata",
		},
		{
			`\bescap\w+ (?:inside|in|within) (?:a )?cdata\b`,
			"entity-in-cdata corrupted-cdata",
		},
		{
			`\b(?:mixed|mixing|mixes|mix) (?:methods|escap|both|cdata|encodings?)`,
			"mixed-encoding entity-in-cdata corrupted-cdata padded-cdata",
		},
		{
			`\bnot an? (?:integer|number|boolean)\b|\bwrong type\b`,
			"type-mismatch invalid-value",
		},
		{
			`\battributes? on <?tool`,
			"unrecognized-tool-tag ignored-attribute",
		},
	} {
		list = append(list, reason{regexp.MustCompile(r[0]), strings.Fields(r[1])})
	}
	return list
})

// Reason returns the defect that a text about a wrong example names, "" if it names none for certain, and
// whether the findings of the example, by their codes, confirm it.
func Reason(text string, codes []string) (named string, confirmed bool) {
	text = normal(text)
	for _, r := range reasons() {
		loc := r.text.FindStringIndex(text)
		if loc == nil {
			continue
		}
		if slices.ContainsFunc(r.codes, func(code string) bool { return slices.Contains(codes, code) }) {
			return text[loc[0]:loc[1]], true
		}
		if named == "" {
			named = text[loc[0]:loc[1]]
		}
	}
	return named, false
}
