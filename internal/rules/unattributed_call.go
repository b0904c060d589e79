package rules

// unattributedCall has no check: it is about the file that contains the calls.
var unattributedCall = &Rule{
	Code:     "unattributed-call",
	Severity: Information,
	Group:    Messages,
	Summary:  "A call in JSON by an unknown author",
	JSON:     true,
}
