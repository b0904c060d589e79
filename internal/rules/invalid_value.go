package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var invalidValue = &Rule{
	Code: "invalid-value", Severity: Error, Group: Schema,
	Needs: issues(toolspec.InvalidValue, toolspec.NotChecked),
	Check: eachIssue(describeInvalidValue),
}

// maxValue is how many bytes a value has that a message quotes beside a reason.
const maxValue = 24

func describeInvalidValue(p *Pass, i toolspec.Issue) Report {
	if i.Kind == toolspec.NotChecked {
		return Report{
			Severity: Information,
			Message:  "The values of `<arguments>` are not checked against the tool's schema",
			Note:     "Too many parts of the schema apply to these values, so checking them would take too long",
		}
	}
	n := Report{Message: valueMessage(p, i), Note: toolRefuses}
	for k, want := range likeliest(p.Block.Slice(i.Span), i.Want) {
		if k == maxChoices || strings.Contains(p.Block.Slice(i.Span), "<") { // markup is reported first
			break
		}
		n.Fixes = append(n.Fixes, replace(Titled("Write `", want, "`"), i.Span, encode.Escape(want)))
	}
	return n
}

// likeliest returns some of the values that are allowed, those first that are near what is written,
// which may be escaped twice.
func likeliest(written string, want []string) []string {
	value, _ := call.Unescape(written)
	value, _ = call.Unescape(value)
	likely := toolspec.Nearest(value, want)
	if w := wrapped(value, want); w != "" {
		likely = slices.Insert(slices.DeleteFunc(likely, func(n string) bool { return n == w }), 0, w)
	}
	for _, w := range want {
		if len(likely) >= maxChoices {
			break
		}
		if !slices.Contains(likely, w) {
			likely = append(likely, w)
		}
	}
	return likely
}

// wrapped returns the longest of the values that are allowed that is written with nothing but quotes or brackets
// around it.
func wrapped(value string, want []string) (longest string) {
	for _, w := range want {
		before, after, found := strings.Cut(value[:min(len(value), maxValue+1)], w)
		if found && len(w) > len(longest) && strings.Trim(before+after, "\"'`“”‘’«»<>[](){} \n") == "" {
			longest = w
		}
	}
	return longest
}

// valueMessage returns the message on a value. If the value is long, it quotes the element
// instead.
func valueMessage(p *Pass, i toolspec.Issue) string {
	name, value := "`<"+Clip(i.Name)+">`", p.Block.Slice(i.Span)
	switch {
	case i.Name == "":
		name = "`<arguments>`" // the schema is about all of them
	case value != "" && len(value) <= maxValue && !strings.ContainsAny(value, "<\r\n"):
		name = "`" + value + "` in " + name
	}
	return name + " " + ClipAt(i.Reason, MaxReason)
}
