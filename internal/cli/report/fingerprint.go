package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// KeysOf returns what finds the key of a finding of a document, which identifies it regardless of
// its place: its rule, its call and the text at its place, ignoring white space, which
// changes when a call is moved to another depth. Similar findings have the same key. A line
// number would not do: it changes with the text above it.
func KeysOf(d *diagnostics.Document) func(*diagnostics.Placed) Key {
	last := -1
	for p := range d.Diagnostics() {
		last = max(last, p.Call)
	}
	calls := make([]Key, last+1) // of those of findings, once for all: a call can have megabytes
	for p := range d.Diagnostics() {
		if p.Call >= 0 {
			calls[p.Call] = wanted
		}
	}
	for c := range d.Calls() {
		if c.Index > last {
			break
		}
		if calls[c.Index] == wanted {
			calls[c.Index] = hashOf(squeezed(c.Source()))
		}
	}
	return func(p *diagnostics.Placed) Key {
		about := ""
		if p.Call >= 0 {
			about = calls[p.Call].String()
		}
		return hashOf(p.Code + "\x00" + about + "\x00" + keyText(p, d))
	}
}

// A Key identifies a finding.
type Key [keySize]byte

// wanted marks a call whose hash is needed.
var wanted = Key{1}

// String returns a key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

func hashOf(text string) Key {
	sum := sha256.Sum256([]byte(text))
	return Key(sum[:keySize])
}

// keyText returns the text at a finding, up to the end of its line: further lines contain
// quote marks.
func keyText(p *diagnostics.Placed, d *diagnostics.Document) string {
	span := p.Place(p.Span)
	text, _, _ := strings.Cut(d.Text().Slice(span.Start, min(span.End, span.Start+maxKeyText)), "\n")
	return squeezed(text)
}

// KeyTextOf returns a line of a text with one blank for each run of white space, as far as it counts.
func KeyTextOf(line string) string { return squeezed(line[:min(len(line), maxKeyText)]) }

const (
	keySize    = 16      // bytes of a hash, enough to make collisions unlikely
	maxKeyText = 1 << 10 // bytes; the call has the rest
)

// squeezed returns a text with one blank for each run of white space.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// numbered distinguishes findings with the same key, in the order of the report.
type numbered map[Key]int32

// next returns a unique name for a finding in the report.
func (n numbered) next(key Key) Key {
	n[key]++
	if n[key] == 1 {
		return key
	}
	return hashOf(key.String() + " " + strconv.Itoa(int(n[key])))
}

// write writes a text, with a unique name in place of each key, which comes after a mark. The order
// is not known before: reports are made concurrently. A mark begins with a quote that is not escaped, so that no string of JSON contains it.
func (n numbered) write(out *bufio.Writer, text, mark string) {
	for {
		before, after, ok := strings.Cut(text, mark)
		out.WriteString(before)
		if !ok {
			return
		}
		out.WriteString(mark)
		var key Key
		size := hex.EncodedLen(keySize)
		if len(after) >= size {
			_, _ = hex.Decode(key[:], []byte(after[:size]))
			out.WriteString(n.next(key).String())
			after = after[size:]
		}
		text = after
	}
}
