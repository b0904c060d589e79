//go:build !unix

package hostile

// systemTricks are other types of files of the system: none here.
var systemTricks []Trick
