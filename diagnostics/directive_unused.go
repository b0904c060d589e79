package diagnostics

import (
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// unused returns the findings about parts of a directive that have no effect.
//
// The last name must not be removed alone: without names a directive applies to all
// rules.
func (d *directive) unused(text string, severity Severity) []Diagnostic {
	finding := func(span xmlcall.Span, message string, fixes ...Fix) Diagnostic {
		return Diagnostic{Code: unusedDirective, Severity: severity, Message: message, Fixes: fixes, Span: span, Call: -1}
	}
	removal := Fix{Title: "Remove the directive", Edits: []Edit{{Span: d.lines(text), Text: ""}}}
	if d.verb == unknownVerb {
		word := text[d.word.Start:d.word.End]
		f := finding(d.word, "Unknown directive `"+rules.Clip(word)+"`; remove it", removal)
		if likely := toolspec.Nearest(word, slices.Sorted(maps.Keys(verbs))); len(likely) > 0 {
			f.Message = "Unknown directive `" + rules.Clip(word) + "`; did you mean `" + likely[0] + "`?"
			f.Fixes = slices.Insert(f.Fixes, 0, replaced("Write `"+likely[0]+"`", d.word, likely[0]))
		}
		return []Diagnostic{f}
	}
	var findings []Diagnostic
	kept := 0
	for _, r := range d.rules {
		likely := r.likely()
		switch {
		case r.code == "" && !r.used:
			continue
		case r.used:
			kept++
			continue
		case len(likely) > 0:
			kept++
			f := finding(r.span, "Unknown rule `"+rules.Clip(r.code)+"`; did you mean `"+likely[0]+"`?")
			for _, code := range likely {
				f.Fixes = append(f.Fixes, replaced(rules.Titled("Rename to `", code, "`"), r.span, code))
			}
			findings = append(findings, f)
			continue
		}
		message := "No `" + rules.Clip(r.code) + "` to suppress here; remove it"
		if d.verb == enable {
			message = "`" + rules.Clip(r.code) + "` is not disabled here; remove it"
		} else if Lookup(r.code) == nil {
			message = "Unknown rule `" + rules.Clip(r.code) + "`; remove it"
		}
		findings = append(findings, finding(r.span, message,
			replaced(rules.Titled("Remove `", r.code, "`"), d.nameAndBlank(text, r.span), "")))
	}
	verb := rules.Clip(text[d.word.Start:d.word.End])
	switch {
	case kept > 0:
		return findings
	case !d.ofAll() && len(d.rules) == 1 && Lookup(d.rules[0].code) == nil:
		return []Diagnostic{finding(d.span, "Unknown rule `"+rules.Clip(d.rules[0].code)+"`; remove the directive", removal)}
	case d.verb == enable:
		return []Diagnostic{finding(d.span, "`"+verb+"` does not end a directive; remove it", removal)}
	}
	return []Diagnostic{finding(d.span, "`"+verb+"` suppresses nothing; remove it", removal)}
}

// likely returns the rules that were most likely intended by an unknown name.
func (r *ruleName) likely() []string {
	if r.code == "" || Lookup(r.code) != nil {
		return nil
	}
	return toolspec.Nearest(r.code, Codes())
}

// nameAndBlank returns the span of a name with the separator before it.
func (d *directive) nameAndBlank(text string, name xmlcall.Span) xmlcall.Span {
	before := strings.TrimRight(text[d.span.Start:name.Start], " \t,")
	return xmlcall.Span{Start: d.span.Start + len(before), End: name.End}
}

// lines returns the span of the directive, with its line if that contains nothing else
// except quote marks. Text after a list's marker moves up to it.
func (d *directive) lines(text string) xmlcall.Span {
	span := d.span
	// A line may hold any number of directives: its start is not searched for.
	start := len(strings.TrimRight(text[:span.Start], "-+*0123456789.)> \t\ufeff"))
	end := len(text) - len(strings.TrimLeft(text[span.End:], " \t\r"))
	switch {
	case start > 0 && text[start-1] != '\n':
		return span
	case end < len(text) && text[end] == '\n':
		end++
	case end < len(text):
		return span
	}
	before := text[start:span.Start]
	if strings.Trim(before, " \t>\ufeff") == "" {
		return xmlcall.Span{Start: start + len(before) - len(strings.TrimPrefix(before, "\ufeff")), End: end}
	}
	// As FileEdit and LineBefore continue a line.
	next := text[end:]
	indent := next[:len(next)-len(strings.TrimLeft(next, " \t>"))]
	if len(indent) == len(before) && strings.Trim(before, "-+*0123456789.)> \t") == "" && strings.Count(indent, ">") == strings.Count(before, ">") {
		return xmlcall.Span{Start: span.Start, End: end + len(indent)}
	}
	return span
}

// replaced returns a fix of one edit.
func replaced(title string, span xmlcall.Span, text string) Fix {
	return Fix{Title: title, Edits: []Edit{{Span: span, Text: text}}}
}
