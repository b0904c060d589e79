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
	"strings"
	"syscall"
	"testing"

	"github.com/pkg/xattr"
)

var (
	runs     = flag.Int("runs", 300, "how many runs TestFaults draws")
	runsFrom = flag.Uint64("runs-from", 0, "the seed of the first run of TestFaults")
)

// TestFaults draws a file and faults of a run that replaces it: it is killed, a call
// fails, another program or another run interferes. In each case the file must contain
// the old text, the new one or that of the others, and keep its metadata; and the next
// run must not leave a temporary file.
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

// A model is one run with its faults.
type model struct {
	rand             *rand.Rand
	folder           string
	name, path       string // the name and path of the file
	old, text        string
	linked, tradable bool
	attributes       map[string]string
	mode             fs.FileMode
	uid, gid         int

	killAt, failAt, meddleAt, besideAt int // numbers of calls, -1 for never
	failure                            error
	meddler                            meddler
	meddled                            bool
	beside                             chan error // the outcome of another run
	besides                            string     // the text that it writes
	log                                []string   // the calls

	end string
}

func (m *model) String() string {
	return fmt.Sprintf("%s of %d bytes, linked %v, tradable %v; killed at %d, %v at %d, %q at %d, another run at %d; %s",
		m.path, len(m.old), m.linked, m.tradable, m.killAt, m.failure, m.failAt, m.meddler.name, m.meddleAt, m.besideAt, strings.Join(m.log, " "))
}

func newModel(t *testing.T, seed uint64) *model {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model{rand: r, folder: t.TempDir(), attributes: map[string]string{}}
	m.name = []string{"a.md", "with space.md", "-a\n.md", strings.Repeat("n", 255)}[r.IntN(4)]
	m.path = filepath.Join(m.folder, m.name)
	size := []int{1, 100, 4096, 100_000}[r.IntN(4)]
	m.old = strings.Repeat("o", size)
	m.text = m.old + "new"
	m.besides = m.text // as when the same command runs twice
	if r.IntN(2) == 0 {
		m.besides = m.old + "of another run"
	}
	m.mode = []fs.FileMode{0o600, 0o644, 0o664, 0o755, fs.ModeSetuid | 0o755, fs.ModeSetgid | 0o775}[r.IntN(6)]
	m.uid, m.gid = os.Getuid(), os.Getgid()
	m.linked = r.IntN(10) == 0
	m.tradable = r.IntN(4) > 0
	const calls = 20 // approximately their number
	at := func(one int) int {
		if r.IntN(one) == 0 {
			return r.IntN(calls)
		}
		return -1
	}
	m.killAt, m.failAt, m.meddleAt, m.besideAt = at(3), at(3), at(2), at(4)
	m.failure = failures[r.IntN(len(failures))]
	m.meddler = meddlers[r.IntN(len(meddlers))]
	if m.meddleAt >= 0 {
		m.besideAt = -1 // otherwise the final state depends on the order
	}
	m.make(t)
	return m
}

// make makes the file.
func (m *model) make(t *testing.T) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(os.WriteFile(m.path, []byte(m.old), 0o600))
	if os.Getuid() == 0 && m.rand.IntN(2) == 0 { // only root can change owners
		m.uid, m.gid = 65534, 65534
		ok(os.Chown(m.path, m.uid, m.gid))
	}
	for _, name := range []string{"user.one", "user.two"} {
		if m.rand.IntN(2) == 0 && xattr.LSet(m.path, name, []byte("value")) == nil { // not on each file system
			m.attributes[name] = "value"
		}
	}
	ok(os.Chmod(m.path, m.mode))
	if m.linked {
		ok(os.Link(m.path, filepath.Join(m.folder, "twin")))
	}
	if m.rand.IntN(3) == 0 {
		link := filepath.Join(m.folder, "link")
		ok(os.Symlink(m.name, link))
		m.path = link
	}
}

// target is the file itself.
func (m *model) target() string { return filepath.Join(m.folder, m.name) }

// before is called before each call of the run.
func (m *model) before(n int, call string) error {
	m.log = append(m.log, call)
	if n == m.meddleAt && (m.tradable || call != "renameOver") {
		// Without exchanging names, a write between the last comparison and the rename
		// is lost.
		m.meddled = true
		if err := m.meddler.do(m.target()); err != nil {
			panic(err)
		}
	}
	if n == m.besideAt && (m.tradable || call != "renameOver") {
		m.beside = make(chan error, 1)
		go func() {
			r := replacer{&faulty{before: func(int, string) error { return nil }, tradable: m.tradable}}
			m.beside <- errors.Join(r.clean(m.folder), r.file(m.path, m.old, m.besides))
		}()
	}
	switch n {
	case m.killAt:
		return errKilled
	case m.failAt:
		if call == "sum" && errors.Is(m.failure, fs.ErrPermission) {
			return nil // the user has read the file
		}
		return m.failure
	}
	return nil
}

func (m *model) run() error {
	before, err := os.Stat(m.target())
	if err != nil {
		return err
	}
	f := &faulty{before: m.before, tradable: m.tradable}
	err = replacer{f}.file(m.path, m.old, m.text)
	var besideErr error
	if m.beside != nil {
		besideErr = <-m.beside
	}
	if n := m.temporaries(); n > 1 {
		return fmt.Errorf("%d temporary files are left: %v", n, err)
	}
	next := replacer{&faulty{before: func(int, string) error { return nil }, tradable: true}}
	if err := next.clean(m.folder); err != nil {
		return fmt.Errorf("the next run: %w", err)
	}
	if n := m.temporaries(); n > 0 {
		return fmt.Errorf("the next run leaves %d temporary files: %v", n, err)
	}
	m.end = "replaced"
	switch {
	case f.killed:
		m.end = "killed"
	case errors.Is(err, ErrChanged):
		m.end = "changed"
	case err != nil:
		m.end = "failed"
	}
	if m.meddled {
		return m.checkMeddled(err)
	}
	return m.check(before, f.killed, err, besideErr)
}

// temporaries counts the temporary files.
func (m *model) temporaries() (n int) {
	names, _ := theSystem{}.names(m.folder)
	for _, name := range names {
		if IsTemporary(name) {
			n++
		}
	}
	return n
}

// checkMeddled checks that the change of another program is preserved.
func (m *model) checkMeddled(err error) error {
	info, statErr := os.Lstat(m.target())
	switch {
	case m.meddler.gone:
		if !errors.Is(statErr, fs.ErrNotExist) {
			return fmt.Errorf("the file that was removed is there again (%v)", err)
		}
	case statErr != nil:
		return statErr
	case info.Mode().Type() != m.meddler.kind:
		return fmt.Errorf("the file is a %v, want a %v (%v)", info.Mode(), m.meddler.kind, err)
	case info.Mode().IsRegular():
		if got, _ := os.ReadFile(m.target()); string(got) != m.meddler.text {
			return fmt.Errorf("the file holds %.40q, want %.40q (%v)", got, m.meddler.text, err)
		}
	}
	return nil
}

// check checks the file if no other program interfered.
func (m *model) check(before fs.FileInfo, killed bool, err, besideErr error) error {
	bytes, readErr := os.ReadFile(m.target())
	if readErr != nil {
		return readErr
	}
	got := string(bytes)
	failed, _ := errors.AsType[*Error](err)
	written := err == nil || failed != nil && failed.Replaced
	switch {
	case m.beside != nil && written && besideErr == nil && m.besides != m.text:
		return errors.New("two runs replaced the same text")
	case m.beside != nil && besideErr == nil && got != m.besides,
		m.beside == nil && got == m.besides && m.besides != m.text,
		written && !killed && got != m.text,
		!written && !killed && got != m.old && (besideErr != nil || m.beside == nil),
		got != m.old && got != m.text && got != m.besides:
		return fmt.Errorf("the file holds %.40q after %v, and another run %v", got, err, besideErr)
	case m.linked && (err == nil && !killed || got != m.old):
		return fmt.Errorf("a file with two hard links was replaced: %v", err)
	}
	after, statErr := os.Stat(m.target())
	if statErr != nil {
		return statErr
	}
	if got == m.old && !os.SameFile(before, after) {
		return errors.New("the file is another one with the same text")
	}
	return m.checkKept(after)
}

// checkKept checks the metadata of a file.
func (m *model) checkKept(info fs.FileInfo) error {
	uid, gid := owner(info)
	if info.Mode() != m.mode || uid != m.uid || gid != m.gid {
		return fmt.Errorf("%v of %d:%d, want %v of %d:%d", info.Mode(), uid, gid, m.mode, m.uid, m.gid)
	}
	names, err := attributes(xattr.LList(m.target()))
	if err != nil {
		return err
	}
	got := map[string]string{}
	for _, name := range names {
		if strings.HasPrefix(name, "user.") {
			value, _ := xattr.LGet(m.target(), name)
			got[name] = string(value)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(m.attributes) {
		return fmt.Errorf("extended attributes %v, want %v", got, m.attributes)
	}
	return nil
}

func owner(info fs.FileInfo) (uid, gid int) {
	stat := info.Sys().(*syscall.Stat_t)
	return int(stat.Uid), int(stat.Gid)
}
