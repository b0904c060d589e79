package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// KeysOf returns the key of each finding of a document, which identifies it regardless of
// its place: its rule, its call and the text at its place, ignoring white space, which
// changes when a call is moved to another depth. Similar findings have the same key. A line
// number would not do: it changes with the text above it.
func KeysOf(d *diagnostics.Document) []string {
	var found []diagnostics.Placed
	about := map[int]string{} // the calls of findings, by index
	for p := range d.Diagnostics() {
		found = append(found, p)
		if p.Call >= 0 {
			about[p.Call] = ""
		}
	}
	i := 0
	for c := range d.Calls() {
		if len(about) == 0 {
			break
		}
		if _, ok := about[i]; ok {
			about[i] = hashOf(squeezed(c.Source())) // once for all findings: a call can have megabytes
		}
		i++
	}
	keys := make([]string, len(found))
	for i := range found {
		p := &found[i]
		keys[i] = hashOf(p.Code + "\x00" + about[p.Call] + "\x00" + keyText(p, d))
	}
	return keys
}

// hashOf returns a hash of a text, in hexadecimal digits.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:keySize])
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
type numbered map[string]int

// next returns a unique name for a finding in the report.
func (n numbered) next(key string) string {
	n[key]++
	if n[key] == 1 {
		return key
	}
	return hashOf(key + " " + strconv.Itoa(n[key]))
}
