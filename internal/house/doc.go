// Package house holds the tree to the rules of the house: which package may
// import which, how long a file may get, what must be documented, and what must
// not be written into a tracked file.
//
// The checks are in the test files, one file per kind. Each reads an [io/fs.FS]
// and returns a sentence per breach, so the same check runs over this tree,
// where it must find nothing, and over small made-up trees, where it must.
package house
