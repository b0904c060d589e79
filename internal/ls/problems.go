package ls

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callProblems are the findings about a call.
type callProblems struct {
	counts [diagnostics.Hint + 1]int // by severity, without intended ones
	shown  int                       // how many these are
	fixes  bool                      // whether one of them has a fix

	// Of all, also intended ones.
	worst  diagnostics.Severity
	place  xmlcall.Span // of the first of the most severe, in the document
	errors []string     // the messages of the errors
}

func (p *callProblems) add(f *diagnostics.Finding) {
	if !f.Intended {
		p.counts[f.Severity]++
		p.shown++
		p.fixes = p.fixes || len(f.Fixes) > 0
	}
	if p.worst == 0 || f.Severity < p.worst {
		p.worst, p.place = f.Severity, f.Place(f.Span)
	}
	if f.Severity == diagnostics.Error {
		p.errors = append(p.errors, f.Message)
	}
}

// problems are the findings in the calls of a document.
type problems struct {
	byCall  map[int]*callProblems // by the index of the call that they are at
	byStart map[int]*callProblems // by the start of the call that they name as related
}

// problemsOf returns what was found in the calls of a document.
func problemsOf(doc *diagnostics.Document) problems {
	found := problems{byCall: map[int]*callProblems{}, byStart: map[int]*callProblems{}}
	add := func(to map[int]*callProblems, key int, f *diagnostics.Finding) {
		if to[key] == nil {
			to[key] = &callProblems{}
		}
		to[key].add(f)
	}
	for f := range doc.Diagnostics() {
		if f.Call < 0 {
			continue
		}
		if !f.Reply {
			add(found.byCall, f.Call, &f)
		}
		if f.Severity == diagnostics.Error {
			for _, r := range f.Related {
				add(found.byStart, f.Place(r.Span).Start, &f)
			}
		}
	}
	return found
}

// of returns what was found about a call; nil if nothing was. What is at another call explains it only if nothing at itself does.
func (p *problems) of(call *diagnostics.DocumentCall) *callProblems {
	at := p.byCall[call.Index]
	if call.Outcome() >= diagnostics.Altered && (at == nil || len(at.errors) == 0) {
		if named := p.byStart[call.Span.Start+call.Shift]; named != nil {
			return named
		}
	}
	return at
}
