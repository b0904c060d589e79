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
// # Files
//
// In the order in which things happen, from what a document can be asked for to what it is made of:
//
//	encode.go, format.go                      values in one notation, one element per line
//	refactor.go, refactor_mention.go          one call written in another way
//	layout.go, rewrite.go                     where its lines begin, and that it says the same
//	fixall.go, prove.go, directive_fix.go     fixes of findings and of directives
//	fixcall.go, prover.go                     of one call, and that they lead to what was meant
//	document_findings.go                      findings, without those that directives suppress
//	document_message.go, document_foreign.go  messages, and calls that are none of Forge
//	document_calls.go, prompt.go              calls, and what a prompt says as a whole
//	directive_unused.go                       directives that suppress nothing
//	open.go, document_chunks.go               opening and editing: chunks are cut, and read where they are new
//	read.go                                   the calls of a chunk, with the findings of rules
//	container.go, native.go, text_calls.go    what is beside them
//	settle.go, reply.go                       the outcome of a call in its reply
//	intended.go, cue.go                       examples that are wrong on purpose
//	document.go, changes.go                   a document and its chunks, and how it changes
//	result.go, directive.go, message_run.go   what was read of a chunk, and what runs of a message
//	foreign.go, summary.go                    calls that are none of Forge, and numbers of calls
//	outcome.go, write.go, call.go, edits.go   a call and its outcome, writing it anew, edits
//	rule.go, options.go                       rules, and what they know
//	interrupt.go, diagnostic.go               stopping, findings and fixes
//
// # Units
//
// All spans are half-open byte offsets, 0-based: into the file, or for parts of a
// Document, into a stretch of it ([Finding.Place]).
package diagnostics
