// Command speed measures the built server over its standard input and output, as an
// editor sees it, and prints one table: what keys, opening, starting and memory cost.
//
//	go run ./internal/test/speed -size 10 -before /path/to/an/older/forge-lsp
//
// Absolute times of two runs on a machine differ by 20 % and more. So all programs take
// turns in the same run: an echo server, which is this program in another mode, on the
// protocol library that the server uses; the server as it was before, if there is one;
// and the server as it is. The echo server decodes each edit, applies nothing and
// publishes an empty list: what a keystroke costs beyond the echo is what the server adds.
//
// The texts are generated deterministically: a call per kilobyte, a third of the
// contents in CDATA sections, and calls with defects in a known share.
//
// That the server knows the same after an edit as after opening the text is the business
// of TestEdits of lsp.
package main
