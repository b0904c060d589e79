package xmlcall_test

import (
	"runtime"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestHeldParsers checks that a parser does not keep the memory for its blocks when these are no
// longer in use: a transcript with many messages has a parser for each.
func TestHeldParsers(t *testing.T) {
	const n, most = 2000, 300 // bytes for a parser
	parsers := make([]*xmlcall.Parser, n)
	var before, after runtime.MemStats
	inUse := func(m *runtime.MemStats) {
		runtime.GC()
		runtime.GC() // for what pools hold
		runtime.ReadMemStats(m)
	}
	inUse(&before)
	for i := range parsers {
		parsers[i] = xmlcall.NewParser("<tool><tool_name>x</tool_name></tool>", xmlcall.Options{})
		for range 3 {
			if parsers[i].At(0).ToolName() != "x" {
				t.Fatal("not parsed")
			}
		}
	}
	inUse(&after)
	runtime.KeepAlive(parsers)
	if held := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / n; held > most {
		t.Errorf("a parser holds %d bytes", held)
	}
}
