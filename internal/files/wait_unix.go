//go:build unix

package files

import "syscall"

// noWait is the flag with which opening a named pipe does not wait for its other
// end.
const noWait = syscall.O_NONBLOCK
