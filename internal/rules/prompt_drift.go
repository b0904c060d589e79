package rules

// promptDrift has no check: it is about the text of a prompt, not about calls.
var promptDrift = &Rule{
	Code:     "prompt-drift",
	Severity: Warning,
	Group:    Prompts,
	Summary:  "A tool in a prompt that differs from its definition",
	Prompt:   true,
}
