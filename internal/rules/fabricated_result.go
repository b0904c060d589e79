package rules

// fabricatedResult has no check: it is about text that is not a call.
var fabricatedResult = &Rule{
	Code:     "fabricated-result",
	Severity: Warning,
	Group:    Messages,
	Summary:  "A result of a tool that the agent wrote itself",
	JSON:     true,
}
