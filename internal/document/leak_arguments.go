package document

import (
	"regexp"
	"strings"
	"sync"
)

// A TextArgument is an argument of a call in another format.
type TextArgument struct{ Name, Value string }

// maxArguments and maxValue bound what is told of a call that leaked: its arguments, and the bytes of a
// value.
const maxArguments, maxValue = 8, 80

// argumentForms are how the formats write an argument: its name, and the value.
var argumentForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`<[^<>]{0,12}parameter\s+r?name\s?=\s?["']([\w.-]+)["'][^<>]*>([^<]*)`),
		regexp.MustCompile(`<parameter=([\w.-]+)>([^<]*)`),
		regexp.MustCompile(`<(?:longcat_)?arg_key>\s*([\w.-]+)\s*</(?:longcat_)?arg_key>\s*<(?:longcat_)?arg_value>([^<]*)`),
		regexp.MustCompile(`argument\s+key="([\w.-]+)"[^<]*<\|sep\|>([^<]*)`),
	}
})

// objectArgument matches a member of an object, or an argument in Python.
var objectArgument = sync.OnceValue(func() *regexp.Regexp {
	const value = `("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[-+]?[\w.]+|[\[{<])`
	return regexp.MustCompile(`[{,(]\s*["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*` + value)
})

// argumentsIn returns the arguments of a call as far as they can be told from its text.
func argumentsIn(text string) (list []TextArgument) {
	add := func(found [][]string) {
		for _, m := range found {
			value := strings.TrimSpace(m[2])
			if quoted := strings.Trim(value, `"'`); len(quoted) >= len(value)-2 {
				value = quoted
			}
			value, _, _ = strings.Cut(value, "\n")
			list = append(list, TextArgument{m[1], strings.ToValidUTF8(value[:min(len(value), maxValue)], "")})
		}
	}
	for _, form := range argumentForms() {
		if add(form.FindAllStringSubmatch(text, maxArguments)); list != nil {
			return list
		}
	}
	for _, key := range [...]string{`"arguments"`, `"parameters"`, `"args"`, `"input"`} {
		if _, after, ok := strings.Cut(text, key); ok {
			text = after
			break
		}
	}
	if open := strings.IndexAny(text, "{("); open >= 0 {
		end := closeOf(text, open+1)
		if end < 0 {
			end = len(text)
		}
		add(objectArgument().FindAllStringSubmatch(text[open:end], maxArguments))
	}
	return list
}
