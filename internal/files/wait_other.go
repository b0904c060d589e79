//go:build !unix

package files

// noWait is zero: named pipes are not files here.
const noWait = 0
