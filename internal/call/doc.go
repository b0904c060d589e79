// Package call determines what is known about one call: which argument each element is, what was lost, what was
// meant, and what happens to the call.
//
// A [Call] has the facts: one walk makes the record of each element, with its argument, the scalar that it is part of
// and its problems. [Needs] are the facts that a rule is about: it runs if a call has one of them. The files, in the
// order in which things happen:
//
//	call.go, elements.go, markup.go    a call, its surroundings, and what its elements are
//	payload.go, holes.go, template.go  what is there in place of something else: JSON, placeholders, dots, computed parts
//	note.go, notes.go                  what the runtime ignores, supplies or reads in another way than is meant
//	problems.go, needs.go              problems, notes and issues that nothing larger explains
//	fields.go                          values that are read as they are written
//	rewrite.go                         arguments that are elsewhere, written where the tool reads them
//	loss.go, swallowed.go, outcome.go  how what runs differs from what was written, and the outcome with its reason
//
// [IntentOf] determines what the author of a call intended, as far as the text permits: it corrects one kind of defect
// after another, reads the call again, and records a [Doubt] wherever two corrections are possible that decode to
// different values, even if only a line end differs, and wherever it knows no correction. A call without a doubt is
// certain: it has one meaning, and every fix must lead to it.
//
//	intent.go, run.go, edit.go         the stages of an intent, what a text runs, and edits
//	form.go, broken.go                 the whole call: escaped, in a section, without its end, with tags that are none
//	tags.go, ends.go                   tags that are missing, wrong or not closed, and where their elements end
//	meaning.go, sections.go            the text of a value, tags and CDATA sections in it, and
//	references.go                      which references were meant as such
//	doubts.go, ambiguous.go            what reads well and may still not be what was meant
//
// What a part of a call is, and how it is corrected, stand together:
//
//	envelope.go, arguments.go          the call's own elements, and arguments in the way of other formats
//	structure.go, json.go, lists.go    sections, JSON and other texts where elements belong
//
// All spans are half-open byte offsets, 0-based: those of a Call into the text that its block is part of, those of an
// intent into the text that was given to the function. The facts belong to the call: callers must not modify them. No
// function panics on any text.
package call
