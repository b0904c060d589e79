package rules

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// All lists the rules, sorted by code.
var All = slices.SortedFunc(slices.Values(slices.Concat(characters, sections, tags, names, arguments, values, inJSON, calls, fileRules, elsewhere, []*Rule{
	arrayShape, cdataAroundStructure, cdataEndsEarly, droppedMarkup, ignoredAttribute, invalidValue, missingArgument, paddedValue,
	placeholder, rawLessThan, strayEndTag, swallowedMarkup, thinkingTagInCall, unclosedElement, unknownTool,
})), func(a, b *Rule) int { return cmp.Compare(a.Code, b.Code) })

// elsewhere are the rules about a file, a message or a prompt, which have no check of a call: package diagnostics
// reports their findings.
var elsewhere = []*Rule{
	{Code: "fabricated-result", Severity: Warning, Group: Messages},
	{Code: "invalid-json", Severity: Information, Group: Messages},
	{Code: "leaked-call", Severity: Error, Group: Messages},
	{Code: "missing-call", Severity: Warning, Group: Messages},
	{Code: "prompt-drift", Severity: Warning, Group: Prompts},
	{Code: "text-call", Severity: Information, Group: Messages},
	{Code: "unattributed-call", Severity: Information, Group: Messages},
	{Code: "unused-directive", Severity: Warning, Group: Style},
}

// problems returns the needs of a rule about kinds of problems.
func problems(kinds ...xmlcall.ProblemKind) call.Needs { return call.Needs{Problems: kinds} }

// noted returns the needs of a rule about kinds of notes.
func noted(kinds ...call.NoteKind) call.Needs { return call.Needs{Notes: kinds} }

// issues returns the needs of a rule about kinds of issues.
func issues(kinds ...toolspec.IssueKind) call.Needs { return call.Needs{Issues: kinds} }

// about returns the needs of a rule about other facts.
func about(set call.Set) call.Needs { return call.Needs{Facts: set} }
