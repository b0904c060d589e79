package report

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Key is how a finding of a file is known again, also when lines are added above it or values of its call change:
// by its rule, the tool and the argument. The first, the second … with a key are told apart by their order.
type Key struct {
	Rule     string `json:"rule"`
	Tool     string `json:"tool,omitempty"`
	Argument string `json:"argument,omitempty"`
}

// Key returns the key of a finding.
func (f *Finding) Key() Key { return Key{f.Code, f.Tool, f.Argument} }

// fingerprints returns a function that names the findings of a file, each with its own name in the report.
func fingerprints(path string) func(*Finding) string {
	number := map[Key]int{}
	path = relative(path)
	return func(f *Finding) string {
		key := f.Key()
		number[key]++
		return hashOf(path, key.Rule, key.Tool, key.Argument, strconv.Itoa(number[key]))
	}
}

// hashOf returns a name made of some words.
func hashOf(words ...string) string {
	const size = 16 // bytes, enough to make collisions unlikely
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return fmt.Sprintf("%x", sum[:size])
}

// locate returns the names of the tool of a finding's call and of the argument that the finding is in; "" for none.
func (w *describer) locate(p *diagnostics.Finding) (tool, argument string) {
	c, ok := w.CallAt(p.Call)
	if !ok {
		return "", ""
	}
	if w.block == nil || w.of != p.Call {
		w.block, w.of = c.Block(), p.Call
	}
	block := w.block
	at, ok := c.Segment.TextOffset(p.Place(p.Span).Start - c.Shift)
	if id := block.Arguments(); ok && id != xmlcall.NoElement {
		for _, e := range block.Children(id) {
			if span := e.Span(); span.Start <= at && at < span.End {
				return block.ToolName(), e.Local()
			}
		}
	}
	return block.ToolName(), ""
}
