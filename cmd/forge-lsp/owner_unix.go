//go:build unix

package main

import (
	"os"
	"syscall"
)

// keepOwner gives a file that was replaced the owner it had before. Only root
// can do that, and only for root, as in a container or under sudo, it makes a
// difference; for everybody else the file's group may change.
func keepOwner(path string, before os.FileInfo) {
	if stat, ok := before.Sys().(*syscall.Stat_t); ok {
		_ = os.Lchown(path, int(stat.Uid), int(stat.Gid))
	}
}
