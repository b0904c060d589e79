package lsp

import (
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

// BenchmarkKeystroke measures one keystroke in a document of 1 MB: from writing
// didChange to reading publishDiagnostics, without the analysis.
func BenchmarkKeystroke(b *testing.B) {
	c := start(b, Options{analyze: func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
		return diagnostics.Options{}.Open(text.Text{}, kind)
	}}, `{}`)
	c.open(aURI, 0, megabyte())
	c.AwaitVersion(aURI, 0)
	version := 0
	for b.Loop() {
		version++
		c.Change(aURI, version, wire.Part(5000, 3, 5000, 3, "x"))
		c.AwaitVersion(aURI, version)
		c.Forget(func(wire.Message) bool { return true }) // not measured
	}
}

// BenchmarkOpen measures didOpen of a document of 1 MB, without the analysis.
func BenchmarkOpen(b *testing.B) {
	c := start(b, Options{analyze: func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
		return diagnostics.Options{}.Open(text.Text{}, kind)
	}}, `{}`)
	large := megabyte()
	b.SetBytes(int64(len(large)))
	version := 0
	for b.Loop() {
		version++
		c.open(aURI, version, large)
		c.AwaitVersion(aURI, version)
	}
}
