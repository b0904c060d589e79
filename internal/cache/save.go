package cache

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	replaced := make(map[string]bool, len(c.added))
	for i := range c.added {
		replaced[c.added[i].name] = true
	}
	all := make([]*added, 0, len(c.added)+len(c.entries))
	for i := range c.added {
		all = append(all, &c.added[i])
	}
	for i := range c.entries {
		if e := c.entries[i]; !replaced[c.names[i]] && e.used > c.today-maxDays {
			all = append(all, &added{c.names[i], e})
		}
	}
	slices.SortStableFunc(all, func(a, b *added) int { return cmp.Compare(b.used, a.used) })

	contexts, list := map[Sum]int{}, Encoder{}
	var entries Encoder
	n := 0
	for _, e := range all {
		if len(entries.text)+len(e.Data)+len(e.name)+roomForEntry > MaxFile-headSize {
			continue
		}
		context, ok := contexts[e.Context]
		if !ok {
			context = len(contexts)
			contexts[e.Context] = context
			list.Sum(e.Context)
		}
		entries.entry(e, context)
		n++
	}
	var body Encoder
	body.Uint(uint64(len(contexts)))
	body.text = append(body.text, list.text...)
	body.Uint(uint64(n))
	body.text = append(body.text, entries.text...)
	return body.text
}

// roomForEntry is the maximum size of an entry without its name and its data, with a context
// of its own.
const roomForEntry = 200

func (e *Encoder) entry(a *added, context int) {
	e.String(a.name)
	e.Uint(uint64(context))
	e.Int(a.used)
	e.Bool(a.Racy)
	e.Bool(a.Content != Sum{})
	if a.Content != (Sum{}) {
		e.Sum(a.Content)
	}
	e.Int(a.Stamp.Size)
	e.Int(a.Stamp.Modified)
	e.Int(a.Stamp.Changed)
	e.Uint(a.Stamp.Device)
	e.Uint(a.Stamp.Inode)
	e.String(a.Data)
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
