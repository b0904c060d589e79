package toolspec

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// scalar reads a number or a boolean as encoding/xml reads one into a field of
// a struct: the trimmed text by strconv's rules, and an empty element as the
// zero value.
func (r *reader) scalar(a *Argument, element xmlcall.ElementID, text string) (value any, ok bool) {
	if text == "" {
		if r.first[element] == xmlcall.NoElement {
			r.add(Issue{Kind: EmptyValue, Span: r.b.Element(element).Span(), Element: element, Name: a.Name, Argument: a})
		}
		switch a.Kind {
		case Integer:
			return int64(0), true
		case Number:
			return 0.0, true
		}
		return false, true
	}
	trimmed := strings.TrimSpace(text)
	var err error
	switch a.Kind {
	case Integer:
		value, err = strconv.ParseInt(trimmed, 10, 64)
	case Number:
		value, err = strconv.ParseFloat(trimmed, 64)
	default:
		value, err = strconv.ParseBool(trimmed)
	}
	if err == nil {
		return value, true
	}
	reason := map[Kind]string{Integer: "is no whole number", Number: "is no number", Boolean: "is neither true nor false"}[a.Kind]
	if errors.Is(err, strconv.ErrRange) {
		reason = "is out of range"
	}
	r.add(Issue{
		Kind: TypeMismatch, Span: r.trimmed(element), Element: element, Name: a.Name, Argument: a,
		Reason: reason, Want: plainly(a.Kind, trimmed),
	})
	return nil, false
}

// overridden reads an element that a later one of its name overrides. The runtime
// reads it all the same, and refuses the call if it cannot.
func (r *reader) overridden(a *Argument, element xmlcall.ElementID) {
	if !a.Kind.Scalar() || a.Kind == String || r.isOption(a.Name) {
		return
	}
	if text := r.b.Element(element).Text(); text != "" {
		r.scalar(a, element, text)
	}
}

// plainly returns what a text that cannot be read as a kind plainly means.
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
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return []string{strconv.FormatInt(n, 10)}
		}
		if n, err := strconv.ParseInt(text, 0, 64); err == nil { // 0x10
			return []string{strconv.FormatInt(n, 10)}
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

// coerced reads a further element of a tool that makes options of its command
// line from them: a whole number, else a number, else a boolean, else the
// trimmed text. What changes on the way is an issue.
func (r *reader) coerced(element xmlcall.ElementID, into map[string]any) {
	text := strings.TrimSpace(r.b.Element(element).Text()) // without what is in its children
	name := r.name(element)
	value, canonical := any(text), text
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		value, canonical = n, strconv.FormatInt(n, 10)
	} else if f, err := strconv.ParseFloat(text, 64); err == nil {
		value, canonical = f, strconv.FormatFloat(f, 'g', -1, 64)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			canonical += " (a number)"
		}
	} else if b, err := strconv.ParseBool(text); err == nil {
		value, canonical = b, strconv.FormatBool(b)
	}
	if text == "" {
		return // skipped
	}
	into[name] = value
	if canonical != text {
		r.add(Issue{Kind: CoercedValue, Span: r.trimmed(element), Element: element, Name: name, Reason: "becomes " + canonical})
	}
}
