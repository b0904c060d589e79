// Package source finds the strings of programs: what a program writes as one string,
// in one literal or in several that it puts together, with the way back from each byte
// of the string to the file. See package literal.
//
// A program that is not complete, as it is while it is typed, is read as far as its
// tokens go. All offsets are bytes, half-open.
package source
