// Package rewrite has the command fmt, and what check --fix shares with it: how files are replaced, and
// how changes are shown.
package rewrite
