//go:build !linux

package cli

// dropProgram does nothing: only Linux shows what the process has mapped.
func dropProgram() {}
