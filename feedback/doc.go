// Package feedback writes the message with which an agent loop answers a model whose
// call did not run as meant.
//
//	corrections.go  the messages about the calls of a file
//	call.go         about one call: what happened to it, where, what to do, the corrected call
//	advice.go       what to do about a call that the reader refuses
//	message.go      the parts of a message, within its budget
//
// What is wrong is told in the words of the findings ([diagnostics.Diagnostic.Message]). The corrected call is one whose
// fixes are proven, and that then runs as written.
//
// # Units and ownership
//
// A budget is in bytes. Lines are 1-based and count from the first line of the call, as in the runtime's own errors. A
// message is a new string and shares nothing with the document.
//
// # Source
//
// ADR-0024, "Error Recovery Changes": what is wrong in the runtime's words, then where, with the line and an excerpt;
// solution 1, escaping; solution 2, CDATA.
package feedback
