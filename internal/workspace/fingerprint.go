package workspace

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"io/fs"
	"slices"
)

// A Fingerprint is a hash of everything that the diagnostics of a file depend on except the file,
// its path and flags: the configuration and the definitions of tools, by their content. It
// differs if any of these differ.
type Fingerprint [sha256.Size]byte

// Fingerprint returns the fingerprint of the settings, and whether it applies to all files in the
// folder. It reads the definitions of tools.
func (a *Settings) Fingerprint() (sum Fingerprint, shared bool) {
	h := sha256.New()
	c := a.Configuration
	addTo(h, c.root)
	addTo(h, c.Files()...)
	h.Write(c.sum[:])
	for _, p := range c.Problems {
		addTo(h, p.Error())
	}
	addTo(h, a.definitions()...)
	if s := a.ToolSet(); s != nil {
		addTo(h, s.from.root)
		addTo(h, s.Files...)
		h.Write(s.sum[:])
		for i := range s.Problems {
			addTo(h, s.Problems[i].Error())
		}
	}
	return Fingerprint(h.Sum(nil)), !c.config.HasToolsOfFiles()
}

// definitions returns the files and folders whose content is not a prompt, because they
// define tools.
func (a *Settings) definitions() []string {
	files, _ := a.ToolFiles()
	if a.Tools.Value != nil && a.search { // others may be used without a configuration
		files = slices.Concat(files, a.folder.definitions.get().files)
	}
	return files
}

// addTo adds texts to a sum, injectively.
func addTo(h io.Writer, texts ...string) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(len(texts)))
	_, _ = h.Write(size[:]) // hashes do not return errors
	for _, text := range texts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
		_, _ = h.Write(size[:])
		_, _ = io.WriteString(h, text)
	}
}

// A summed is a file whose content is added to a sum as it is read.
type summed struct {
	fs.File
	sum hash.Hash
}

func (s summed) Read(b []byte) (int, error) {
	n, err := s.File.Read(b)
	s.sum.Write(b[:n])
	return n, err
}
