// Mutants is `make mutants`: it changes the code of a package in small ways, one at a
// time, and runs the package's own tests (for rules and facts, also those of diagnostics,
// where their cases are). A change that no test notices, a survivor, is a line that no
// test depends on: it needs a test, or can be removed.
//
//	go run ./internal/mutants [-seed 1] [-mutants 30] [-only regexp] [packages]
//
// A package is compiled once. Each of its mutants is written into the code beside what
// it replaces, disabled (see schema.go), and a run of the tests enables one. Each test is
// run alone first, to learn which mutants it reaches, and a mutant is run with the tests
// that reach it; so it costs a part of the tests and no build. The other mutation tools for Go build
// each mutant, in a copy of the module (gremlins, ooze) or over the sources
// (go-mutesting), and none of them draws a sample from a seed.
//
// Which mutants are drawn depends on the seed, the package and the text of the line, not
// on its number: a change elsewhere in the package does not change the sample.
//
// accepted.txt lists survivors that are equivalent to the code, each with the reason.
package main
