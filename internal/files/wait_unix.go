//go:build unix

package workspace

import "syscall"

// noWait is the flag with which opening a named pipe does not wait for its other
// end.
const noWait = syscall.O_NONBLOCK
