package examples

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Signature is what an example has in common with the original call.
type Signature struct {
	// Format is that of a call that leaked, "" for any other. Of a leaked call only Format,
	// Tool and Rule are there.
	Format string
	// Tool is the tool that the call names.
	Tool string
	// Result is the outcome, By who refuses the call, and Reader and ToolVerdict are the two
	// verdicts.
	Result      diagnostics.Outcome
	By          diagnostics.By
	Reader      xmlcall.Outcome
	ToolVerdict diagnostics.ToolVerdict
	// Rule is the code of the rule with the most severe finding, the first of several by
	// position; "" if there is none. Here lists the codes of all rules with a finding at that
	// place, sorted, without duplicates.
	Rule string
	Here []string
	// Codes lists the codes of all rules with a finding about the call, sorted, without
	// duplicates. An example has no others, and may have fewer.
	Codes []string

	// The words of the message of Rule, sorted, and those of them that come from the call: in an
	// example these may differ.
	message, quoted []string
	// The names of the elements around the place, the outermost first. Those up to the first
	// unknown name are the same in an example.
	inside []string
}

// SignatureOf returns the signature of a call. found are the findings about it, as
// [diagnostics.Document.ByCall] returns them.
func SignatureOf(c *diagnostics.Call, found []*diagnostics.Diagnostic) Signature {
	b := c.Block()
	s := Signature{
		Tool: b.ToolName(), Result: c.Outcome(), By: c.By(), Reader: c.Verdict(), ToolVerdict: c.ToolVerdict(),
	}
	worst := Reported(found)
	for _, p := range found {
		s.Codes = append(s.Codes, p.Code)
		if p.Span == worst.Span {
			s.Here = append(s.Here, p.Code)
		}
	}
	if worst != nil {
		s.Rule = worst.Code
		s.quote(worst.Message, b)
		s.inside = namesAround(b, c.Segment, worst.Span.Start)
	}
	s.Codes, s.Here = sorted(s.Codes), sorted(s.Here)
	return s
}

// quote sets the words of a message about a call.
func (s *Signature) quote(message string, b *xmlcall.Block) {
	message, _, _ = strings.Cut(message, "did you mean")
	own := b.Slice(xmlcall.Span{Start: b.Span.Start, End: max(b.Span.End, b.Rest().End)})
	s.message = sorted(letterRun().FindAllString(message, -1))
	for _, word := range s.message {
		if strings.Contains(own, word) {
			s.quoted = append(s.quoted, word)
		}
	}
}

// namesAround returns the names of the elements around a place of the file.
func namesAround(b *xmlcall.Block, in *document.Segment, at int) (names []string) {
	for _, e := range b.Elements() {
		if content := in.FileSpan(e.Content()); content.Start <= at && at < content.End {
			names = append(names, e.Local())
		}
	}
	return names
}

// tells reports whether the message has all words of another one, except those that belong to
// the call of that one.
func (s *Signature) tells(o *Signature) bool {
	for _, word := range o.message {
		_, has := slices.BinarySearch(s.message, word)
		if _, own := slices.BinarySearch(o.quoted, word); !has && !own {
			return false
		}
	}
	return true
}

// SignatureOfLeak returns the signature of a call that leaked.
func SignatureOfLeak(l *document.LeakedCall) Signature {
	return Signature{Format: l.Format, Tool: l.Tool, Rule: LeakRule}
}

// LeakRule is the code of the rule about calls that leaked.
const LeakRule = "leaked-call"

// Reported returns the most severe finding of a call, the first of several, or nil if there is
// none.
func Reported(found []*diagnostics.Diagnostic) *diagnostics.Diagnostic {
	if len(found) == 0 {
		return nil
	}
	return slices.MinFunc(found, func(a, b *diagnostics.Diagnostic) int { return int(a.Severity) - int(b.Severity) })
}

func sorted(codes []string) []string {
	slices.Sort(codes)
	return slices.Compact(codes)
}

// allows reports whether a call with another signature is an example of this one.
func (s *Signature) allows(o *Signature, known *words) bool {
	return s.Format == o.Format && s.Result == o.Result && s.By == o.By && s.Reader == o.Reader && s.ToolVerdict == o.ToolVerdict &&
		toolKey(s.Tool) == toolKey(o.Tool) &&
		s.Rule == o.Rule && s.tells(o) && o.tells(s) && slices.Equal(known.path(s.inside), known.path(o.inside)) &&
		slices.Equal(s.Here, o.Here) && !slices.ContainsFunc(o.Codes, s.lacks)
}

// toolKey returns the name of a tool that a call has, without white space around it: "" for none,
// and the same text for anything that is not a name, which is anonymized.
func toolKey(tool string) string {
	if tool = strings.TrimSpace(tool); tool != "" && !isName(tool) {
		return " "
	}
	return tool
}

func (s *Signature) lacks(code string) bool {
	_, found := slices.BinarySearch(s.Codes, code)
	return !found
}

// Outcome returns the outcome in a few words, as lists of calls have them.
func (s *Signature) Outcome() string {
	if s.Format != "" {
		return "leaked"
	}
	return diagnostics.Detailed(s.Result, s.By, s.Reader, s.ToolVerdict)
}
