//go:build !unix

package main

import "os"

// openFile opens a file for reading. Named pipes are no files here.
func openFile(path string) (*os.File, error) { return os.Open(path) }
