package rules

// unusedDirective has no check: the directives are known only after all findings are.
// Its findings cannot be suppressed.
var unusedDirective = &Rule{
	Code:     "unused-directive",
	Severity: Warning,
	Group:    Style,
	Summary:  "A comment that suppresses nothing",
	Document: true,
}
