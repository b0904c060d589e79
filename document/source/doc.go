// Package source finds the strings of programs, and of YAML and TOML: what is written as one string,
// in one literal or in several that it puts together, with the way back from each byte
// of the string to the file. See package literal.
//
// A program that is not complete, as it is while it is typed, is read as far as its
// tokens go. YAML and TOML that are not valid have no strings. All offsets are bytes, half-open.
package source
