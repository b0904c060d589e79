package toolspec

import (
	"math"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// scalar reads a number or a boolean; see [Kind.parse].
func (r *reader) scalar(a *Argument, element xmlcall.ElementID, text string) (value any, ok bool) {
	if text == "" && !r.b.Element(element).HasChildren() {
		r.whole(EmptyValue, a, element)
	}
	value, reason := a.Kind.parse(text)
	if reason == "" {
		return value, true
	}
	r.add(Issue{
		Kind: TypeMismatch, Span: r.trimmed(element), Element: element, Name: a.Name, Argument: a,
		Reason: reason, Want: plainly(a.Kind, strings.TrimSpace(text)),
	})
	return nil, false
}

// plainly returns the obvious meaning of a text that cannot be read as a kind.
func plainly(k Kind, text string) []string {
	if len(text) > 1 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	switch k {
	case Boolean:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "y", "enabled":
			return []string{"true"}
		case "false", "no", "off", "n", "disabled":
			return []string{"false"}
		}
	case Integer:
		for _, base := range []int{10, 0} { // 0 for 0x10
			if n, err := strconv.ParseInt(text, base, 64); err == nil {
				return []string{strconv.FormatInt(n, 10)}
			}
		}
		f, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
		if err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return []string{strconv.FormatInt(int64(f), 10)}
		}
	case Number:
		for _, unit := range []string{"ms", "sec", "s", "%", "px"} {
			if number, ok := strings.CutSuffix(text, unit); ok {
				text = strings.TrimSpace(number)
				break
			}
		}
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return []string{text}
		}
	}
	return nil
}

// coerced reads a further element of a tool that turns arguments into command-line
// options, by [coerce]. A value that changes is an issue. ok is false if it is not passed on.
func (r *reader) coerced(element xmlcall.ElementID) (value any, ok bool) {
	text := strings.TrimSpace(r.text(element)) // without the text of its children
	if text == "" {
		r.blankOption(element)
		return nil, false
	}
	value, canonical := coerce(text)
	r.record(element, Given, value)
	if canonical != text {
		r.add(Issue{Kind: CoercedValue, Span: r.trimmed(element), Element: element, Name: r.name(element), Reason: "becomes " + canonical})
	}
	return value, true
}
