//go:build !windows

package lsp

import (
	"errors"
	"syscall"
)

// processExists reports whether a process with the given id exists. Signal 0 only
// checks; any other error means that it exists and belongs to another user, or, in a
// browser, that it cannot be determined.
func processExists(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
