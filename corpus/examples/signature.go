package examples

import (
	"regexp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Signature is what an example has in common with the call that it is made of.
type Signature struct {
	// Format is that of a call that leaked, "" for any other. Of a leaked call only Format,
	// Tool and Rule are there.
	Format string
	// Tool is the tool that the call names.
	Tool string
	// Reader and ToolVerdict are the two verdicts, Seen is whether the runtime sees a call,
	// and Lost whether it runs with other data than was written.
	Reader      xmlcall.Outcome
	ToolVerdict diagnostics.ToolVerdict
	Seen, Lost  bool
	// Rule is the code of the rule that reports what is worst, the first of several by
	// position; "" if none reports anything. Here are the codes of all rules that report
	// something at that place, sorted, each once.
	Rule string
	Here []string
	// Message is the message of Rule without what it quotes.
	Message string
	// Codes are the codes of all rules that report something about the call, sorted, each
	// once. An example has no other ones, and may have fewer.
	Codes []string
}

// SignatureOf returns the signature of a call. found are the findings about it by position,
// and lost is whether [diagnostics.Result.Lost] has one of them.
func SignatureOf(c *diagnostics.Call, found []*diagnostics.Finding, lost bool) Signature {
	s := Signature{
		Tool: c.Block().ToolName(), Reader: c.Outcome(), ToolVerdict: c.ToolVerdict(), Seen: c.Seen(), Lost: lost,
	}
	worst := Reported(found)
	for _, p := range found {
		s.Codes = append(s.Codes, p.Code)
		if p.Span == worst.Span {
			s.Here = append(s.Here, p.Code)
		}
	}
	if worst != nil {
		s.Rule, s.Message = worst.Code, withoutQuotes(worst.Message)
	}
	s.Codes, s.Here = sorted(s.Codes), sorted(s.Here)
	return s
}

// SignatureOfLeak returns the signature of a call that leaked.
func SignatureOfLeak(l *document.Leak) Signature {
	return Signature{Format: l.Format, Tool: l.Tool, Rule: LeakRule}
}

// LeakRule is the code of the rule about calls that leaked.
const LeakRule = "leaked-call"

// Reported returns the finding of a call that is worst, the first of several; nil if there
// is none.
func Reported(found []*diagnostics.Finding) *diagnostics.Finding {
	if len(found) == 0 {
		return nil
	}
	return slices.MinFunc(found, func(a, b *diagnostics.Finding) int { return int(a.Severity) - int(b.Severity) })
}

// quoted is what messages quote, with what is between quotes: what is quoted may have quotes.
var quoted = regexp.MustCompile("(?s)`.*`|\".*\"|<.*>|<\\S*|[0-9]+|;? did you mean.*")

func withoutQuotes(message string) string { return quoted.ReplaceAllString(message, "") }

func sorted(codes []string) []string {
	slices.Sort(codes)
	return slices.Compact(codes)
}

// allows reports whether a call with another signature is an example of this one.
func (s *Signature) allows(o *Signature) bool {
	return s.Format == o.Format && s.Reader == o.Reader && s.ToolVerdict == o.ToolVerdict && s.Seen == o.Seen && s.Lost == o.Lost &&
		toolKey(s.Tool) == toolKey(o.Tool) &&
		s.Rule == o.Rule && s.Message == o.Message && slices.Equal(s.Here, o.Here) && !slices.ContainsFunc(o.Codes, s.lacks)
}

// toolKey returns the name of a tool that a call has, without white space around it: "" for none,
// and the same text for all that is no name, which is anonymised.
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

// Outcome returns both verdicts in a few words, as lists of calls have them.
func (s *Signature) Outcome() string {
	switch {
	case s.Format != "":
		return "leaked"
	case s.Lost:
		return diagnostics.Verdicts(s.Reader.String(), s.ToolVerdict.String()) + ", with data lost"
	}
	return diagnostics.Verdicts(s.Reader.String(), s.ToolVerdict.String())
}
