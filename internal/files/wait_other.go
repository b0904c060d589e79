//go:build !unix

package workspace

// noWait is nothing: named pipes are not files here.
const noWait = 0
