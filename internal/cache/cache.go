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

// The limits of what is kept, in bytes.
const (
	MaxEntry  = 4 << 20 // the data of a file; what has more is not kept
	MaxFile   = 32 << 20
	MaxFolder = 256 << 20
)

// An Entry is what is kept of a file.
type Entry struct {
	Stamp Stamp
	// Racy is whether the content may be another one with the same stamp.
	Racy bool
	// Basis is the sum of what else Data depends on.
	Basis Sum
	// Content is the sum of the content, zero where it is not known.
	Content Sum
	// Data is what was found out.
	Data string

	used int64 // the day, since 1970
}

// A Cache has entries by the names of files. [Cache.Find] is safe for concurrent use, also
// with one call of the other methods at a time.
type Cache struct {
	folder string
	key    Sum
	today  int64

	names   []string
	entries []Entry
	index   map[string]int32

	added []added
}

type added struct {
	name string
	Entry
}

// Open reads the cache of a key, which is empty if there is none. The key is a sum of what
// all entries depend on.
func Open(folder string, key Sum) *Cache {
	c := &Cache{folder: folder, key: key, today: dayOf(time.Now())}
	if !c.parse(c.read()) {
		c.names, c.entries, c.index = nil, nil, nil
	}
	return c
}

func dayOf(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

// file returns the path of the file.
func (c *Cache) file() string {
	return filepath.Join(c.folder, hex.EncodeToString(c.key[:nameSize])+ending)
}

const (
	nameSize = 16 // bytes of the key
	ending   = ".cache"
)

// read returns what the file holds, nil if it cannot be read.
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
	if _, err := io.ReadFull(f, text); err != nil {
		return nil
	}
	return text
}

// magic starts each file. Its number changes with the form of what follows: the key, the
// checksum of the rest, and the rest.
const magic = "forge-lsp cache 1\n"

var checksums = crc32.MakeTable(crc32.Castagnoli)

// head returns what comes before the body of the file.
func (c *Cache) head(body []byte) string {
	var e Encoder
	e.text = append(e.text, magic...)
	e.Sum(c.key)
	e.text = binary.LittleEndian.AppendUint32(e.text, crc32.Checksum(body, checksums))
	return e.Text()
}

const headSize = len(magic) + len(Sum{}) + 4

// leastEntry is the size of an entry whose values are all small.
const leastEntry = 10

// parse reads the entries, and reports whether the text is sound.
func (c *Cache) parse(text []byte) bool {
	if len(text) < headSize || c.head(text[headSize:]) != string(text[:headSize]) {
		return false
	}
	body := text[headSize:] // which nobody changes from here on
	d := NewDecoder(unsafe.String(unsafe.SliceData(body), len(body)))
	bases := make([]Sum, d.Count(len(Sum{})))
	for i := range bases {
		bases[i] = d.Sum()
	}
	n := d.Count(leastEntry)
	c.names, c.entries, c.index = make([]string, n), make([]Entry, n), make(map[string]int32, n)
	for i := range n {
		name, e := d.String(), &c.entries[i]
		basis := d.Uint()
		if d.Failed() || basis >= uint64(len(bases)) {
			return false
		}
		e.Basis, e.used = bases[basis], d.Int()
		e.Racy = d.Bool()
		if d.Bool() {
			e.Content = d.Sum()
		}
		e.Stamp = Stamp{d.Int(), d.Int(), d.Int(), d.Uint(), d.Uint()}
		e.Data = d.String()
		c.names[i], c.index[name] = name, int32(i)
	}
	return d.Ended()
}

// Find returns what is kept of a file, nil for nothing.
func (c *Cache) Find(name string) *Entry {
	if i, ok := c.index[name]; ok {
		return &c.entries[i]
	}
	return nil
}

// Keep notes that an entry that Find returned was of use.
func (c *Cache) Keep(e *Entry) { e.used = c.today }

// Put replaces what is kept of a file. Find does not return it before the cache is opened
// again.
func (c *Cache) Put(name string, e Entry) {
	if len(e.Data) <= MaxEntry {
		e.used = c.today
		c.added = append(c.added, added{name, e})
	}
}
