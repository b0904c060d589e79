package rules

// invalidJSON has no check: it is about the file that contains the calls.
var invalidJSON = &Rule{
	Code:     "invalid-json",
	Severity: Information,
	Group:    Messages,
	Summary:  "A part of a transcript that is not JSON",
	JSON:     true,
}
