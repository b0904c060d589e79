// Package feedback writes the message with which an agent loop answers a model whose
// call did not run as intended.
//
// # Vocabulary
//
// A block, a call and a verdict are those of package xmlcall. A place is a problem of
// the block that the message describes. The correction is certain if only one reading
// of the call is possible and the corrected call, read again, has the values of that
// reading.
//
// # Units and ownership
//
// A budget is in bytes. Lines are 1-based and count from the block's first line, as in
// the runtime's own errors. A message is a new string and shares nothing with the
// block.
//
// # Source
//
// ADR-0024, "Error Recovery Changes".
package feedback
