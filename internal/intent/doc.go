// Package intent determines what the author of a call intended.
//
// [Of] does that as far as the text permits: it corrects one kind of defect after
// another, and records a [Doubt] wherever two corrections are possible that decode to
// different values, even if only a line end differs, and wherever it knows no
// correction. A call without a doubt is certain: it has one meaning, and every fix must
// lead to it.
//
// The certain corrections are listed in one place for each part of a call:
//
//	content.go     the text of a value, and
//	meaning.go     what it was meant to be: ampersands and references,
//	tagtext.go     tags in it,
//	sections.go    CDATA sections in it
//	references.go  which references were meant as such
//	broken.go      tags that the parser does not take for tags
//	tags.go        tags that are missing, wrong or not closed, and
//	ends.go        where an element without its end tag ends
//	form.go        where a call without its end tag ends
//	envelope.go    the call's own elements
//	json.go        JSON where elements belong
//	structure.go   sections where elements belong
//	arguments.go   arguments in the way of other formats
//	lists.go       lists that are not written as the tool reads them
//	doubts.go      what reads well and may still not be what was meant, and
//	ambiguous.go   elements and sections that may be the text of a value
//
// # Units
//
// All spans are half-open byte offsets, 0-based, into the text that was given
// to the function. No function panics on any text.
package intent
