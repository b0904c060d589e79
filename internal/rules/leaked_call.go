package rules

// leakedCall has no check: it is about text that is not a call in the format of Forge.
var leakedCall = &Rule{
	Code:     "leaked-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A call that an agent with native tool calls wrote as text",
	JSON:     true,
}
