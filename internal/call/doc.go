// Package call determines what is known about one call: which argument each element is, what was lost,
// what was meant, and what happens to the call.
//
// A [Call] has the facts. Each has a name and is computed once, usually on first use. [Needs] are the facts
// that a rule is about: it runs if a call has one of them.
//
// [IntentOf] determines what the author of a call intended, as far as the text permits: it corrects one
// kind of defect after another, and records a [Doubt] wherever two corrections are possible that decode to
// different values, even if only a line end differs, and wherever it knows no correction. A call without
// a doubt is certain: it has one meaning, and every fix must lead to it.
//
// All spans are half-open byte offsets, 0-based: those of a Call into the text that its block is part of,
// those of an intent into the text that was given to the function. The facts belong to the call: callers must
// not modify them. No function panics on any text.
package call
