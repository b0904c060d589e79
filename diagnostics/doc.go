// Package diagnostics says what the runtime will do with each tool call of a
// file, and how to mend it.
//
// # Vocabulary
//
// A [Rule] is a registered value: a code, a severity, an explanation and a
// check. A [Finding] is what a rule reports about one place; its severity is a
// statement about the runtime that can be checked:
//
//	error        the runtime refuses the call, does not see it although one was
//	             meant, or runs it with other data than was written
//	warning      it runs, but thanks to a fallback, or part of it is ignored
//	information  it runs as written; a person would still want to know
//	hint         style
//
// A [Fix] belongs to a finding. The fixes of one finding are alternatives to
// each other, each against the text as it is, the preferred one first. A fix
// is safe if it is proven to lead to what the author of the call meant
// ([Result.Prove]); all others are suggestions, and never part of [FixAll].
// Package facts reads what was meant.
//
// # Units
//
// All spans are half-open byte offsets into the file, 0-based.
package diagnostics
