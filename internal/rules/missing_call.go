package rules

// missingCall has no check: it is about a message without a call.
var missingCall = &Rule{
	Code:     "missing-call",
	Severity: Warning,
	Group:    Messages,
	Summary:  "A message that ends in order to call a tool, and has no call",
	JSON:     true,
}
