//go:build unix

package hostile

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// systemTricks are other types of files of the system.
var systemTricks = []Trick{
	{Name: "named pipe", silent: []Format{Folder}, write: pipe},
	{Name: "socket", silent: []Format{Folder}, write: socket},
	{Name: "link to /dev/zero", silent: []Format{Text}, write: linkTo("/dev/zero")},
	{Name: "link to a terminal", silent: []Format{Text}, write: linkTo("/dev/tty")},
	{Name: "link to a named pipe in the workspace", formats: files, silent: []Format{Text}, write: linkToPipe},
	{Name: "link to a file without a size that has no end", silent: []Format{Text}, write: linkTo("/proc/kmsg")},
}

func pipe(t testing.TB, path string, _ Format) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}

func linkToPipe(t testing.TB, path string, f Format) {
	t.Helper()
	pipe(t, path+".pipe", f)
	link(t, filepath.Base(path)+".pipe", path)
}

// socket makes a socket. The path of one that is bound has to be short, so that it
// is bound elsewhere.
func socket(t testing.TB, path string, _ Format) {
	t.Helper()
	dir, err := os.MkdirTemp("", "s") //nolint:usetesting // the names of tests are long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	l, err := net.Listen("unix", dir+"/s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if err := os.Rename(dir+"/s", path); err != nil {
		t.Fatal(err)
	}
}
