//go:build !linux

package main

// dropProgram does nothing: only Linux shows what the process has mapped.
func dropProgram() {}
