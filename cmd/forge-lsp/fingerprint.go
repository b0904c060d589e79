package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// keysOf returns what each finding of a document is known by wherever it is: its rule, the
// call that it is about and the text that it is at, without regard to white space, which
// changes where a call is moved to another depth. Findings that are alike have the same key.
// A line would not do: it changes with what is above it.
func keysOf(d *diagnostics.Document) []string {
	var found []diagnostics.Placed
	about := map[int]string{} // the calls that findings are about, by index
	for p := range d.Findings() {
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
			about[i] = hashOf(squeezed(c.Source())) // once for all findings: a call can be megabytes
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

// keyText returns the text that a finding is at, up to the end of its line: the marks of a
// quote are in the others.
func keyText(p *diagnostics.Placed, d *diagnostics.Document) string {
	span := p.Place(p.Span)
	text, _, _ := strings.Cut(d.Text().Slice(span.Start, min(span.End, span.Start+maxKeyText)), "\n")
	return squeezed(text)
}

const (
	keySize    = 16      // bytes of a hash, enough that no two findings of all there are share one
	maxKeyText = 1 << 10 // bytes; the call has the rest
)

// squeezed returns a text with one blank for each run of white space.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// numbered tells findings with the same key apart, in the order of the report.
type numbered map[string]int

// next returns a name for a finding that no other finding of the report has.
func (n numbered) next(key string) string {
	n[key]++
	if n[key] == 1 {
		return key
	}
	return hashOf(key + " " + strconv.Itoa(n[key]))
}
