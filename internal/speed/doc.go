// Command speed measures the built server over its standard input and output, as an
// editor sees it, and prints the figures:
//
//	go run ./internal/speed -size 10 -kind reply
//
// Absolute times of two runs on a machine differ by 20 % and more. So each figure is
// compared with a peer in the same run: an echo server, which is this program in
// another mode, on the protocol library that the server uses. It decodes each edit,
// applies nothing and publishes an empty list, and its turns alternate with the
// server's: what a keystroke costs beyond the echo is what the server adds.
//
// With -check it measures the command check in place of the server, on trees of files, beside
// other linters and programs that only search or read the files.
//
// The texts are generated deterministically: a call per kilobyte, a third of the
// contents in CDATA sections, and calls with defects in a known share. At the end of
// each series the diagnostics of the edited document are compared with those of the
// same text, opened under another name; a difference is reported with the edits that
// lead to it, and the exit code is 1.
package main
