//go:build unix

package replace

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/pkg/xattr"
)

var (
	runs     = flag.Int("runs", 300, "how many runs TestFaults draws")
	runsFrom = flag.Uint64("runs-from", 0, "the seed of the first run of TestFaults")
)

// TestFaults draws a file and faults of a run that replaces it: it is killed, a step
// fails, another program or another run interferes. In each case the file must contain
// the old text, the new one or that of the others, and keep its metadata; and the next
// run must not leave a temporary file, unless it reports that no other has its content.
func TestFaults(t *testing.T) {
	counts := map[string]int{}
	for i := range *runs {
		seed := *runsFrom + uint64(i)
		m := newModel(t, seed)
		if err := m.run(); err != nil {
			t.Fatalf("run %d (%s): %v\nagain: go test ./internal/replace -run TestFaults -runs-from %d -runs 1", seed, m, err, seed)
		}
		counts[m.end]++
	}
	t.Logf("%d runs: %v", *runs, counts)
	for _, end := range []string{"replaced", "failed", "killed", "changed"} {
		if counts[end] == 0 && *runs >= 300 {
			t.Errorf("no run ended with %q: the model draws too little", end)
		}
	}
}

// errKilled is the error of all steps of a killed run: they have no effect.
var errKilled = errors.New("killed")

const theirs = "what another program wrote\n"

// meddlers are what another program does to the target during a run, and the type of
// file that it leaves.
var meddlers = []struct {
	name string
	do   func(target string) error
	kind fs.FileMode
}{
	{"writes in place", func(target string) error { return os.WriteFile(target, []byte(theirs), 0o644) }, 0},
	{"replaces", func(target string) error {
		temporary := filepath.Join(filepath.Dir(target), "theirs")
		return errors.Join(os.WriteFile(temporary, []byte(theirs), 0o644), os.Rename(temporary, target))
	}, 0},
	{"removes", os.Remove, fs.ModeIrregular},
	{"makes a folder of", func(target string) error {
		return errors.Join(os.Remove(target), os.Mkdir(target, 0o755))
	}, fs.ModeDir},
	{"makes a link of", func(target string) error {
		return errors.Join(os.Remove(target), os.Symlink("elsewhere", target))
	}, fs.ModeSymlink},
	{"makes a named pipe of", func(target string) error {
		return errors.Join(os.Remove(target), syscall.Mkfifo(target, 0o644))
	}, fs.ModeNamedPipe},
}

// failures are the errors that steps are made to fail with.
var failures = []error{syscall.ENOSPC, syscall.EACCES, syscall.EROFS, syscall.EXDEV, syscall.EIO, syscall.EDQUOT}

// A model is one run with its faults.
type model struct {
	folder, name, path string // the path may be a link to the name in the folder
	old, text          string
	linked, tradable   bool
	kept               string // the metadata of the file

	killAt, failAt, meddleAt, besideAt int // numbers of steps, -1 for never
	failure                            error
	meddler                            int
	beside                             chan error // the outcome of another run
	besides                            string     // the text that it writes

	steps           []string
	killed, meddled bool
	end             string
}

func (m *model) String() string {
	return fmt.Sprintf("%s of %d bytes, linked %v, tradable %v; killed at %d, %v at %d, %q at %d, another run at %d; %s",
		m.path, len(m.old), m.linked, m.tradable, m.killAt, m.failure, m.failAt, meddlers[m.meddler].name, m.meddleAt, m.besideAt, strings.Join(m.steps, " "))
}

func newModel(t *testing.T, seed uint64) *model {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model{folder: t.TempDir(), linked: r.IntN(10) == 0, tradable: r.IntN(4) > 0}
	m.name = []string{"a.md", "with space.md", "-a\n.md", strings.Repeat("n", 255)}[r.IntN(4)]
	m.path = filepath.Join(m.folder, m.name)
	m.old = strings.Repeat("o", []int{1, 100, 4096, 100_000}[r.IntN(4)])
	m.text = m.old + "new"
	m.besides = m.text // as when the same command runs twice
	if r.IntN(2) == 0 && m.tradable {
		m.besides = m.old + "of another run"
	}
	at := func(one int) int {
		if r.IntN(one) == 0 {
			return r.IntN(12) // approximately their number
		}
		return -1
	}
	m.killAt, m.failAt, m.meddleAt, m.besideAt = at(3), at(3), at(2), at(4)
	m.failure, m.meddler = failures[r.IntN(len(failures))], r.IntN(len(meddlers))
	if m.meddleAt >= 0 {
		m.besideAt = -1 // otherwise the final state depends on the order
	}
	err := os.WriteFile(m.path, []byte(m.old), 0o600)
	if os.Getuid() == 0 && r.IntN(2) == 0 { // only root can change owners
		err = errors.Join(err, os.Chown(m.path, 1234, 5678))
	}
	if r.IntN(2) == 0 {
		_ = xattr.LSet(m.path, "user.kept", []byte("value")) // not on each file system
	}
	mode := []fs.FileMode{0o600, 0o644, 0o664, 0o755, fs.ModeSetuid | 0o755, fs.ModeSetgid | 0o775}[r.IntN(6)]
	err = errors.Join(err, os.Chmod(m.path, mode))
	if m.linked {
		err = errors.Join(err, os.Link(m.path, filepath.Join(m.folder, "twin")))
	}
	if r.IntN(3) == 0 {
		m.path = filepath.Join(m.folder, "link")
		err = errors.Join(err, os.Symlink(m.name, m.path))
	}
	if err != nil {
		t.Fatal(err)
	}
	m.kept = m.metadata()
	return m
}

// target is the file itself.
func (m *model) target() string { return filepath.Join(m.folder, m.name) }

// metadata is what the file keeps.
func (m *model) metadata() string {
	info, err := os.Lstat(m.target())
	if err != nil {
		return err.Error()
	}
	stat := info.Sys().(*syscall.Stat_t)
	value, _ := xattr.LGet(m.target(), "user.kept")
	return fmt.Sprintf("%v of %d:%d with %q", info.Mode(), stat.Uid, stat.Gid, value)
}

// before is called before each step of the run.
func (m *model) before(step string) error {
	n := len(m.steps)
	m.steps = append(m.steps, step)
	if m.killed {
		return errKilled
	}
	// Without exchanging names, a write between the comparison and the rename is lost.
	if n == m.meddleAt && (m.tradable || !slices.Contains(m.steps[:n], "sum")) {
		m.meddled = true
		if err := meddlers[m.meddler].do(m.target()); err != nil {
			panic(err)
		}
	}
	if n == m.besideAt {
		m.beside = make(chan error, 1)
		go func() {
			r := run{before: func(step string) error { return untradable(!m.tradable, step) }}
			cleanErr := Clean(m.folder)
			_, err := r.file(m.path, m.old, m.besides)
			m.beside <- errors.Join(cleanErr, err)
		}()
	}
	switch {
	case n == m.killAt:
		m.killed = true
		return errKilled
	case n == m.failAt:
		return m.failure
	}
	return untradable(!m.tradable, step)
}

func (m *model) run() error {
	before, err := os.Stat(m.target())
	if err != nil {
		return err
	}
	replaced, err := run{m.before}.file(m.path, m.old, m.text)
	var besideErr error
	if m.beside != nil {
		besideErr = <-m.beside
	}
	if n := len(m.temporaries()); n > 1 {
		return fmt.Errorf("%d temporary files are left: %v", n, err)
	}
	cleanErr := Clean(m.folder)
	left := m.temporaries()
	if len(left) > 0 != (cleanErr != nil) {
		return fmt.Errorf("the next run leaves %q: %v, %v", left, err, cleanErr)
	}
	m.end = "replaced"
	switch {
	case m.killed:
		m.end = "killed"
	case errors.Is(err, ErrChanged):
		m.end = "changed"
	case err != nil:
		m.end = "failed"
	}
	if m.meddled {
		return m.checkMeddled(left, err)
	}
	if len(left) > 0 { // killed before it gave back what the other run wrote
		if got, _ := os.ReadFile(left[0]); !m.killed || string(got) != m.besides {
			return cleanErr
		}
		return nil
	}
	return m.check(before, replaced, err, besideErr)
}

// temporaries returns the paths of the temporary files.
func (m *model) temporaries() (paths []string) {
	entries, _ := os.ReadDir(m.folder)
	for _, e := range entries {
		if IsTemporary(e.Name()) {
			paths = append(paths, filepath.Join(m.folder, e.Name()))
		}
	}
	return paths
}

// checkMeddled checks that what another program did is preserved, in the file or in the
// temporary file that is kept.
func (m *model) checkMeddled(left []string, err error) error {
	place, kind := m.target(), meddlers[m.meddler].kind
	if len(left) > 0 {
		place = left[0]
	}
	info, statErr := os.Lstat(place)
	switch {
	case kind == fs.ModeIrregular:
		if !errors.Is(statErr, fs.ErrNotExist) {
			return fmt.Errorf("the file that was removed is there again (%v)", err)
		}
	case statErr != nil:
		return statErr
	case info.Mode().Type() != kind:
		return fmt.Errorf("%s is a %v, want a %v (%v)", place, info.Mode(), kind, err)
	case kind == 0:
		if got, _ := os.ReadFile(place); string(got) != theirs {
			return fmt.Errorf("%s holds %.40q, want %.40q (%v)", place, got, theirs, err)
		}
	}
	return nil
}

// check checks the file if no other program interfered.
func (m *model) check(before fs.FileInfo, replaced bool, err, besideErr error) error {
	bytes, readErr := os.ReadFile(m.target())
	if readErr != nil {
		return readErr
	}
	got := string(bytes)
	done := replaced && !m.killed
	other := m.beside != nil && besideErr == nil
	switch {
	case done && other && m.besides != m.text:
		return errors.New("two runs replaced the same text")
	case other && got != m.besides,
		m.beside == nil && got == m.besides && m.besides != m.text,
		done && got != m.text,
		!replaced && !m.killed && !other && got != m.old,
		got != m.old && got != m.text && got != m.besides:
		return fmt.Errorf("the file holds %.40q after %v, and another run %v", got, err, besideErr)
	case m.linked && (err == nil || got != m.old):
		return fmt.Errorf("a file with two hard links was replaced: %v", err)
	case m.metadata() != m.kept:
		return fmt.Errorf("%s, want %s", m.metadata(), m.kept)
	}
	after, statErr := os.Stat(m.target())
	if statErr == nil && got == m.old && !os.SameFile(before, after) {
		statErr = errors.New("the file is another one with the same text")
	}
	return statErr
}
