package rules

// textCall has no check: it is about text that is not a call in the format of Forge.
var textCall = &Rule{
	Code:     "text-call",
	Severity: Information,
	Group:    Messages,
	Summary:  "A call in a format of another runtime, which may not have run",
	JSON:     true,
}
