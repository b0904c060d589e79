// Package feedback writes the message with which an agent loop answers a model
// whose call did not run as it was meant.
//
// # Vocabulary
//
// A block, a call and a verdict are those of package xmlcall. A place is a
// problem of the block that the message describes. The correction is certain
// where only one reading of the call is possible and the corrected call, read
// again, holds the values of that reading.
//
// # Units and ownership
//
// A budget is in bytes. Lines are 1-based and count from the block's first line,
// as the runtime's own errors do. A message is a new string and shares nothing
// with the block.
//
// # Source
//
// ADR-0024, "Error Recovery Changes".
package feedback
