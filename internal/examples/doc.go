// Package examples makes small examples of calls that do not run as written, for a prompt or
// for a report of a bug.
//
// An example is reduced and anonymized. [Call.Reduce] removes elements, then values, then
// characters, as long as the example keeps its [Signature]: the same verdicts, and the same
// diagnostic of the same rule. [Names] replace its words by others of the same length. What is
// left of the original are the names of tools and of their arguments, the words of the format,
// and characters that are neither letters nor digits.
//
// [Files] are examples as files, each of which forge-lsp check reads, with an index.
package examples
