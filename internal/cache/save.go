package cache

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/files"
)

const (
	maxDays = 30 // since the last use of an entry or a cache
	// maxWriting is the maximum time for writing a cache. An older temporary file was
	// left by a killed program.
	maxWriting = time.Hour
)

// create creates the temporary file. Tests replace it by one that cannot be written.
var create = func(folder string) (name string, w io.WriteCloser, err error) {
	f, err := os.CreateTemp(folder, partPrefix+"*"+partEnding)
	if err != nil {
		return "", nil, err
	}
	return f.Name(), f, nil
}

const partPrefix, partEnding = "forge-lsp-", ".part"

// Save writes the cache, if anything was put into it, and removes old files from its
// folder, which it creates. The error explains why nothing was saved: the folder is
// unchanged, or nearly so.
func (c *Cache) Save() error {
	if len(c.added) == 0 {
		return c.touch()
	}
	if err := makeFolder(c.folder); err != nil {
		return err
	}
	body := c.body()
	name, w, err := create(c.folder)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, c.head(body))
	if err == nil {
		_, err = w.Write(body)
	}
	if err = errors.Join(err, w.Close()); err == nil {
		err = os.Rename(name, c.file())
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	c.clean()
	return nil
}

// touch records, once a day, that the cache was used.
func (c *Cache) touch() error {
	info, err := os.Lstat(c.file())
	if err != nil || !info.Mode().IsRegular() || dayOf(info.ModTime()) >= c.today {
		return nil //nolint:nilerr // there is none, or a link to a file of somebody else
	}
	now := time.Now()
	return os.Chtimes(c.file(), now, now)
}

// body returns the encoded entries: as many as fit, those used in this run first.
func (c *Cache) body() []byte {
	all := maps.Clone(c.added)
	for name, e := range c.entries {
		if all[name] == nil && e.used > c.today-maxDays {
			all[name] = e
		}
	}
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b].used, all[a].used), cmp.Compare(a, b))
	})
	var entries Encoder
	n := 0
	for _, name := range names {
		if e := all[name]; len(entries.text)+len(e.Data)+len(name)+roomForEntry <= MaxFile-headSize {
			entries.entry(name, e)
			n++
		}
	}
	var body Encoder
	body.Uint(uint64(n))
	return append(body.text, entries.text...)
}

// roomForEntry is the maximum size of an entry without its name and its data.
const roomForEntry = 200

func (e *Encoder) entry(name string, of *Entry) {
	e.String(name)
	e.Sum(of.Context)
	e.Sum(of.Content)
	e.Int(of.used)
	e.Bool(of.Racy)
	e.Int(of.Stamp.Size)
	e.Int(of.Stamp.Modified)
	e.Int(of.Stamp.Changed)
	e.Uint(of.Stamp.Device)
	e.Uint(of.Stamp.Inode)
	e.String(of.Data)
}

// makeFolder makes the cache folder, with the marks by which other programs leave it out
// of backups and of version control. It makes one folder above it, such as ~/.cache, and not
// the home of a user who has none.
func makeFolder(folder string) error {
	if info, err := os.Lstat(folder); err == nil {
		if !info.IsDir() || !own(info) { // a link leads to a folder of somebody else
			return fmt.Errorf("%s is not a folder of this user", folder)
		}
		return nil
	}
	above := filepath.Dir(folder)
	if err := os.Mkdir(above, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# This folder holds caches of forge-lsp. It can be removed.\n",
		".gitignore":   "*\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// clean removes old files from the folder, and the oldest caches beyond the limit, as far as
// it can.
func (c *Cache) clean() {
	entries, _ := files.Entries(c.folder)
	type old struct {
		path string
		fs.FileInfo
	}
	var caches []old
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		path, age := filepath.Join(c.folder, entry.Name()), time.Since(info.ModTime())
		switch {
		case isPart(entry.Name()) && age > maxWriting, isCache(entry.Name()) && age > maxDays*24*time.Hour:
			_ = os.Remove(path)
		case isCache(entry.Name()) && path != c.file():
			caches = append(caches, old{path, info})
		}
	}
	slices.SortFunc(caches, func(a, b old) int { return b.ModTime().Compare(a.ModTime()) })
	total := int64(MaxFile) // reserve space for this one
	for _, o := range caches {
		if total += o.Size(); total > MaxFolder {
			_ = os.Remove(o.path)
		}
	}
}

// isCache reports whether a file of the folder is a cache: it may have others.
func isCache(name string) bool {
	digits, ok := strings.CutSuffix(name, ending)
	_, err := hex.DecodeString(digits)
	return ok && err == nil && len(digits) == 2*nameSize
}

func isPart(name string) bool {
	return strings.HasPrefix(name, partPrefix) && strings.HasSuffix(name, partEnding)
}
