// Package examples makes small examples of calls that do not run as written, for a prompt or
// for a report of a bug.
//
// An example is reduced and anonymized. [Call.Reduce] takes away what the example can be
// without, elements before values and values before characters, as long as it keeps its
// [Signature]: the same verdicts, and the same rule that reports the same. [Names] replace its
// words by others of the same length. What is left of the original are the names of tools and
// of their arguments, the words of the format, and characters that are neither letters nor
// digits.
//
// [Files] are examples as files, each of which forge-lsp check reads, with an index.
package examples
