package replace

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
)

// prefix, part and swap are the prefix and the suffixes of temporary names. The dot
// hides them where such names are hidden, and no document has these suffixes.
const (
	prefix = ".forge-lsp-"
	part   = ".part"
	swap   = ".swap"
)

// A digest identifies a content: half of its SHA-256, in hexadecimal.
type digest string

const digestLen = 32

func digestOf(r io.Reader) (digest, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return digest(hex.EncodeToString(h.Sum(nil))[:digestLen]), nil
}

func digestOfText(text string) digest {
	d, _ := digestOf(strings.NewReader(text)) // a string can always be read
	return d
}

// An exchange is the content of a temporary file's name.
type exchange struct {
	target   digest // of the base name
	old, new digest // of the contents
}

// name returns a name for a temporary file without its suffix. Its length does not
// depend on that of the target's name, which may be the longest possible.
func (e exchange) name() string {
	return prefix + string(e.target[:16]) + "-" + string(e.old) + "-" + string(e.new) + "-" + rand.Text()[:8]
}

// parseName parses a temporary name without its suffix.
func parseName(name string) (e exchange, ok bool) {
	rest, ok := strings.CutPrefix(name, prefix)
	parts := strings.Split(rest, "-")
	if !ok || len(parts) != 4 || len(parts[0]) != 16 || len(parts[3]) != 8 {
		return exchange{}, false
	}
	e = exchange{digest(parts[0]), digest(parts[1]), digest(parts[2])}
	for _, d := range parts[:3] {
		if _, err := hex.DecodeString(d); err != nil {
			return exchange{}, false
		}
	}
	return e, len(e.old) == digestLen && len(e.new) == digestLen
}

// of reports whether the exchange is with the file of this name.
func (e exchange) of(base string) bool { return digestOfText(base)[:16] == e.target[:16] }

// IsTemporary reports whether a file with this base name is a temporary file of this
// program.
func IsTemporary(base string) bool {
	_, _, ok := cutEnding(base)
	return ok
}

// cutEnding splits a temporary name into its content and its suffix.
func cutEnding(base string) (e exchange, ending string, ok bool) {
	for _, ending := range []string{part, swap} {
		if name, cut := strings.CutSuffix(base, ending); cut {
			e, ok := parseName(name)
			return e, ending, ok
		}
	}
	return exchange{}, "", false
}
