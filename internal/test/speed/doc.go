// Command speed measures the built server over its standard input and output, as an
// editor sees it, and prints one table: what keys, opening, starting and memory cost, and the memory of
// commands for a text that is all calls (-only worst -size 3,25,100).
//
//	go run ./internal/test/speed -size 10 -before /path/to/an/older/forge-lsp
//
// Absolute times of two runs on a machine differ by 20 % and more. So two servers, an older
// one and the current one, take turns in the same run.
//
// The texts are generated deterministically: a call per kilobyte, a third of the
// contents in CDATA sections, and calls with defects in a known share.
//
// That the server knows the same after an edit as after opening the text is the business
// of TestEdits of lsp.
package main
