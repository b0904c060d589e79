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
func systemTricks() []Trick {
	return []Trick{
		{
			Name: "named pipe", Silent: []Format{Folder},
			write: func(t testing.TB, path string, _ Format) { pipe(t, path) },
		},
		{
			Name: "socket", Silent: []Format{Folder},
			write: func(t testing.TB, path string, _ Format) { socket(t, path) },
		},
		{
			Name: "link to /dev/zero", Silent: []Format{Text},
			write: func(t testing.TB, path string, _ Format) { link(t, "/dev/zero", path) },
		},
		{
			Name: "link to a terminal", Silent: []Format{Text},
			write: func(t testing.TB, path string, _ Format) { link(t, "/dev/tty", path) },
		},
		{
			Name: "link to a named pipe in the workspace", Formats: files, Silent: []Format{Text},
			write: func(t testing.TB, path string, _ Format) {
				pipe(t, path+".pipe")
				link(t, filepath.Base(path)+".pipe", path)
			},
		},
		{
			Name: "link to a file without a size that has no end", Silent: []Format{Text},
			write: func(t testing.TB, path string, _ Format) { link(t, "/proc/kmsg", path) },
		},
	}
}

func pipe(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}

// socket makes a socket. The path of one that is bound has to be short, so that it
// is bound elsewhere.
func socket(t testing.TB, path string) {
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
