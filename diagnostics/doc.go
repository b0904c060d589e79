// Package diagnostics reports what the runtime does with each tool call of a file, and
// how to fix it.
//
// # Vocabulary
//
// A [Rule] is a registered value: a code, a severity, an explanation and a check. A [Diagnostic],
// or finding, is what a rule reports about one place; its severity is a verifiable statement
// about the runtime:
//
//	error        the runtime refuses the call, does not see it although one was
//	             meant, or runs it with other data than was written
//	warning      it runs, but thanks to a fallback, or part of it is ignored
//	information  it runs as written; a person would still want to know
//	hint         style
//
// A [Fix] belongs to a finding. The fixes of one finding are alternatives to each
// other, each against the current text, the preferred one first. A fix is safe if it is
// proven to lead to what the author of the call intended ([Document.Prove]); all others
// are suggestions, and never part of [Document.Fixed].
//
// A [Document] is a text that is read ([Options.Open]), with its calls and findings. One
// that is edited ([Document.Edit]) has those of the new text, and the cost of an edit depends
// on the part that it affects.
//
// # Units
//
// All spans are half-open byte offsets, 0-based: into the file, or for parts of a
// Document, into a stretch of it ([Finding.Place]).
package diagnostics
