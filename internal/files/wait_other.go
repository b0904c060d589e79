//go:build !unix

package files

// noWait is nothing: named pipes are not files here.
const noWait = 0
