//go:build unix

package main

import (
	"os"
	"syscall"
)

// openFile opens a file for reading. It does not wait for the other end of a
// named pipe that has taken the place of the file since it was looked at.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
