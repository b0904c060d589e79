package lsp

import (
	"sync"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// documents are the open documents, each as its current snapshot. Their texts
// change only on the goroutine that reads.
type documents struct {
	mu     sync.Mutex
	open   map[uri.URI]*snapshot
	serial uint64
}

// renewed returns the snapshot that has replaced another one, nil for none, of the same text.
func (d *documents) renewed(sn *snapshot) *snapshot {
	if sn != nil {
		if now := d.get(sn.key); now != nil && now.revision == sn.revision {
			return now
		}
	}
	return sn
}

// get returns the current snapshot of a document, nil if it is not open.
func (d *documents) get(key uri.URI) *snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open[key]
}

// put makes sn the current snapshot of its document.
func (d *documents) put(sn *snapshot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.add(sn)
}

// add is put for callers that hold the lock.
func (d *documents) add(sn *snapshot) {
	d.serial++
	sn.serial = d.serial
	if sn.revision == 0 {
		sn.revision = sn.serial
	}
	d.open[sn.key] = sn
}

// renew replaces the open documents for which affected is true by snapshots of the same text, and returns those.
func (d *documents) renew(affected func(*snapshot) bool) []*snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	var renewed []*snapshot
	for key, old := range d.open {
		if !affected(old) {
			continue
		}
		sn := &snapshot{
			key: key, spelling: old.spelling, version: old.version, revision: old.revision,
			name: old.name, pending: old.pending, written: old.written, lensed: old.lensed,
		}
		sn.typed.Store(old.typed.Load())
		sn.base, sn.prefix, sn.suffix = old.known()
		d.add(sn)
		renewed = append(renewed, sn)
	}
	return renewed
}

// remove closes a document and returns its last snapshot, nil if it was not
// open.
func (d *documents) remove(key uri.URI) *snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	sn := d.open[key]
	delete(d.open, key)
	return sn
}

// kind returns how the document is read, unless the configuration specifies that: its content decides, by its
// start.
func (sn *snapshot) kind() document.Kind {
	return document.Recognize(sn.name, sn.text().Slice(0, min(transcript.HeadSize, sn.text().Len())))
}

// paths returns the paths of the open documents, "" for those that are not files.
func (d *documents) paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	paths := make([]string, 0, len(d.open))
	for _, sn := range d.open {
		paths = append(paths, sn.path())
	}
	return paths
}
