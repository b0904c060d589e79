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
//	encode.go, format.go                        values in one notation, one element per line
//	refactor.go, refactor_mention.go            one call written in another way
//	rewrite.go, layout.go                       that it says the same, and where its lines begin
//	fixall.go, prove.go, directive_fix.go       fixes of findings and of directives
//	fixcall.go, prover.go                       of one call, and that they lead to what was meant
//	open.go                                     opening and editing
//	document_findings.go                        findings, without those that directives suppress
//	document_chunks.go, prompt.go               chunks are cut, and read where they are new; a prompt as a whole
//	read.go                                     the calls of a chunk, with the findings of rules
//	settle.go, reply.go                         the outcome of a call in its reply
//	container.go, native.go, text_calls.go      what is beside the calls
//	document_foreign.go                         the calls of a document that are none of Forge
//	directive_unused.go                         directives that suppress nothing
//	document_message.go, rule.go                messages, and rules as others see them
//	document_calls.go, changes.go, document.go  a document with its chunks and calls, and how it changes
//	intended.go, cue.go                         examples that are wrong on purpose
//	result.go, foreign.go                       what was read of a chunk
//	message_run.go, directive.go, edits.go      what runs of a message, directives, edits
//	summary.go, outcome.go, write.go, call.go   numbers of calls, a call and its outcome, writing it anew
//	options.go, interrupt.go, diagnostic.go     what rules know, stopping, findings and fixes
//
// # Units
//
// All spans are half-open byte offsets, 0-based: into the file, or for parts of a
// Document, into a stretch of it ([Finding.Place]).
package diagnostics
