//go:build unix

package lsp

import (
	"errors"
	"syscall"
)

// processExists reports whether a process with the given id exists. Signal 0 only
// checks; EPERM means that it exists and belongs to another user.
func processExists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
