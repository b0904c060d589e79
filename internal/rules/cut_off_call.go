package rules

// cutOffCall has no check: it is about native calls.
var cutOffCall = &Rule{
	Code:     "cut-off-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A native call that is cut off at the token limit",
	JSON:     true,
}
