package cache

import (
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"path/filepath"
	"time"
	"unsafe"

	"github.com/entrhq/forge-lsp/internal/files"
)

// Limits on cached data, in bytes.
const (
	MaxEntry  = 4 << 20 // the data of a file; larger data is not cached
	MaxFile   = 32 << 20
	MaxFolder = 256 << 20
)

// An Entry is the cached data of a file.
type Entry struct {
	Stamp Stamp
	// Racy reports whether the content may have changed without the stamp.
	Racy bool
	// Context is the sum of everything else that Data depends on.
	Context Sum
	// Content is the sum of the content, zero if it is not known.
	Content Sum
	// Data is the cached result.
	Data string

	used int64 // the day, since 1970
}

// A Cache has entries by the names of files. [Cache.Find] is safe for concurrent use,
// including with one concurrent call of the other methods.
type Cache struct {
	folder string
	key    Sum
	today  int64

	entries, added map[string]*Entry
}

// Open reads the cache for a key, or returns an empty one. The key is a sum of everything
// that all entries depend on.
func Open(folder string, key Sum) *Cache {
	c := &Cache{folder: folder, key: key, today: dayOf(time.Now()), added: map[string]*Entry{}}
	if !c.parse(c.read()) {
		c.entries = nil
	}
	return c
}

func dayOf(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

func (c *Cache) file() string {
	return filepath.Join(c.folder, hex.EncodeToString(c.key[:nameSize])+ending)
}

const (
	nameSize = 16 // bytes of the key
	ending   = ".cache"
)

// read returns the content of the file, nil if it cannot be read.
func (c *Cache) read() []byte {
	f, info, err := files.Open(c.file(), files.Regular)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info.Size() > MaxFile {
		return nil
	}
	text := make([]byte, info.Size())
	n, _ := io.ReadFull(f, text) // parse detects that a part is missing
	return text[:n]
}

// magic starts each file. Its number changes with the format of the rest: the key, the
// checksum of the rest, and the rest.
const magic = "forge-lsp cache 2\n"

var checksums = crc32.MakeTable(crc32.Castagnoli)

// head returns the text before the body of the file.
func (c *Cache) head(body []byte) string {
	var e Encoder
	e.text = append(e.text, magic...)
	e.Sum(c.key)
	e.text = binary.LittleEndian.AppendUint32(e.text, crc32.Checksum(body, checksums))
	return e.Text()
}

const headSize = len(magic) + len(Sum{}) + 4

// leastEntry is the size of an entry whose values are all small.
const leastEntry = 8 + 2*len(Sum{})

// parse reads the entries, and reports whether the text is valid.
func (c *Cache) parse(text []byte) bool {
	if len(text) < headSize || c.head(text[headSize:]) != string(text[:headSize]) {
		return false
	}
	body := text[headSize:] // which is not modified from here on
	d := NewDecoder(unsafe.String(unsafe.SliceData(body), len(body)))
	list := make([]Entry, d.Count(leastEntry))
	c.entries = make(map[string]*Entry, len(list))
	for i := range list {
		name, e := d.String(), &list[i]
		e.Context, e.Content, e.used, e.Racy = d.Sum(), d.Sum(), d.Int(), d.Bool()
		e.Stamp = Stamp{d.Int(), d.Int(), d.Int(), d.Uint(), d.Uint()}
		e.Data = d.String()
		c.entries[name] = e
	}
	return d.Ended()
}

// Find returns the entry of a file, or nil.
func (c *Cache) Find(name string) *Entry { return c.entries[name] }

// Keep records that an entry that Find returned was used.
func (c *Cache) Keep(e *Entry) { e.used = c.today }

// Put replaces the entry of a file. Find does not return it before the cache is opened
// again.
func (c *Cache) Put(name string, e Entry) {
	if len(e.Data) <= MaxEntry {
		e.used = c.today
		c.added[name] = &e
	}
}
