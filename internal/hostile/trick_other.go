//go:build !unix

package hostile

// systemTricks are files that a system has besides regular ones: none here.
func systemTricks() []Trick { return nil }
