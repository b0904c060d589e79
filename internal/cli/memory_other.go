//go:build !linux

package cli

// DropProgram does nothing: only Linux shows what the process has mapped.
func DropProgram() {}
