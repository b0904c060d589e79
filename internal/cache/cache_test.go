package cache

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

var testKey = SumOf("key")

// entryOf returns an entry that differs for each number.
func entryOf(n int) Entry {
	return Entry{
		Stamp: Stamp{Size: int64(n), Modified: int64(-n), Changed: int64(n) << 50, Device: uint64(n), Inode: ^uint64(n)},
		Racy:  n%2 == 0, Context: SumOf(fmt.Sprint(n % 3)), Content: SumOf(fmt.Sprint("content ", n)), Data: strings.Repeat("x", n),
	}
}

// filled returns a folder with a cache of entries.
func filled(t *testing.T, n int) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "caches")
	c := Open(folder, testKey)
	for i := range n {
		c.Put(fmt.Sprint(i, ".md"), entryOf(i))
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	return folder
}

// same reports whether two entries are the same except for when they were used.
func same(a *Entry, b Entry) bool {
	if a == nil {
		return false
	}
	b.used = a.used
	return *a == b
}

func TestCache(t *testing.T) {
	folder := filled(t, 50)
	c := Open(folder, testKey)
	for i := range 50 {
		if e := c.Find(fmt.Sprint(i, ".md")); !same(e, entryOf(i)) {
			t.Errorf("%d: %+v", i, e)
		}
	}
	if e := c.Find("50.md"); e != nil {
		t.Errorf("found %+v, which nobody put there", e)
	}
	if e := Open(folder, SumOf("other")).Find("1.md"); e != nil {
		t.Errorf("found %+v by another key", e)
	}
	c.Put("1.md", entryOf(7))
	c.Put("new.md", Entry{})
	c.Put("large.md", Entry{Data: strings.Repeat("x", MaxEntry+1)})
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	c = Open(folder, testKey)
	if e := c.Find("1.md"); !same(e, entryOf(7)) {
		t.Errorf("not replaced: %+v", e)
	}
	if e := c.Find("2.md"); !same(e, entryOf(2)) {
		t.Errorf("not kept: %+v", e)
	}
	if e := c.Find("new.md"); !same(e, Entry{}) {
		t.Errorf("not added: %+v", e)
	}
	if e := c.Find("large.md"); e != nil {
		t.Error("an entry beyond the limit is kept")
	}
	wantNames(t, folder, ".gitignore", "CACHEDIR.TAG", filepath.Base(c.file()))
	// They tell what is in files that others may not read.
	for path, mode := range map[string]os.FileMode{folder: 0o700, c.file(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v, want the mode %v", path, info.Mode(), err, mode)
		}
	}
}

func wantNames(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s has %q, want %q", folder, got, want)
	}
}

// TestCacheForgets checks that entries that were not used for a month are dropped, and
// used ones are kept.
func TestCacheForgets(t *testing.T) {
	folder := filled(t, 3)
	c := Open(folder, testKey)
	for day := range int64(80) {
		c.today += day % 2 // a run that finds something new every second day
		c.Keep(c.Find("1.md"))
		c.Put("new.md", Entry{})
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		today := c.today
		c = Open(folder, testKey)
		c.today = today
		if kept := c.Find("2.md") != nil; kept != (day < 2*maxDays-1) {
			t.Fatalf("after %d runs: kept is %t", day, kept)
		}
	}
	if c.Find("1.md") == nil {
		t.Error("what is used is gone")
	}
}

// TestCacheLimit checks that of too much data the entries used in this run are kept.
func TestCacheLimit(t *testing.T) {
	folder := filled(t, 0)
	c := Open(folder, testKey)
	data := strings.Repeat("x", MaxEntry)
	for i := range MaxFile/MaxEntry - 1 {
		c.Put(fmt.Sprint("old", i), Entry{Data: data})
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	c = Open(folder, testKey)
	c.today++
	for i := range MaxFile/MaxEntry - 2 {
		c.Put(fmt.Sprint("new", i), Entry{Data: data})
	}
	c.Keep(c.Find("old3"))
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(c.file()); err != nil || info.Size() > MaxFile {
		t.Errorf("%v, %v", info, err)
	}
	c = Open(folder, testKey)
	for _, name := range []string{"new0", "new5", "old3"} {
		if c.Find(name) == nil {
			t.Errorf("%s is gone", name)
		}
	}
	if c.Find("old1") != nil {
		t.Error("old1 is kept")
	}
}

// TestCacheDamaged checks that a damaged file is treated as absent.
func TestCacheDamaged(t *testing.T) {
	folder := filled(t, 10)
	file := Open(folder, testKey).file()
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if c := Open(folder, testKey); c.Find("3.md") != nil || len(c.entries) > 0 {
			t.Errorf("%s: there are entries", what)
		}
	}
	for n := range sound {
		check(fmt.Sprint("cut at ", n), sound[:n])
		damaged := append([]byte(nil), sound...)
		damaged[n] ^= 1 << (n % 8)
		check(fmt.Sprint("another bit at ", n), damaged)
	}
	check("longer", append(sound, 0))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	c := Open(folder, testKey)
	c.Put("a", Entry{})
	if err := c.Save(); err == nil {
		t.Error("a folder was replaced")
	}
}

// TestCacheForeign checks that a file written by a faulty program, with the right
// checksum, does no harm.
func TestCacheForeign(t *testing.T) {
	c := Open(filled(t, 20), testKey)
	for i := range 20 {
		c.Put(fmt.Sprint(i), entryOf(i))
	}
	sound := c.body()
	r := rand.New(rand.NewPCG(1, 1))
	failed := 0
	for range 20_000 {
		body := append([]byte(nil), sound...)
		for range 1 + r.IntN(3) {
			i := r.IntN(len(body))
			switch r.IntN(3) {
			case 0:
				body[i] = byte(r.Uint32())
			case 1:
				body = append(body[:i:i], body[min(len(body), i+r.IntN(20)):]...)
			default:
				body = append(body[:i:i], append([]byte{0xff, 0xff, 0xff, 0xff, 0x0f}, body[i:]...)...)
			}
		}
		if other := (&Cache{key: testKey}); !other.parse([]byte(c.head(body) + string(body))) {
			failed++
		}
	}
	if failed < 1000 {
		t.Errorf("only %d are refused", failed)
	}
}

// failing is a file that has room for some bytes only.
type failing struct {
	io.WriteCloser
	room int
}

var errFull = errors.New("no space left on device")

func (f *failing) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return f.WriteCloser.Write(b)
}

// Some file systems report errors on Close.
func (f *failing) Close() error {
	if err := f.WriteCloser.Close(); err != nil || f.room != 0 {
		return err
	}
	return errFull
}

// TestCacheFaults checks that the old file stays, and nothing else, if the new one
// cannot be written.
func TestCacheFaults(t *testing.T) {
	sound := create
	defer func() { create = sound }()
	folder := filled(t, 10)
	c := Open(folder, testKey)
	names := []string{".gitignore", "CACHEDIR.TAG", filepath.Base(c.file())}
	c.Put("new.md", Entry{})
	size := headSize + len(c.body())
	for _, room := range []int{-1, 0, 1, headSize, size} {
		create = func(folder string) (string, io.WriteCloser, error) {
			if room < 0 {
				return "", nil, errFull
			}
			name, w, err := sound(folder)
			return name, &failing{w, room}, err
		}
		if err := c.Save(); !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes: %v", room, size, err)
		}
		wantNames(t, folder, names...)
		if c := Open(folder, testKey); !same(c.Find("3.md"), entryOf(3)) || c.Find("new.md") != nil {
			t.Errorf("with room for %d bytes the old file is gone", room)
		}
	}
	create = sound
	dir := t.TempDir()
	disk.WriteFile(t, filepath.Join(dir, "file"), "text")
	for _, folder := range []string{"file", "file/below", "none/none/none"} {
		c := Open(filepath.Join(dir, folder), testKey)
		c.Put("a", Entry{})
		if err := c.Save(); err == nil {
			t.Errorf("%s: no error", folder)
		}
	}
	wantNames(t, dir, "file")
}

// TestCacheAtOnce checks that several programs that write and read always have a valid
// cache.
func TestCacheAtOnce(t *testing.T) {
	folder := filled(t, 10)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 30 {
				c := Open(folder, testKey)
				if !same(c.Find("3.md"), entryOf(3)) {
					t.Errorf("run %d of %d has lost an entry", n, i)
					return
				}
				c.Put(fmt.Sprint("new", i), entryOf(n))
				if err := c.Save(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	wantNames(t, folder, ".gitignore", "CACHEDIR.TAG", filepath.Base(Open(folder, testKey).file()))
}

// TestClean checks that old caches and leftovers of killed programs are removed, and
// other files are not.
func TestClean(t *testing.T) {
	folder := filled(t, 1)
	own := filepath.Base(Open(folder, testKey).file())
	name := func(n int) string { return fmt.Sprintf("%032x%s", n, ending) }
	notHex := strings.Repeat("g", 2*nameSize) + ending
	ages := map[string]time.Duration{
		name(1): 31 * 24 * time.Hour, name(2): 29 * 24 * time.Hour, name(3): time.Hour, name(4): 2 * time.Hour,
		partPrefix + "1" + partEnding: 2 * time.Hour, partPrefix + "2" + partEnding: time.Minute,
		"notes.cache": 1000 * time.Hour * 24, "a.part": 1000 * time.Hour * 24,
		"abcd.cache": 1000 * time.Hour * 24, notHex: 1000 * time.Hour * 24,
	}
	for file, age := range ages {
		disk.WriteFile(t, filepath.Join(folder, file), "")
		if file == name(2) || file == name(3) {
			if err := os.Truncate(filepath.Join(folder, file), (MaxFolder-MaxFile)/2+1); err != nil {
				t.Fatal(err)
			}
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(folder, file), then, then); err != nil {
			t.Fatal(err)
		}
	}
	c := Open(folder, testKey)
	c.Put("a", Entry{})
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	want := []string{".gitignore", name(3), name(4), "CACHEDIR.TAG", "a.part", "abcd.cache", partPrefix + "2" + partEnding, notHex, "notes.cache", own}
	slices.Sort(want)
	wantNames(t, folder, want...)
}

// TestCacheInUse checks that a run without new results records, once a day, that the cache is
// in use.
func TestCacheInUse(t *testing.T) {
	folder := filled(t, 1)
	c := Open(folder, testKey)
	now := time.Now()
	midnight := now.Truncate(24 * time.Hour) // in UTC
	c.today = dayOf(now)
	for then, recorded := range map[time.Time]bool{
		now.Add(-29 * 24 * time.Hour): true, midnight.Add(-time.Second): true, midnight: false, midnight.Add(time.Hour): false,
	} {
		if err := os.Chtimes(c.file(), then, then); err != nil {
			t.Fatal(err)
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(c.file())
		if err != nil || !info.ModTime().Equal(then) != recorded {
			t.Errorf("last used %v: recorded as %v, %v", then, info.ModTime(), err)
		}
	}
}

// TestCacheFolder checks that the folder and the one above it are made for their owner only,
// and no file stays open.
func TestCacheFolder(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "above", "caches")
	disk.Closes(t, map[string]func(){"Open and Save": func() {
		for range 2 {
			c := Open(folder, testKey)
			c.Put("a", Entry{})
			if err := c.Save(); err != nil {
				t.Fatal(err)
			}
		}
	}})
	for _, path := range []string{filepath.Dir(folder), folder} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}
