package xmlcall

import (
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
)

// An Outcome is what the runtime does with a block.
type Outcome uint8

const (
	// Runs: the call runs as written.
	Runs Outcome = iota
	// Repaired: the strict parser refuses the block, but reads it after the
	// ampersand repair; the call runs.
	Repaired
	// Refused: the runtime answers with an error, or does not see the call.
	Refused
)

// String returns "runs", "repaired" or "refused".
func (o Outcome) String() string {
	switch o {
	case Runs:
		return "runs"
	case Repaired:
		return "repaired"
	default:
		return "refused"
	}
}

// A Verdict is what the runtime does with one block, taken as a call of its
// own, and why.
type Verdict struct {
	Outcome Outcome
	// Fallback reports whether the runtime tried the ampersand repair.
	Fallback bool
	// Reason is the runtime's error in its own words: why the block was refused, or why
	// the repair was tried. It is empty for a block that runs as written. Lines in it
	// count from the block's first line, as the runtime sees only the block.
	Reason string

	at int // 1 + the offset that At returns; 0 if there is none
}

// At returns the offset in Block.Text at which the strict parser stops. ok is false if
// the reason is not about a place.
func (v Verdict) At() (offset int, ok bool) { return max(v.at-1, 0), v.at > 0 }

// Verdict returns what the runtime does with the block.
func (b *Block) Verdict() Verdict { return b.verdict }

// judge decides the verdict of a closed block, which is not finished yet: fail is the reason why
// the strict parser stops even after the repair.
func (p *builder) judge(fail lex.Failure) {
	b := p.b
	b.Tokens, b.elements = p.tokens, p.elements
	switch {
	case b.Span.Len() > p.maxSize:
		b.verdict = Verdict{Outcome: Refused, Reason: forge.TooLarge(p.maxSize)}
		p.record(Problem{Kind: TooLarge, Span: b.Span})
		return
	case !fail.OK():
		b.verdict = Verdict{Refused, true, b.syntaxError(fail), fail.At + 1}
		if !slices.ContainsFunc(b.Problems, func(p Problem) bool { return p.Kind.Refuses() }) {
			p.record(Problem{Kind: SyntaxError, Span: b.failureSpan(fail.At), Want: fail.Reason})
		}
		return
	case p.repaired.Len() > 0:
		b.verdict = Verdict{Repaired, true, b.syntaxError(b.ampersandFailure(p.repaired)), p.repaired.Start + 1}
		b.markCorrupted()
	}
	if p.endTags {
		b.markRunOver()
	}
	if b.ToolName() == "" {
		b.verdict.Outcome, b.verdict.Reason, b.verdict.at = Refused, "tool_name is required in tool call", 0
	}
}

// Repairable reports whether the ampersand repair fixes a problem of kind k.
func (k ProblemKind) Repairable() bool {
	return k == BareAmpersand || k == UnknownEntity || k == UnterminatedReference
}

// Refuses reports whether a problem of kind k makes the strict parser stop.
// Two kinds may or may not: "<! [CDATA[x]]>" is a legal directive, and a CDATA
// section without an end may find that of another.
func (k ProblemKind) Refuses() bool {
	switch k {
	case BareAmpersand, UnknownEntity, UnterminatedReference, CorruptedCDATA, SurrogateReference, UnrecognizedTag:
		return false
	}
	return true
}

// syntaxError puts a failure in the runtime's words. Lines count from the first line of
// the block.
func (b *Block) syntaxError(f lex.Failure) string {
	if strings.HasPrefix(f.Reason, "xml: ") { // encoding/xml reports no line here
		return f.Reason
	}
	return "XML syntax error on line " + strconv.Itoa(b.line(f.At)) + ": " + f.Reason
}

// ampersandFailure returns why the strict parser stopped at the first ampersand before
// the repair.
func (b *Block) ampersandFailure(span Span) lex.Failure {
	end := span.End
	if s := b.Text[:b.Span.End]; end-span.Start == 1 {
		if end < len(s) && s[end] == '#' {
			end++
			if end < len(s) && s[end] == 'x' {
				end++
			}
		} else {
			end = lex.NameEnd(s, end)
		}
		if end < len(s) && s[end] == ';' {
			end++
		}
	} else if strings.HasPrefix(b.Slice(span), "&#X") {
		end = span.Start + 2
	}
	entity := b.Text[span.Start:end]
	if !strings.HasSuffix(entity, ";") {
		entity += " (no semicolon)"
	}
	return lex.Failure{At: end, Reason: "invalid character entity " + entity}
}

// failureSpan returns a non-empty span for a failure at the given offset.
func (b *Block) failureSpan(at int) Span {
	at = max(b.Span.Start, min(at, b.Span.End)-1)
	return Span{at, at + 1}
}

// markRunOver records the CDATA sections of a block that the runtime reads, but not as
// intended: without an end of their own they run over the end of their field into
// another field of the same name.
func (b *Block) markRunOver() {
	for _, t := range b.Tokens {
		if t.Kind() != CDATA {
			continue
		}
		if end := runsOver(b.Slice(t.Inner()), b.Element(t.Element()).Name()); end >= 0 {
			b.Problems = append(b.Problems, Problem{
				Kind: UnclosedCDATA, Span: Span{t.Span().Start, t.Inner().Start}, Element: t.Element(), at: t.Inner().Start + end + 1,
			})
		}
	}
}

// markCorrupted records what the repair changes in the CDATA sections of a repaired
// block.
func (b *Block) markCorrupted() {
	corrupted := 0
	for _, t := range b.Tokens {
		if t.Kind() != CDATA {
			continue
		}
		for i := lex.NextRepair(b.Text[:t.Inner().End], t.Inner().Start); i < t.Inner().End; i = lex.NextRepair(b.Text[:t.Inner().End], i+1) {
			if corrupted++; corrupted > maxProblems {
				b.MoreProblems = true
				return
			}
			b.Problems = append(b.Problems, Problem{
				Kind: CorruptedCDATA, Span: Span{i, i + 1}, Element: t.Element(), Certain: true,
			})
		}
	}
}
