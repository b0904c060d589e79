package replace

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

// The prefix and the suffixes of temporary names. The dot hides them where such names are
// hidden, and no document has these suffixes. A part is being written, and can always be
// discarded. A swap is whole, and takes part in an exchange: it holds the new content,
// the old one or, if the run was killed in that moment, what another program wrote.
const (
	prefix = ".forge-lsp-"
	part   = ".part"
	swap   = ".swap"
)

var temporaryName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.forge-lsp-([0-9a-f]{32})-([0-9a-f]{32})-[A-Z2-7]{8}(\.part|\.swap)$`)
})

// A digest identifies a content: half of its SHA-256, in hexadecimal.
type digest string

func digestOf(text string) digest {
	h := sha256.Sum256([]byte(text))
	return digest(hex.EncodeToString(h[:16]))
}

// sum returns the digest of the content of a regular file.
func sum(path string) (digest, error) {
	f, err := open(path, os.O_RDONLY)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumOf(f)
}

func sumOf(f *os.File) (digest, error) {
	h := sha256.New()
	_, err := io.Copy(h, f)
	return digest(hex.EncodeToString(h.Sum(nil)[:16])), err
}

// A change is the content of a file before and after it. Temporary names have both, so
// that [Clean] knows what no other file has.
type change struct{ old, text digest }

// name returns a name for a temporary file without its suffix. Its length does not
// depend on that of the target's name, which may be the longest possible.
func (c change) name() string {
	return prefix + string(c.old) + "-" + string(c.text) + "-" + rand.Text()[:8]
}

// IsTemporary reports whether a file with this base name is a temporary file of this
// program.
func IsTemporary(base string) bool {
	return strings.HasPrefix(base, prefix) && temporaryName().MatchString(base)
}

// Clean removes the temporary files of killed runs from a folder. It does not touch those
// of live runs. The error concerns files that are kept because no other may have their
// content.
func Clean(folder string) error {
	entries, _ := os.ReadDir(folder) // what cannot be listed is not cleaned, nor checked
	var kept []error
	for _, e := range entries {
		if IsTemporary(e.Name()) {
			kept = append(kept, clean(filepath.Join(folder, e.Name())))
		}
	}
	return errors.Join(kept...)
}

// clean removes a temporary file, unless a live run or another user has it.
func clean(path string) error {
	parts := temporaryName().FindStringSubmatch(filepath.Base(path))
	kept := fmt.Errorf("%s has what another program wrote to a file beside it when a run of forge-lsp was killed: move it back or remove it", path)
	f, err := open(path, os.O_RDWR) // network file systems lock only what may be written
	if errors.Is(err, errNotRegular) && parts[3] == swap {
		return kept
	}
	if err != nil {
		return nil // another user's, or gone
	}
	defer f.Close()
	if !lock(f) {
		return nil
	}
	if parts[3] == swap {
		held, err := sumOf(f)
		if err != nil || string(held) != parts[1] && string(held) != parts[2] {
			return kept
		}
	}
	if runtime.GOOS == "windows" {
		_ = f.Close() // an open file cannot be removed
	}
	_ = os.Remove(path) // or the next run does
	return nil
}
