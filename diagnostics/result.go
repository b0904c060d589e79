package diagnostics

import (
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
)

// A result is what was read of a text, or of a chunk as if it were a text of its own:
// without directives, which may be elsewhere. It is immutable.
type result struct {
	File        *document.File
	Calls       []Call       // by position
	Diagnostics []Diagnostic // by position
	natives     []NativeCall // by position
	texts       []TextCall   // by position

	directives []directive
	tally      Summary
	options    Options
	proofs     proofs
}

// proofs are the proofs about the fixes of a result, each made when it is first asked for.
type proofs struct {
	mu   sync.Mutex
	of   []proof     // by call; nil before the first
	last *messageRun // most ask about the calls of one message after the other
}

// A proof is what is proven about the fixes of a call.
type proof struct {
	findings []int         // about the call
	fixes    map[int][]Fix // by finding; nil before they are proven
	corrects bool          // whether fix-all corrects the call, whose meaning is certain, where not each finding has a safe fix
}

// report adds a finding that is not about a call of Forge, unless its rule is disabled. own is its severity in this case, 0
// for that of the rule.
func (r *result) report(code string, own Severity, d Diagnostic) {
	if severity, ok := r.options.severityOf(code, own); ok {
		d.Code, d.Severity, d.Call = code, severity, -1
		r.Diagnostics = append(r.Diagnostics, d)
	}
}
